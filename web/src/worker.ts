// The worker of a page without a server: Python, compiled for browsers (Pyodide), with the studio in it.

declare function importScripts(...urls: string[]): void;
declare function loadPyodide(options: object): Promise<any>;
declare function postMessage(message: object): void;

const PLACE = "/lib/studio";
const FOLDER = "/home/pyodide/folder";
const BEGIN = `
import sys
from pathlib import Path
sys.path.insert(0, "${PLACE}")
from tilewright.studio.browser import BrowserStudio
Path("${FOLDER}").mkdir()
BrowserStudio(Path("${FOLDER}"), post)
`;

async function bytes(name: string): Promise<ArrayBuffer> {
  const found = await fetch(name);
  if (!found.ok) throw new Error(`${name} cannot be read (${found.status})`);
  return found.arrayBuffer();
}

async function begin(files: Record<string, string>): Promise<any> {
  importScripts("../pyodide/pyodide.js");
  const loading = bytes("../tilewright.zip");
  const python = await loadPyodide({ indexURL: new URL("../pyodide/", location.href).href });
  postMessage({ said: "The studio is starting\u2026" });
  python.unpackArchive(await loading, "zip", { extractDir: PLACE });
  python.globals.set("post", (path: string, text: string) => postMessage({ path, text }));
  const studio = python.runPython(BEGIN);
  for (const [name, text] of Object.entries(files)) studio.keep(name, text);
  return studio;
}

let studio: Promise<any> | undefined;

self.onmessage = async ({ data }: MessageEvent) => {
  if (data.files) {
    studio = begin(data.files);
    studio.then(
      () => postMessage({ ready: true }),
      (problem) => postMessage({ failed: String(problem.message ?? problem) }),
    );
    return;
  }
  const found = await studio!;
  if (data.path === "editor") found.editor(data.text);
  else found.work(data.text);
};
