"""The language server: `analysis` behind the Language Server Protocol 3.17, by pygls."""
