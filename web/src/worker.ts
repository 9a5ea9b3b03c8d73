// The worker of a page without a server: Python, compiled for browsers (Pyodide), with the studio in it.

declare function importScripts(...urls: string[]): void;
declare function loadPyodide(options: object): Promise<any>;
declare function postMessage(message: object): void;

const PLACE = "/lib/studio";
const FOLDER = "/home/pyodide/folder";
const BLOCK = 512; // bytes: what a tar archive counts in
const BEGIN = `
import sys
from pathlib import Path
sys.path.insert(0, "${PLACE}")
from tilewright.studio.browser import BrowserStudio
Path("${FOLDER}").mkdir()
BrowserStudio(Path("${FOLDER}"), post)
`;

async function archive(name: string): Promise<Uint8Array> {
  const found = await fetch(name);
  if (!found.ok || !found.body) throw new Error(`${name} cannot be read (${found.status})`);
  return new Uint8Array(await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Write the files of a tar archive (POSIX, ustar). */
function unpack(tar: Uint8Array, files: any): void {
  const words = (from: number, length: number) => new TextDecoder().decode(tar.subarray(from, from + length)).split("\0")[0];
  for (let at = 0; tar[at]; ) {
    const size = parseInt(words(at + 124, 12), 8);
    const path = [PLACE, words(at + 345, 155), words(at, 100)].filter(Boolean).join("/");
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + BLOCK * Math.ceil(size / BLOCK);
  }
}

async function begin(files: Record<string, string>): Promise<any> {
  const loading = archive("../tilewright.bin");
  importScripts("../pyodide/pyodide.js");
  const python = await loadPyodide({ indexURL: new URL("../pyodide/", location.href).href });
  postMessage({ said: "Starting the studio\u2026 You can write already." });
  unpack(await loading, python.FS);
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
