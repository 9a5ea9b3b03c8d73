// Bundles the client into dist/, with the licenses of what is bundled.

import { existsSync, readdirSync, readFileSync, writeFileSync, copyFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  legalComments: "none",
  metafile: true,
});

const folders = Object.keys(metafile.inputs)
  .map((path) => path.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0])
  .filter(Boolean);
const notices = [...new Set(folders)].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no license file`);
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
if (!existsSync("LICENSE")) copyFileSync("../../LICENSE", "LICENSE");
writeFileSync("dist/NOTICES.txt", notices.join(`\n${"-".repeat(78)}\n\n`));
console.log(`${notices.length} packages bundled`);
