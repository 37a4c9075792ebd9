// Starts `calipers lsp`, which does the rest.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
  const settings = vscode.workspace.getConfiguration("calipers");
  const rules = settings.get("rules").flatMap((file) => ["--rules", file]);
  const server = { command: settings.get("path"), args: ["lsp", ...rules] };
  const documentSelector = [{ language: "mlir" }, { language: "calipers-rules" }];
  client = new LanguageClient("calipers", "Calipers", server, { documentSelector });
  return client.start();
}

async function restart() {
  await client?.stop();
  await start();
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("calipers.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("calipers")) restart();
    }),
  );
  return start();
};

exports.deactivate = () => client?.stop();
