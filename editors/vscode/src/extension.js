// The client of the language server: it starts `tilewright lsp` and shows what its commands return.

const { commands, window, workspace } = require("vscode");
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
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tilewright.command") && restart()),
  );
  await start();
};

exports.deactivate = stop;
