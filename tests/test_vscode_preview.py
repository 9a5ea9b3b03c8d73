"""The preview panel of the extension for Visual Studio Code, run by Node with an editor that is a double."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from test_portable import NODE, needs_node

EXTENSION = Path(__file__).parents[1] / "editors" / "vscode" / "src" / "extension.js"
EDITOR = """
const Module = require("module");
const calls = { panels: [], asked: [], waits: 0 };
const registered = {};
let changed, closed, disposed = false, drawn = null;
const timers = [];
global.setTimeout = (act) => timers.push(act);
global.clearTimeout = (number) => (timers[number - 1] = null);
const wait = async () => {
  for (const act of timers.splice(0)) await act?.();
};
const panel = { webview: {}, onDidDispose: (act) => (closed = act) };
const uri = { toString: () => "file:///wall.tw" };
const document = { fileName: "/cards/wall.tw", uri };
const vscode = {
  ViewColumn: { Beside: -2 },
  window: {
    activeTextEditor: undefined,
    createWebviewPanel: (kind, title, column) => (calls.panels.push([kind, title, column]), panel),
    showErrorMessage: () => undefined,
  },
  workspace: {
    onDidChangeTextDocument: (act) => ((changed = act), { dispose: () => (disposed = true) }),
    onDidChangeConfiguration: () => undefined,
    getConfiguration: () => ({ get: () => "tilewright" }),
  },
  commands: {
    registerCommand: (name, act) => (registered[name] = act),
    executeCommand: async (...asked) => (calls.asked.push(asked), drawn),
  },
};
class LanguageClient { async start() {} needsStop() { return true; } async stop() {} }
const doubles = { vscode, "vscode-languageclient/node": { LanguageClient, TransportKind: { stdio: 0 } } };
const load = Module._load;
Module._load = (name, ...rest) => doubles[name] ?? load(name, ...rest);
(async () => {
  await require(PATH).activate({ subscriptions: [] });
  const shown = [];
  const look = () => shown.push(panel.webview.html.replace(/^.*<.style>/, ""));
  await registered["tilewright.preview"]();
  const without = calls.panels.length;
  vscode.window.activeTextEditor = { document };
  await registered["tilewright.preview"]();
  look();
  drawn = "<svg>one</svg>";
  changed({ document: {} });
  await wait();
  look();
  changed({ document });
  changed({ document });
  await wait();
  look();
  const asked = calls.asked.length;
  changed({ document });
  closed();
  await wait();
  console.log(JSON.stringify({ without, shown, panels: calls.panels, asked, after: calls.asked.length, disposed, last: calls.asked.at(-1) }));
})();
"""
"""Opens the preview without an editor and with one, changes another text and this one, and closes it while it waits."""


@needs_node
def test_a_preview_is_drawn_again_as_its_text_changes(tmp_path: Path) -> None:
    """It says what has no picture; changes of other texts do not matter, several at once are one; a closed one asks for nothing."""
    script = tmp_path / "preview.cjs"
    script.write_text(EDITOR.replace("PATH", json.dumps(str(EXTENSION))), "utf-8")
    assert NODE is not None
    done = subprocess.run([NODE, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["without"] == 0
    assert found["panels"] == [["tilewright", "Preview of wall.tw", -2]]
    first, other, drawn = found["shown"]
    assert first == other and first.startswith("<p>A preview shows cards")
    assert drawn == "<svg>one</svg>"
    assert found["last"] == ["tilewright.picture", "file:///wall.tw"]
    assert (found["asked"], found["after"], found["disposed"]) == (2, 2, True)
