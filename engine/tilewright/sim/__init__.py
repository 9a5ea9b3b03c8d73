"""Many games between bots: played, kept in a file, summarized and plotted."""
