#!/bin/sh
# Whether the page of the studio can be tested here, with what that needs: Chromium, installed by the package manager where
# it is missing and that is allowed, and Playwright for Python. Exit code 77, with the reason, where it cannot.
set -u
found() { [ -n "${CHROMIUM:-}" ] || command -v chromium || command -v google-chrome; }
skip() { echo "the studio is not tested in a browser: $1"; exit 77; }

if ! found >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get install -y -qq --no-install-recommends chromium >/dev/null 2>&1 || true
fi
found >/dev/null || skip "there is no chromium; install it, or name it in CHROMIUM"
make -s .venv/.ready || exit 1
.venv/bin/python -m pip install --quiet --disable-pip-version-check "playwright>=1.50" >/dev/null 2>&1 ||
  .venv/bin/python -c "import playwright" 2>/dev/null || skip "playwright cannot be installed"
command -v npm >/dev/null || echo "there is no npm: accessibility is not tested"
exit 0
