"""Many games between bots: played, kept in a file, summarised and plotted."""
