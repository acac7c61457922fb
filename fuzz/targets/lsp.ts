/**
 * Messages of an editor to the language server: an input has a message in each line. The contract: each request gets one answer, which is no internal
 * error; no notification fails.
 */
import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { defaultConfig } from '../../src/config/load.ts';
import { addRequests } from '../../src/lsp/requests.ts';
import { LanguageServer } from '../../src/lsp/server.ts';
import { oddValue, someString } from '../lib/json-values.ts';
import type { Random } from '../lib/random.ts';
import type { Input, Target } from '../lib/target.ts';
import { ownFolder, projectFiles, projectWords, writeProject } from './own-folder.ts';

interface Message {
  method: string;
  params?: unknown;
}

interface Answer {
  id?: unknown;
  error?: { code: number; message: string };
}

/** Stands for the address of the project's folder, which differs in each process. */
const root = 'file:///PROJECT';
const initialize: Message = {
  method: 'initialize',
  params: {
    capabilities: {
      workspace: { workspaceFolders: true },
      textDocument: { hover: { contentFormat: ['markdown'] } },
      notebookDocument: { synchronization: {} },
    },
    workspaceFolders: [{ uri: root, name: 'project' }],
  },
};
const initialized: Message = { method: 'initialized', params: {} };

const uris = [...Object.keys(projectFiles), 'src/none.ts', 'notes.ipynb', '../outside.ts', 'src', '%00'].map(
  (path) => `${root}/${path}`,
);
const otherUris = [
  'untitled:Untitled-1',
  'vscode-notebook-cell:/notes.ipynb#a',
  'file:',
  '',
  'git:/a?b',
  'file://host/a.ts',
];

/** Requests whose parameters are a place in a document, and those that need the document alone. */
const placeMethods = ['definition', 'declaration', 'typeDefinition', 'implementation', 'references', 'hover'];
const morePlaceMethods = ['prepareCallHierarchy', 'prepareTypeHierarchy'];
const documentMethods = ['documentSymbol', 'documentLink', 'semanticTokens/full', 'codeLens'];
const itemMethods = [
  'callHierarchy/incomingCalls',
  'callHierarchy/outgoingCalls',
  'typeHierarchy/supertypes',
  'typeHierarchy/subtypes',
];

function someUri(random: Random): string {
  return random.next() < 0.9 ? random.pick(uris) : random.pick(otherUris);
}

function somePosition(random: Random): unknown {
  const index = (): number => (random.next() < 0.95 ? random.below(12) : random.size(2 ** 40));
  return { line: index(), character: index() };
}

function someRange(random: Random): unknown {
  return { start: somePosition(random), end: somePosition(random) };
}

function someText(random: Random): string {
  return random.next() < 0.6
    ? random.pick(Object.values(projectFiles))
    : someString(random, { known: projectWords }, 20_000);
}

const makers: readonly ((random: Random) => Message)[] = [
  (random) => ({
    method: `textDocument/${random.pick([...placeMethods, ...placeMethods, ...morePlaceMethods])}`,
    params: {
      textDocument: { uri: someUri(random) },
      position: somePosition(random),
      context: { includeDeclaration: random.next() < 0.5 },
    },
  }),
  (random) => ({
    method: `textDocument/${random.pick(documentMethods)}`,
    params: { textDocument: { uri: someUri(random) } },
  }),
  (random) => ({
    method: 'textDocument/semanticTokens/range',
    params: { textDocument: { uri: someUri(random) }, range: someRange(random) },
  }),
  (random) => ({
    method: random.pick(itemMethods),
    params: { item: { uri: someUri(random), data: someString(random, { known: projectWords }, 500) } },
  }),
  (random) => ({ method: 'workspace/symbol', params: { query: someString(random, { known: projectWords }, 2000) } }),
  (random) => ({
    method: 'workspace/executeCommand',
    params: {
      command: 'codeScout.references',
      arguments: [someUri(random), somePosition(random), someString(random, { known: projectWords }, 200)],
    },
  }),
  (random) => ({
    method: 'codeLens/resolve',
    params: {
      range: someRange(random),
      data: { uri: someUri(random), id: someString(random, { known: projectWords }, 200) },
    },
  }),
  (random) => ({
    method: 'textDocument/didOpen',
    params: {
      textDocument: {
        ...{ uri: someUri(random), languageId: random.pick(['typescript', 'python', 'markdown', '']), version: 1 },
        text: someText(random),
      },
    },
  }),
  (random) => ({
    method: 'textDocument/didChange',
    params: {
      textDocument: { uri: someUri(random), version: 2 },
      contentChanges: Array.from({ length: 1 + random.below(3) }, () =>
        random.next() < 0.2
          ? { text: someText(random) }
          : { range: someRange(random), text: someString(random, { known: projectWords }, 200) },
      ),
    },
  }),
  (random) => ({ method: 'textDocument/didClose', params: { textDocument: { uri: someUri(random) } } }),
  (random) => {
    const cell = { kind: 1 + random.below(2), document: `vscode-notebook-cell:/notes.ipynb#${random.below(3)}` };
    return {
      method: 'notebookDocument/didOpen',
      params: {
        notebookDocument: { uri: `${root}/notes.ipynb`, notebookType: 'jupyter-notebook', version: 1, cells: [cell] },
        cellTextDocuments: [{ uri: cell.document, languageId: 'python', version: 1, text: someText(random) }],
      },
    };
  },
  (random) => {
    const document = `vscode-notebook-cell:/notes.ipynb#${random.below(3)}`;
    const array = { start: random.below(3), deleteCount: random.below(3), cells: [{ kind: 2, document }] };
    const opened = [{ uri: document, languageId: 'python', version: 1, text: someText(random) }];
    const structure = { array, didOpen: opened, didClose: [] };
    const changes = [{ range: someRange(random), text: someText(random) }];
    return {
      method: 'notebookDocument/didChange',
      params: {
        notebookDocument: { uri: `${root}/notes.ipynb`, version: 2 },
        change: {
          cells: random.next() < 0.5 ? { structure } : { textContent: [{ document: { uri: document }, changes }] },
        },
      },
    };
  },
  () => ({ method: 'notebookDocument/didClose', params: { notebookDocument: { uri: `${root}/notes.ipynb` } } }),
  (random) => ({
    method: 'workspace/didChangeConfiguration',
    params: {
      settings: {
        codeScout: {
          features: { [random.pick(['*', 'typescript', ''])]: random.pick([true, false, ['hover'], oddValue(random)]) },
        },
      },
    },
  }),
  (random) => ({ method: random.pick(['$/cancelRequest', 'initialize', 'x', '$/x']), params: { id: random.below(9) } }),
];

/** The same with a value at some depth that is none that the protocol allows, or with none. */
function damaged(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.next() < 0.3)
    return random.next() < 0.2 ? undefined : oddValue(random);
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length === 0) return oddValue(random);
  const [name, old] = random.pick(entries);
  const changed: Record<string, unknown> = { ...value, [name]: damaged(random, old) };
  return Array.isArray(value) ? Object.values(changed) : changed;
}

function linesOf(messages: readonly Message[]): Input {
  return { name: 'messages.txt', bytes: Buffer.from(messages.map((message) => JSON.stringify(message)).join('\n')) };
}

function generate(random: Random): Input {
  const messages = Array.from({ length: 1 + random.below(8) }, () => random.pick(makers)(random));
  return linesOf(
    messages.map(({ method, params }) =>
      random.next() < 0.2 ? { method, params: damaged(random, params) } : { method, params },
    ),
  );
}

function messagesIn(bytes: Uint8Array): Message[] {
  return Buffer.from(bytes)
    .toString()
    .split('\n')
    .flatMap((line) => {
      try {
        const message = JSON.parse(line) as Message | null;
        return typeof message?.method === 'string' ? [message] : [];
      } catch {
        // What is no message is for the target `framing`.
        return [];
      }
    });
}

const notification = /\/did|^initialized$|^exit$|^\$\//;

/** A server with an editor that has opened the folder; made for each input, since a server remembers what is open. */
class Session {
  readonly #toServer = new PassThrough();
  readonly #fromServer = new PassThrough();
  readonly #server: LanguageServer;
  readonly #answers = new Map<number, Answer>();
  readonly #faults: string[] = [];
  #waiting: () => void = () => {};
  #lastId = 0;

  constructor() {
    const fault = (message: string): void => void this.#faults.push(message);
    const log = { error: fault, warn: () => {}, info: () => {}, log: () => {} };
    const connection = createProtocolConnection(
      new StreamMessageReader(this.#toServer),
      new StreamMessageWriter(this.#fromServer),
      log,
    );
    this.#server = new LanguageServer(connection, {
      settingsFor: (folder) => {
        const { config } = defaultConfig(folder);
        return { config: { ...config, linking: { compiler: false } }, usualLimit: null };
      },
      folder: null,
      exit: () => {},
    });
    addRequests(this.#server);
    this.#server.listen();
    new StreamMessageReader(this.#fromServer).listen((message) => {
      const { id, method } = message as Answer & { method?: string };
      if (method === undefined && typeof id === 'number') this.#answers.set(id, message as Answer);
      this.#waiting();
    });
  }

  send({ method, params }: Message, isNotification: boolean): void {
    const id = isNotification ? {} : { id: ++this.#lastId };
    const body = JSON.stringify({ jsonrpc: '2.0', ...id, method, params });
    this.#toServer.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** Waits for all answers. Throws for what the contract forbids. */
  async check(): Promise<void> {
    while (this.#answers.size < this.#lastId) await new Promise<void>((resolve) => (this.#waiting = resolve));
    for (const { error } of this.#answers.values())
      if (error?.code === -32_603) throw new Error(`an internal error: ${error.message}`);
    // A malformed notification has no answer, and changes nothing.
    const faults = this.#faults.filter((fault) => !fault.endsWith('is missing or malformed'));
    if (faults.length > 0) throw new Error(`a notification failed: ${faults.join('; ')}`);
  }

  async close(): Promise<void> {
    await this.#server.workspace.close();
    this.#server.connection.dispose();
  }
}

export const lsp: Target = {
  seeds: () =>
    Promise.resolve([
      linesOf([
        {
          method: 'textDocument/definition',
          params: { textDocument: { uri: uris[1] }, position: { line: 6, character: 1 } },
        },
        {
          method: 'textDocument/hover',
          params: { textDocument: { uri: uris[1] }, position: { line: 3, character: 12 } },
        },
        { method: 'textDocument/documentSymbol', params: { textDocument: { uri: uris[1] } } },
      ]),
      linesOf([{ method: 'workspace/symbol', params: { query: 'moor' } }]),
    ]),
  form: 'text',
  generate,
  testRuns: 12,
  tokens: ['"method":', '"params":', '"uri":', '"line":', '"character":', 'null', '{}', '[]', '-1', root],
  largest: 50_000,
  open: () => {
    const folder = ownFolder();
    writeProject(folder.path);
    const own = pathToFileURL(join(folder.path)).href;
    return Promise.resolve({
      run: async ({ bytes }) => {
        const messages = messagesIn(Buffer.from(Buffer.from(bytes).toString().replaceAll(root, own)));
        const session = new Session();
        try {
          const opening = JSON.parse(JSON.stringify(initialize).replaceAll(root, own)) as Message;
          session.send(opening, false);
          session.send(initialized, true);
          for (const message of messages) session.send(message, notification.test(message.method));
          await session.check();
        } finally {
          await session.close();
        }
      },
    });
  },
};
