"""What editors ask of a text: what may stand here, what this is, where it is defined. `Analysis` answers, knowing no protocol."""
