"""Problems as values: a `Diagnostic` is made, collected and shown; only the API raises them, as `Problems`."""

from tilewright.diagnostics.diagnostic import Diagnostic, Diagnostics, Severity
from tilewright.diagnostics.nearest import nearest
from tilewright.diagnostics.problems import Problems, in_one_line

__all__ = ["Diagnostic", "Diagnostics", "Problems", "Severity", "in_one_line", "nearest"]
