"""The output of commands: text for people, JSON for programs."""
