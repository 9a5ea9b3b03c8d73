// Starts the studio in Python for browsers, as a page does, and compiles the modules that this has loaded:
// node compile.mjs FOLDER. A module that is needed later, or never, stays a text, which is smaller.

import { loadPyodide } from "pyodide";

const PLACE = "/lib/studio";
const python = await loadPyodide();
python.mountNodeFS(PLACE, process.argv[2]);
python.runPython(`
import json, os, py_compile, sys
from pathlib import Path

sys.path.insert(0, "${PLACE}")
sys.dont_write_bytecode = True
from tilewright.studio.browser import BrowserStudio

folder = Path("/home/pyodide/folder")
folder.mkdir()
studio = BrowserStudio(folder, lambda path, text: None)
card = {"name": "folder/x.tw", "text": "dragon x\\n  score 2 for each shrine\\n"}
game = {"game": "dragon-castle", "players": [{"name": "You", "bot": ""}, {"name": "Bot", "bot": "greedy"}]}
game |= {"cards": [], "layouts": {}, "seed": 1}
for do, args in (("hello", {}), ("show", card), ("games", card), ("play", {"setup": game, "moves": []})):
    answer = studio.answer(do, args)
    assert "refused" not in answer, answer
studio.editor(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))

for module in list(sys.modules.values()):
    path = getattr(module, "__file__", None) or ""
    if path.startswith("${PLACE}/") and path.endswith(".py"):
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(path, path + "c", path.removeprefix("${PLACE}/"), doraise=True, optimize=2, invalidation_mode=unchecked)
        os.remove(path)
`);
