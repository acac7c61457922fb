/** What holds for a whole session: many folders, cancellation, progress, settings, messages. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../src/util/testing/until.ts';
import { createProject, type TestProject } from '../e2e/cli-process.ts';
import { LspClient, uriFor, type Location } from './lsp-client.ts';

const ended: (() => unknown)[] = [];
let one: TestProject;
let other: TestProject;

beforeEach(() => {
  one = createProject({ 'a.ts': `export function first(): void {}\nfirst();\n` });
  other = createProject({ 'b.py': `def second():\n    pass\n\n\nsecond()\n` });
  ended.push(one.remove, other.remove);
});
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

function begin(root: string, answers: ConstructorParameters<typeof LspClient>[0]['answers'] = {}): LspClient {
  const client = new LspClient({ cwd: root, answers });
  ended.push(() => client.close());
  return client;
}

const named = async (client: LspClient, query: string): Promise<string[]> =>
  (await client.request<{ name: string }[]>('workspace/symbol', { query })).map(({ name }) => name);
const shownMessages = (client: LspClient): string[] =>
  client.messages
    .filter(({ method }) => method === 'window/showMessage')
    .map(({ params }) => String(params!['message']));

describe('folders', () => {
  it('shows no error about a folder that is removed while it is indexed', async () => {
    const client = begin(one.root);
    await client.initialize([one.root, other.root]);
    const removed = { uri: uriFor(one.root), name: 'one' };
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [removed] } });
    expect(await named(client, 'second')).toEqual(['second']);
    expect(shownMessages(client)).toEqual([]);
  });

  it('answers for each of several folders, and for those that come and go', async () => {
    const client = begin(one.root);
    await client.initialize([one.root]);
    expect(await named(client, 'first')).toEqual(['first']);
    expect(await named(client, 'second')).toEqual([]);
    const python = uriFor(join(other.root, 'b.py'));
    expect(await client.at('definition', python, { line: 4, character: 0 })).toEqual([]);
    const folder = (root: string): object => ({ uri: uriFor(root), name: 'x' });
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [folder(other.root)], removed: [] } });
    expect(await named(client, 'second')).toEqual(['second']);
    expect(await client.at<Location[]>('definition', python, { line: 4, character: 0 })).toMatchObject([
      { uri: python },
    ]);
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder(one.root)] } });
    expect(await named(client, 'first')).toEqual([]);
    expect(await named(client, 'second')).toEqual(['second']);
  });

  it('takes the folder of --root if the client names none, and `rootUri` of older clients', async () => {
    const client = new LspClient({ cwd: tmpdir(), args: ['lsp', '--root', one.root, '--stdio'] });
    ended.push(() => client.close());
    await client.initialize([]);
    expect(await named(client, 'first')).toEqual(['first']);
    const older = begin(tmpdir());
    await older.initialize([], { rootUri: uriFor(other.root), workspaceFolders: null });
    expect(await named(older, 'second')).toEqual(['second']);
  });

  it('says once what to do where a folder is no project, or its settings are wrong', async () => {
    const loose = realpathSync(mkdtempSync(join(tmpdir(), 'loose-')));
    ended.push(() => rmSync(loose, { recursive: true }));
    mkdirSync(join(loose, 'deeper'));
    writeFileSync(join(one.root, 'code-scout.config.json'), '{ "indexing": { "maxWorkers": "many" } }');
    const client = begin(one.root);
    await client.initialize([join(loose, 'deeper'), one.root]);
    expect(await named(client, 'first')).toEqual([]);
    const messages = shownMessages(client);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatch(/no project to index.*git init/);
    expect(messages[1]).toMatch(/maxWorkers/);
  });
});

it('answers a cancelled request with its error, and the next ones as usual', async () => {
  const client = begin(one.root);
  await client.initialize([one.root]);
  await named(client, 'first');
  const from = client.messages.length;
  // Both in one piece: the cancellation is there before the work begins.
  const id = 'cancelled';
  client.send(
    { jsonrpc: '2.0', id, method: 'workspace/symbol', params: { query: 'first' } },
    { jsonrpc: '2.0', method: '$/cancelRequest', params: { id } },
  );
  expect((await client.answerTo(id, from)).error!.code).toBe(-32_800);
  expect(await named(client, 'first')).toEqual(['first']);
});

// A run that is over before the server looks at it shows nothing: src/lsp/index-progress.test.ts has those that last.
it('begins and ends the progress of a first index, and answers from all of it', async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 3000; i++)
    files[`src/m${i}.ts`] = `export function f${i}(a: number): number {\n  return a + ${i};\n}\n`.repeat(8);
  one.write(files);
  const client = begin(one.root);
  await client.initialize([one.root], { capabilities: { window: { workDoneProgress: true } } });
  const values = (): Record<string, unknown>[] =>
    client.messages
      .filter(({ method }) => method === '$/progress')
      .map(({ params }) => params!['value'] as Record<string, unknown>);
  await until(async () => (await named(client, 'f2999')).length > 0);
  const isShown = client.messages.some(({ method }) => method === 'window/workDoneProgress/create');
  if (!isShown) return;
  await until(() => values().some(({ kind }) => kind === 'end'));
  expect(values()[0]).toMatchObject({ kind: 'begin', title: 'Code Scout: indexing' });
});

describe('settings', () => {
  it('leaves requests to other servers, by language', async () => {
    const client = begin(one.root);
    const { capabilities } = await client.initialize([one.root, other.root], {
      initializationOptions: { features: { '*': ['definition', 'hover'], typescript: ['hover'] } },
    });
    expect(capabilities).toMatchObject({ definitionProvider: true, hoverProvider: true });
    expect(capabilities).not.toHaveProperty('referencesProvider');
    expect(capabilities).not.toHaveProperty('codeLensProvider');
    expect(await client.at('definition', uriFor(join(one.root, 'a.ts')), { line: 1, character: 0 })).toEqual([]);
    expect(await client.at('hover', uriFor(join(one.root, 'a.ts')), { line: 1, character: 0 })).not.toBeNull();
    expect(await client.at('definition', uriFor(join(other.root, 'b.py')), { line: 4, character: 0 })).toHaveLength(1);
  });

  it('asks the client for its settings, and again when they change', async () => {
    let enabled: unknown = ['workspaceSymbol'];
    const client = begin(one.root, { 'workspace/configuration': () => [{ features: { '*': enabled } }] });
    await client.initialize([one.root], { capabilities: { workspace: { configuration: true } } });
    const uri = uriFor(join(one.root, 'a.ts'));
    await client.wait(({ method }) => method === 'workspace/configuration');
    expect(await named(client, 'first')).toEqual(['first']);
    expect(await client.at('definition', uri, { line: 1, character: 0 })).toEqual([]);
    enabled = true;
    const from = client.messages.length;
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.wait(({ method }) => method === 'workspace/configuration', from);
    await until(async () => (await client.at<Location[]>('definition', uri, { line: 1, character: 0 })).length === 1);
  });

  it('says what it cannot use of them', async () => {
    const client = begin(one.root);
    await client.initialize([one.root], { initializationOptions: { features: { go: ['fly'], rust: 7 } } });
    await named(client, 'first');
    expect(shownMessages(client).join('\n')).toMatch(
      /fly is not one of definition[^\n]*\n[^\n]*features\.rust must be/,
    );
  });
});
