"""What the options and arguments of commands mean."""
