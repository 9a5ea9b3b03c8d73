"""Rules over an unknown board, solved to a proven optimum. The one package that uses ortools."""
