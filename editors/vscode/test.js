// Talks to `calipers lsp` with the client library of VS Code: node test.js [CALIPERS]
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const protocol = require("vscode-languageserver-protocol/node");

const text = `func.func @f(%n: index) {
  %c4 = arith.constant 4 : index
  %four = arith.addi %c4, %c4 : index
  return
}
`;
const textDocument = { uri: "file:///tmp/test.mlir" };

async function main() {
  const server = spawn(process.argv[2] ?? "calipers", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const started = await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
  });
  assert(started.capabilities.inlayHintProvider);
  await connection.sendNotification("initialized", {});
  const diagnostics = new Promise((done) =>
    connection.onNotification("textDocument/publishDiagnostics", done),
  );
  const opened = { ...textDocument, languageId: "mlir", version: 1, text };
  await connection.sendNotification("textDocument/didOpen", { textDocument: opened });
  assert.deepEqual((await diagnostics).diagnostics, []);
  const range = { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } };
  const hints = await connection.sendRequest("textDocument/inlayHint", { textDocument, range });
  assert.deepEqual(hints.map((hint) => hint.label), ["%c4 = 4", "%four = 8"]);
  const here = { start: { line: 2, character: 4 }, end: { line: 2, character: 4 } };
  const actions = await connection.sendRequest("textDocument/codeAction", {
    textDocument,
    range: here,
    context: { diagnostics: [] },
  });
  assert.equal(actions[0].edit.documentChanges[0].edits[0].newText, "%four = arith.constant 8 : index");
  const tokens = await connection.sendRequest("textDocument/semanticTokens/full", { textDocument });
  assert.equal(tokens.data.length % 5, 0);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  server.on("exit", (code) => process.exit(code));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
