"""Problems as values: a `Diagnostic` is made, collected and shown, never raised."""

from tilewright.diagnostics.diagnostic import Diagnostic, Diagnostics, Severity
from tilewright.diagnostics.nearest import nearest

__all__ = ["Diagnostic", "Diagnostics", "Severity", "nearest"]
