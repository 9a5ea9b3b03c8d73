// The client of the language server: it starts `tilewright lsp` and shows what its commands return.

const { commands, window, workspace, ViewColumn } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const LANGUAGES = [
  { language: "tilewright" },
  { language: "yaml", pattern: "**/*.{position,puzzle,record}.yaml" },
  { language: "yaml", pattern: "**/pack.yaml" },
];
let client;

// The languages in which the text that a command returns is shown.
const SHOWN = { "tilewright.solve": "plaintext", "tilewright.explain": "markdown" };

async function execute(command, args, next) {
  const answer = await next(command, args);
  if (command in SHOWN && typeof answer === "string") {
    const document = await workspace.openTextDocument({ language: SHOWN[command], content: answer });
    await window.showTextDocument(document, { preview: true, viewColumn: -2, preserveFocus: true });
  }
  return answer;
}

const PAUSE = 300; // milliseconds without another change before a preview is drawn again
const NOTHING = "<p>A preview shows cards, and the boards of positions, placements and layouts, all without errors.</p>";

// Beside the editor, the boards of the document, drawn again as it changes.
async function preview() {
  const document = window.activeTextEditor?.document;
  if (!document) return;
  const panel = window.createWebviewPanel("tilewright", `Preview of ${document.fileName.split(/[\\/]/).pop()}`, ViewColumn.Beside, {});
  const draw = async () => {
    const svg = await commands.executeCommand("tilewright.picture", document.uri.toString());
    const policy = "default-src 'none'; style-src 'unsafe-inline'";
    panel.webview.html = `<meta http-equiv="Content-Security-Policy" content="${policy}"><style>svg { max-width: 100%; height: auto }</style>${svg ?? NOTHING}`;
  };
  let waiting;
  const changed = workspace.onDidChangeTextDocument((event) => {
    if (event.document !== document) return;
    clearTimeout(waiting);
    waiting = setTimeout(draw, PAUSE);
  });
  panel.onDidDispose(() => {
    clearTimeout(waiting);
    changed.dispose();
  });
  await draw();
}

async function start() {
  const command = workspace.getConfiguration("tilewright").get("command");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("tilewright", "tilewright", server, {
    documentSelector: LANGUAGES,
    middleware: { executeCommand: execute },
    markdown: { isTrusted: false, supportHtml: false },
  });
  try {
    await client.start();
  } catch (problem) {
    window.showErrorMessage(
      `tilewright: '${command} lsp' does not start (${problem.message}). ` +
        'Install it with: pip install "tilewright[lsp]", or name the program in the setting tilewright.command.',
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old && old.needsStop()) await old.stop();
}

exports.activate = async (context) => {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("tilewright.restart", restart),
    commands.registerCommand("tilewright.preview", preview),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tilewright.command") && restart()),
  );
  await start();
};

exports.deactivate = stop;
