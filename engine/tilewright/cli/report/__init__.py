"""What the commands print: text for people and JSON for programs."""
