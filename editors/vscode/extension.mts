/**
 * The extension for VS Code: starts the language server, the bundled one or an installed one, and lists references where a lens is clicked.
 * Invariant: the program that is started comes from this extension or from the settings of the user, never from the workspace.
 */
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  LanguageClient,
  TransportKind,
  type Location,
  type Position,
  type ServerOptions,
} from 'vscode-languageclient/node';
import { installedServer } from './installed-server.mts';

const languages = [
  ...['c', 'cpp', 'csharp', 'dart', 'elixir', 'go', 'java', 'javascript', 'javascriptreact', 'kotlin', 'lua', 'php'],
  ...['python', 'ruby', 'rust', 'scala', 'swift', 'typescript', 'typescriptreact', 'vue'],
];
const showReferences = 'codeScout.showReferences';
let client: LanguageClient | undefined;

/** The command of the server. `inspect` shows where a setting comes from; only that of the user counts, whatever a workspace sets. */
function serverOptions(context: vscode.ExtensionContext): ServerOptions {
  const installed: unknown = vscode.workspace.getConfiguration('codeScout').inspect('path')?.globalValue;
  if (typeof installed === 'string' && installed !== '') {
    const server = installedServer(installed, process.platform);
    if (server !== null) return { ...server, transport: TransportKind.stdio };
    void vscode.window.showWarningMessage('`codeScout.path` is not absolute: the program of the extension is started.');
  }
  const entry = join(context.extensionPath, 'server', 'dist', 'bin.js');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return { command: process.execPath, args: [entry, 'lsp'], transport: TransportKind.stdio, options: { env } };
}

/** The places of a lens come from the server when it is clicked, and are shown by the editor's own list. */
async function listReferences(of: LanguageClient, [uri, position, id]: [string, Position, string]): Promise<void> {
  const found = await of.sendRequest<Location[]>('workspace/executeCommand', {
    command: showReferences,
    arguments: [uri, position, id],
  });
  const convert = of.protocol2CodeConverter;
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    convert.asUri(uri),
    convert.asPosition(position),
    found.map((one) => convert.asLocation(one)),
  );
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const started = new LanguageClient('codeScout', 'Code Scout', serverOptions(context), {
    documentSelector: languages.flatMap((language) => [
      { scheme: 'file', language },
      { notebook: 'jupyter-notebook', language },
    ]),
    initializationOptions: { features: vscode.workspace.getConfiguration('codeScout').get('features') },
    // The server asks for its settings when it hears that they changed, and registers for no notice of that.
    // oxlint-disable-next-line typescript/no-deprecated
    synchronize: { configurationSection: 'codeScout' },
    middleware: {
      executeCommand: (command, args, next) =>
        command === showReferences
          ? listReferences(started, args as [string, Position, string])
          : (next(command, args) as unknown),
    },
  });
  client = started;
  await started.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('codeScout.restart', async () => {
      await client?.stop();
      await start(context);
    }),
  );
  await start(context);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
