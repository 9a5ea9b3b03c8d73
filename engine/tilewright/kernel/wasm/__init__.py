"""Games compiled to WebAssembly: the flow and its questions as one module, linked with a runtime that all games share."""
