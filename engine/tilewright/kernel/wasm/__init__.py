"""Games compiled to WebAssembly: the flow, and the questions that it asks, as one module beside a runtime for all games."""
