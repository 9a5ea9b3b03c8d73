"""What was probably meant by what cannot be read: blame, advice, and reading on after an error."""
