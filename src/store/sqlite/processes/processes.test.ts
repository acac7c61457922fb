/** Several processes on one index, killed processes, and read-only files and folders. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { openStore } from '../../registry.ts';
import type { Store } from '../../store.ts';

let directory = '';
let path = '';
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'code-scout-processes-'));
  path = join(directory, 'database.db');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  chmodSync(directory, 0o755);
  await rm(directory, { recursive: true, force: true });
});

/** Starts a process with `openStore`, `path`, `file(path, terms, names)` and `say(text)` in scope. */
function run(body: string, options: { uid?: number } = {}): ChildProcess {
  const registry = new URL('../../registry.ts', import.meta.url).href;
  const packing = new URL('../../packed/packed-definitions.ts', import.meta.url).href;
  const script = `
    import { openStore } from ${JSON.stringify(registry)};
    import { packDefinitions } from ${JSON.stringify(packing)};
    const path = ${JSON.stringify(path)};
    const say = (text) => process.stdout.write(text + '\\n');
    const file = (path, terms, names = []) => ({
      path, rawPath: null, size: 1, mtimeMs: 1, hash: 'x', verifiedAtMs: 1, language: 'text', encoding: 'utf-8', lines: 1, traits: 0,
      definitionCount: names.length, definitionNames: names, importCount: 0,
      definitions: packDefinitions(names.map((name) => ({ name, kind: 'class', container: null, line: 1, column: 1, startLine: 1, startColumn: 1,
        endLine: 1, endColumn: 1, exported: true, docstring: null, decorators: [], signature: null }))),
      imports: new Uint8Array(0), references: new Uint8Array(0), referenceCount: 0, summary: new Uint8Array(0), chunks: new Uint8Array(0),
      chunkCount: 0, issues: [], macros: null,
      terms: [...terms].sort(), termCounts: new Uint8Array(terms.length * 9).fill(1), fieldLengths: new Array(9).fill(terms.length),
    });
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** The output of a process that has ended without an error. */
async function outputOf(child: ChildProcess): Promise<string> {
  const [output, errors, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(errors).toBe('');
  expect(code).toBe(0);
  return output;
}

/** Writes the same twenty files repeatedly; in each round all have the same tags and definitions. */
const rounds = `
  const store = await openStore({ file: path });
  const filler = Array.from({ length: 300 }, (_, n) => 'filler' + n);
  for (let round = Number(await store.getMeta('runState') ?? 0) + 1; ; round++) {
    const terms = [round % 2 === 0 ? 'even' : 'odd', 'round' + round, ...filler];
    await store.write({ files: Array.from({ length: 20 }, (_, n) => file('f' + n, terms, ['R' + round])), touched: [], removed: [] });
    await store.setMeta('runState', String(round));
    say(String(round));
    if (round % 5 === 0) await store.optimise();
  }`;

/** The round that the store shows; fails if it shows a mixture of rounds. */
async function roundOf(store: Store): Promise<number> {
  const { documents, postings } = await store.postings(['even', 'odd', 'filler7']);
  const [even, odd, filler] = postings.map((posting) => posting.rows.length);
  expect([even, odd].sort()).toEqual([documents.count, 0].sort());
  expect([documents.count, filler]).toEqual(documents.count === 0 ? [0, 0] : [20, 20]);
  const definitions = await store.definitions([...documents.ids]);
  const names = new Set([...definitions.values()].flat().map((definition) => definition.name));
  expect(names.size).toBeLessThanOrEqual(1);
  return Number([...names][0]?.slice(1) ?? 0);
}

describe('several processes', () => {
  it('keep all committed data and whole batches if a writer is killed', async () => {
    let last = 0;
    for (const delay of [0, 40, 90, 150]) {
      const child = run(rounds);
      let said = '';
      child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      while (!said.includes('\n')) {
        expect(child.exitCode).toBeNull();
        await sleep(5);
      }
      await sleep(delay);
      child.kill('SIGKILL');
      await once(child, 'close');
      const committed = Number(said.trim().split('\n').at(-1));
      expect(committed).toBeGreaterThan(last);
      const store = await openStore({ file: path });
      expect(store.notice).toBeNull();
      last = await roundOf(store);
      expect(last).toBeGreaterThanOrEqual(committed);
      expect(await store.check()).toEqual([]);
      await store.close();
    }
  });

  it('read whole batches while another one writes', async () => {
    const child = run(rounds);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    const reader = await openStore({ file: path }, { readOnly: true });
    const seen = new Set<number>();
    for (; seen.size < 25; await sleep(1)) {
      const { documents, postings } = await reader.postings(['even', 'odd', 'filler7']);
      expect(documents.count).toBe(20);
      expect(postings.map((posting) => posting.rows.length).sort((a, b) => a - b)).toEqual([0, 20, 20]);
      const definitions = await reader.definitions([...documents.ids]);
      // Between two calls the writer may have replaced the files; their old ids then find nothing, never half a file.
      expect([0, 20]).toContain(definitions.size);
      for (const [definition] of definitions.values()) seen.add(Number(definition?.name.slice(1)));
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    await reader.close();
  });

  it('may all create, write and optimise one index at once', async () => {
    const writer = (name: string): ChildProcess =>
      run(`
        const store = await openStore({ file: path });
        for (let n = 0; n < 40; n++) {
          await store.write({ files: [file('${name}' + n, ['shared', '${name}' + n])], touched: [], removed: n % 4 === 3 ? ['${name}' + (n - 1)] : [] });
          if (n % 10 === 9) await store.optimise();
        }
        say(store.notice ?? 'fine');
        await store.close();`);
    const outputs = await Promise.all(['a', 'b', 'c', 'd'].map((name) => outputOf(writer(name))));
    expect(outputs).toEqual(['fine\n', 'fine\n', 'fine\n', 'fine\n']);
    const store = await openStore({ file: path });
    expect((await store.postings(['shared'])).postings[0]?.rows).toHaveLength(120);
    expect(await store.check()).toEqual([]);
    await store.close();
  });
});

/** Runs as a user who cannot write files of root; root itself can write all files. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534 } : {};

describe('a read-only folder', () => {
  beforeEach(async () => {
    const store = await openStore({ file: path });
    await store.write({ files: [sampleFile({ path: 'a', terms: { word: { path: 1 } } })], touched: [], removed: [] });
    await store.close();
    chmodSync(path, 0o444);
    chmodSync(directory, 0o555);
  });

  it.each(['', ', { readOnly: true }'])('can be read from (openStore({ file: path }%s))', async (option) => {
    const child = run(
      `const store = await openStore({ file: path }${option});
      say(JSON.stringify([(await store.state()).documents.paths, (await store.postings(['word'])).postings[0].rows.length, await store.check()]));
      await store.close();`,
      unprivileged,
    );
    expect(JSON.parse(await outputOf(child))).toEqual([['a'], 1, []]);
  });

  it.each([
    ['writing', `(await openStore({ file: path })).setMeta('root', 'x')`],
    ['creating an index in it', `openStore({ file: path + '-folder/database.db' })`],
  ])('is named in the error for %s', async (_, work) => {
    const child = run(
      `await ${work}.then(() => say('done'), (error) => say(JSON.stringify([error.code, error.hint])));`,
      unprivileged,
    );
    const [code, hint] = JSON.parse(await outputOf(child)) as [string, string];
    expect(code).toBe('DatabaseError');
    expect(hint).toMatch(/permissions/);
  });

  it('is named in the error if the log has commits that cannot be read', async () => {
    chmodSync(directory, 0o755);
    chmodSync(path, 0o644);
    const writer = run(`
      const store = await openStore({ file: path });
      await store.write({ files: [file('b', ['word'])], touched: [], removed: [] });
      say('written');
      setInterval(() => {}, 1000);`);
    await once(writer.stdout as NonNullable<typeof writer.stdout>, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'close');
    await rm(`${path}-shm`);
    chmodSync(path, 0o444);
    chmodSync(directory, 0o555);
    const child = run(
      `await openStore({ file: path }, { readOnly: true }).then(() => say('opened'), (error) => say(JSON.stringify([error.code, error.message])));`,
      unprivileged,
    );
    const [code, message] = JSON.parse(await outputOf(child)) as [string, string];
    expect(code).toBe('DatabaseError');
    expect(message).toMatch(/log/);
    mkdirSync(join(directory, 'unused'), { recursive: true });
  });
});

it('writes nothing to standard error', async () => {
  const child = run(`
    process.on('warning', () => say('a warning'));
    await (await openStore({ file: path })).close();
    process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');`);
  const [output, errors] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
  ]);
  // The only warning is that of the script itself: just the driver's warning is dropped.
  expect(output).toBe('a warning\n');
  expect(errors.match(/ExperimentalWarning/g)).toHaveLength(1);
});
