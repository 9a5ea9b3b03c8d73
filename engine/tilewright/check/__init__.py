"""From surface tree to core calculus, with every problem of the file on the way."""
