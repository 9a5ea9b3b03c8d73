"""Questions for the solver, each written once for the command line, the studio and programs: see `question`."""
