"""What was probably meant by what cannot be read: explained errors, hints, and reading on after an error."""
