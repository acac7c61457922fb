/** A client for TypeScript's own language server (`tsc --lsp --stdio`): where it finds references to a symbol. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { repositoryRoot } from '../lib/evaluation.ts';

interface Message {
  id?: number | string;
  method?: string;
  result?: unknown;
  params?: { items?: unknown[] };
}

interface Location {
  uri: string;
  range: { start: { line: number; character: number } };
}

/** A place; 1-based, the column in UTF-16 units. */
export interface ReferencePlace {
  path: string;
  line: number;
  column: number;
}

/** The compiler of this repository. */
const compiler = join(repositoryRoot, 'node_modules', 'typescript', 'lib', 'tsc.js');

export class LanguageServer {
  readonly #root: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #opened = new Set<string>();
  #received = Buffer.alloc(0);
  #id = 0;

  constructor(root: string) {
    this.#root = root;
    this.#child = spawn(process.execPath, [compiler, '--lsp', '--stdio'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdout!.on('data', (bytes: Buffer) => this.#receive(bytes));
    this.#child.once('close', () => {
      for (const answer of this.#waiting.values()) answer(null);
    });
  }

  async open(): Promise<void> {
    const rootUri = pathToFileURL(this.#root).href;
    const folders = [{ uri: rootUri, name: 'root' }];
    await this.#request('initialize', { processId: process.pid, rootUri, capabilities: {}, workspaceFolders: folders });
    this.#send({ method: 'initialized', params: {} });
  }

  /** All references to what is declared at a place, with the declaration, in files below the root. */
  async references({ path, line, column }: ReferencePlace): Promise<ReferencePlace[]> {
    const uri = pathToFileURL(join(this.#root, path)).href;
    if (!this.#opened.has(path)) {
      this.#opened.add(path);
      const text = readFileSync(join(this.#root, path), 'utf8');
      const languageId = path.endsWith('x') ? 'typescriptreact' : 'typescript';
      this.#send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId, version: 1, text } } });
    }
    const found = (await this.#request('textDocument/references', {
      textDocument: { uri },
      position: { line: line - 1, character: column - 1 },
      context: { includeDeclaration: true },
    })) as Location[] | null;
    return (found ?? []).flatMap(({ uri: of, range: { start } }) => {
      const file = fileURLToPath(of);
      if (!file.startsWith(`${this.#root}/`)) return [];
      return [{ path: file.slice(this.#root.length + 1), line: start.line + 1, column: start.character + 1 }];
    });
  }

  close(): void {
    this.#child.kill();
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.#child.stdin!.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  #request(method: string, params: object): Promise<unknown> {
    const id = ++this.#id;
    const answer = new Promise<unknown>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    return answer;
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.subarray(0, end).toString())![1]);
      if (this.#received.length < end + 4 + length) return;
      const message = JSON.parse(this.#received.subarray(end + 4, end + 4 + length).toString()) as Message;
      this.#received = this.#received.subarray(end + 4 + length);
      this.#handle(message);
    }
  }

  #handle({ id, method, result, params }: Message): void {
    if (id === undefined) return;
    // A request of the server: it asks for settings, of which there are none.
    if (method !== undefined) this.#send({ id, result: params?.items?.map(() => null) ?? null });
    else {
      this.#waiting.get(id as number)?.(result ?? null);
      this.#waiting.delete(id as number);
    }
  }
}
