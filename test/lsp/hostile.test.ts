/** What a client may send by mistake or in bad faith: the server answers with errors of the protocol, and goes on. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { LspClient, positionOf, textIn, uriFor, type Location } from './lsp-client.ts';

const source = `export function target(): void {}\ntarget();\n`;

let project: TestProject;
let client: LspClient;
const uri = (path: string): string => uriFor(join(project.root, path));
const definition = (file: string, line: number, character: number): Promise<Location[]> =>
  client.at<Location[]>('definition', file, { line, character });
const isAlive = async (): Promise<void> => {
  expect((await definition(uri('a.ts'), 1, 0)).length).toBe(1);
};

beforeAll(async () => {
  const odd = 'src/größe & 50% #1 [x]/файл 😀.ts';
  project = createProject({ 'a.ts': source, [odd]: `import { target } from '../../a.ts';\ntarget();\n` });
  mkdirSync(join(project.root, '../outside'));
  writeFileSync(join(project.root, '../outside/secret.ts'), source);
  symlinkSync('../outside/secret.ts', join(project.root, 'leak.ts'));
  await project.run(['index']);
  client = new LspClient({ cwd: project.root });
});
afterAll(async () => {
  expect(await client.close()).toBe(0);
  project.remove();
});

it('refuses requests before it is initialized, and a second initialization', async () => {
  await expect(definition(uri('a.ts'), 1, 0)).rejects.toMatchObject({ code: -32_002 });
  await client.initialize([project.root]);
  await expect(client.request('initialize', { capabilities: {} })).rejects.toMatchObject({ code: -32_600 });
  await isAlive();
});

describe('broken frames', () => {
  it.each([
    ['no length', 'Content-Type: x\r\n\r\n'],
    ['a length that is no number', 'Content-Length: many\r\n\r\n'],
    ['a negative length', 'Content-Length: -5\r\n\r\n'],
    ['no JSON', 'Content-Length: 5\r\n\r\n{"a":'],
    ['not UTF-8', Buffer.concat([Buffer.from('Content-Length: 4\r\n\r\n'), Buffer.from([0x22, 0xff, 0xfe, 0x7b])])],
    ['a number', 'Content-Length: 2\r\n\r\n42'],
    ['null', 'Content-Length: 4\r\n\r\nnull'],
    ['a batch', 'Content-Length: 2\r\n\r\n[]'],
    ['an endless head', `X: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['an id that is an object', 'Content-Length: 52\r\n\r\n{"jsonrpc":"2.0","id":{},"method":"shutdown","x":1}  '],
  ])('%s', async (_, bytes) => {
    const from = client.messages.length;
    client.raw(bytes);
    expect((await client.answerTo(null, from)).error!.code).toBeLessThan(-32_000);
    await isAlive();
  });

  it('refuses a message of gigabytes without waiting for it', async () => {
    const from = client.messages.length;
    client.raw('Content-Length: 99999999999\r\n\r\n');
    expect((await client.answerTo(null, from)).error!.message).toContain('99999999999');
    // A part of it does come, and is not taken for messages.
    client.raw(`{"jsonrpc":"2.0","method":"exit","params":"${'x'.repeat(100_000)}"}`);
    await isAlive();
    expect(client.messages.slice(from).filter(({ id }) => id === null)).toHaveLength(1);
  });

  it('reads frames in pieces and several at once', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'piece',
      method: 'workspace/symbol',
      params: { query: 'target' },
    });
    const from = client.messages.length;
    for (const char of `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`) client.raw(char);
    expect((await client.answerTo('piece', from)).result).toHaveLength(1);
    const two = body.replace('piece', 'two');
    const frame = (text: string): string =>
      `Content-Length: ${Buffer.byteLength(text)}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n${text}`;
    client.raw(frame(two) + frame(two.replace('two', 'three')));
    expect((await client.answerTo('two', from)).result).toHaveLength(1);
    expect((await client.answerTo('three', from)).result).toHaveLength(1);
  });
});

describe('odd requests', () => {
  it.each([
    ['a text of a megabyte', 'i'.repeat(1_000_000)],
    ['the largest number', Number.MAX_VALUE],
    ['a negative number', -1],
    ['a fraction', 0.5],
  ])('answers an id that is %s', async (_, id) => {
    const from = client.messages.length;
    client.start('workspace/symbol', { query: 'target' }, id);
    expect((await client.answerTo(id, from)).result).toHaveLength(1);
  });

  it('refuses unknown methods and ignores unknown notifications', async () => {
    await expect(client.request('textDocument/teleport', {})).rejects.toMatchObject({ code: -32_601 });
    client.notify('$/nothing', { a: 1 });
    client.notify('textDocument/didTeleport', null);
    await isAlive();
  });

  it.each([
    ['textDocument/definition', null],
    ['textDocument/definition', {}],
    ['textDocument/definition', { textDocument: { uri: 5 }, position: { line: 0, character: 0 } }],
    ['textDocument/definition', { textDocument: null, position: { line: 0, character: 0 } }],
    ['textDocument/hover', { textDocument: { uri: 'file:///a' }, position: { line: -1, character: 0 } }],
    ['textDocument/hover', { textDocument: { uri: 'file:///a' }, position: { line: '1', character: 0 } }],
    ['textDocument/references', { textDocument: { uri: 'file:///a' }, position: { line: 0.5, character: 0 } }],
    ['textDocument/documentSymbol', [1, 2]],
    ['callHierarchy/incomingCalls', { item: { uri: 'file:///a' } }],
    ['typeHierarchy/subtypes', { item: null }],
    ['workspace/symbol', { query: {} }],
    ['workspace/executeCommand', { command: 'rm -rf' }],
    ['codeLens/resolve', { range: null, data: 7 }],
  ])('refuses malformed parameters of %s: %j', async (method, params) => {
    await expect(client.request(method, params)).rejects.toMatchObject({ code: -32_602 });
    await isAlive();
  });

  it('survives malformed notifications', async () => {
    for (const method of ['didOpen', 'didChange', 'didClose', 'didSave']) {
      client.notify(`textDocument/${method}`, {});
      client.notify(`textDocument/${method}`, {
        textDocument: { uri: 'file:///%' },
        contentChanges: [null, { range: 5 }],
      });
    }
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: 'file:///none/at/all' }, 5, null], removed: 'x' },
    });
    client.notify('workspace/didChangeConfiguration', { settings: { codeScout: { features: 7 } } });
    client.notify('workspace/didChangeConfiguration', { settings: null });
    client.notify('$/cancelRequest', { id: 'never sent' });
    expect(await definition(uri('a.ts'), 1, 0)).toHaveLength(1);
  });
});

describe('places', () => {
  it('answers nothing for positions outside of the file', async () => {
    expect(await definition(uri('a.ts'), 1_000_000, 0)).toEqual([]);
    expect(await definition(uri('a.ts'), 0, 1_000_000)).toEqual([]);
    expect(await definition(uri('a.ts'), 2 ** 31 - 1, 2 ** 31 - 1)).toEqual([]);
    expect(await definition(uri('a.ts'), Number.MAX_SAFE_INTEGER, 0)).toEqual([]);
  });

  it('answers nothing about files outside of the folders, and reads none of them', async () => {
    const outside = uriFor(join(project.root, '../outside/secret.ts'));
    for (const one of [
      outside,
      `${uri('')}/../outside/secret.ts`,
      `${uri('a.ts')}/%2e%2e/%2e%2e/outside/secret.ts`,
      uri('leak.ts'),
      'file:///etc/passwd',
      'file://other-host/share/a.ts',
      'untitled:Untitled-1',
      'https://example.org/a.ts',
      'not a uri',
      'file:///a%00b.ts',
      'file:///%2Fetc%2Fpasswd',
      '',
    ]) {
      expect(await definition(one, 1, 0), one).toEqual([]);
      expect(await client.request('textDocument/documentSymbol', { textDocument: { uri: one } }), one).toEqual([]);
      expect(await client.at('hover', one, { line: 0, character: 17 }), one).toBeNull();
      client.open(one, 'typescript', 'export const a = 1;');
      client.notify('textDocument/didClose', { textDocument: { uri: one } });
    }
    await isAlive();
  });

  it('knows a file by any spelling of its URI, and answers with that of the client', async () => {
    const path = 'src/größe & 50% #1 [x]/файл 😀.ts';
    const plain = uri(path);
    expect((await definition(plain, 1, 0)).map(({ uri: found }) => found)).toEqual([uri('a.ts')]);
    const encoded = plain
      .replaceAll(/[[\]&!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
      .replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    expect((await definition(encoded, 1, 0)).length).toBe(1);
    client.open(encoded, 'typescript', `import { target } from '../../a.ts';\ntarget();\n`);
    const found = await client.at<Location[]>('references', uri('a.ts'), { line: 0, character: 18 }, { context: {} });
    expect(new Set(found.map((one) => one.uri))).toEqual(new Set([encoded, uri('a.ts')]));
    client.notify('textDocument/didClose', { textDocument: { uri: encoded } });
  });
});

describe('texts', () => {
  const odd = "import { target } from './a.ts';\r\nconst 𝒳 = '😀é'; /* 😀 */ target();\r\nexport { 𝒳 };\r\n";

  it.each(['utf-16', 'utf-8'] as const)(
    'counts columns in %s units, with CRLF and characters beyond the BMP',
    async (encoding) => {
      project.write({ 'odd.ts': odd });
      await project.run(['index']);
      const own = new LspClient({ cwd: project.root });
      const { capabilities } = await own.initialize([project.root], {
        capabilities: { general: { positionEncodings: [encoding, 'utf-16'] } },
      });
      expect(capabilities['positionEncoding']).toBe(encoding);
      own.open(uri('odd.ts'), 'typescript', odd);
      const line = odd.split('\r\n')[1]!;
      const units = (text: string): number => (encoding === 'utf-8' ? Buffer.byteLength(text) : text.length);
      const character = units(line.slice(0, line.indexOf('target')));
      const found = await own.at<Location[]>('definition', uri('odd.ts'), { line: 1, character: character + 3 });
      expect(found.map((one) => textIn(source, one.range))).toEqual(['target']);
      const references = await own.at<Location[]>(
        'references',
        uri('a.ts'),
        { line: 0, character: 18 },
        { context: {} },
      );
      const here = references.filter((one) => one.uri === uri('odd.ts')).map(({ range }) => range);
      expect(here[1]).toEqual({ start: { line: 1, character }, end: { line: 1, character: character + 6 } });
      // An edit by a range in these units.
      own.change(uri('odd.ts'), 2, [
        { range: { start: { line: 1, character }, end: { line: 1, character } }, text: '/*😀*/' },
      ]);
      const after = await own.at<Location[]>('references', uri('a.ts'), { line: 0, character: 18 }, { context: {} });
      const moved = after.filter((one) => one.uri === uri('odd.ts')).map(({ range }) => range.start);
      expect(moved[1]).toEqual({ line: 1, character: character + units('/*😀*/') });
      await own.close();
    },
  );

  it('counts a lone carriage return as the end of a line, as the protocol does', async () => {
    const text = `import { target } from './a.ts';\rtarget();\n`;
    client.open(uri('odd.ts'), 'typescript', text);
    const found = await client.at<Location[]>('definition', uri('odd.ts'), { line: 1, character: 2 });
    expect(found.map(({ uri: one }) => one)).toEqual([uri('a.ts')]);
    client.notify('textDocument/didClose', { textDocument: { uri: uri('odd.ts') } });
  });
});

it('ends with its input, and with an error if nobody asked it to', async () => {
  const own = new LspClient({ cwd: project.root });
  await own.initialize([project.root]);
  expect(positionOf(source, 'target|')).toEqual({ line: 0, character: 22 });
  expect(await own.endInput()).toBe(1);
});
