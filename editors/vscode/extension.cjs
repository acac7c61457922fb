/**
 * The extension for VS Code: starts the language server, the bundled one or an installed one, and lists references where a lens is clicked.
 * Invariant: the program that is started comes from this extension or from the settings of the user, never from the workspace.
 */
const { join } = require('node:path');
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

const languages = [
  ...['c', 'cpp', 'csharp', 'dart', 'elixir', 'go', 'java', 'javascript', 'javascriptreact', 'kotlin', 'lua', 'php'],
  ...['python', 'ruby', 'rust', 'scala', 'swift', 'typescript', 'typescriptreact', 'vue'],
];
const showReferences = 'codeScout.showReferences';
let client;

/** The command of the server. `inspect` shows where a setting comes from; only that of the user counts, whatever a workspace sets. */
function serverOptions(context) {
  const installed = vscode.workspace.getConfiguration('codeScout').inspect('path')?.globalValue;
  if (typeof installed === 'string' && installed !== '') {
    return { command: installed, args: ['lsp'], transport: TransportKind.stdio };
  }
  const entry = join(context.extensionPath, 'server', 'dist', 'bin.js');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return { command: process.execPath, args: [entry, 'lsp'], transport: TransportKind.stdio, options: { env } };
}

/** The places of a lens come from the server when it is clicked, and are shown by the editor's own list. */
async function listReferences(uri, position, id) {
  const found = await client.sendRequest('workspace/executeCommand', { command: showReferences, arguments: [uri, position, id] });
  const locations = found.map((one) => client.protocol2CodeConverter.asLocation(one));
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    client.protocol2CodeConverter.asUri(uri),
    client.protocol2CodeConverter.asPosition(position),
    locations,
  );
}

async function start(context) {
  client = new LanguageClient('codeScout', 'Code Scout', serverOptions(context), {
    documentSelector: languages.map((language) => ({ scheme: 'file', language })),
    initializationOptions: { features: vscode.workspace.getConfiguration('codeScout').get('features') },
    synchronize: { configurationSection: 'codeScout' },
    middleware: {
      executeCommand: (command, args, next) => (command === showReferences ? listReferences(...args) : next(command, args)),
    },
  });
  await client.start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('codeScout.restart', async () => {
      await client?.stop();
      await start(context);
    }),
  );
  await start(context);
};

exports.deactivate = () => client?.stop();
