/**
 * `npm run bench -- fresh [--files 400,4000,14000] [--edits 20] [--root DIR] [--write]`: how long a saved edit takes to
 * appear in the answers of a running server, and its cost. The server is a process of its own over stdio with its
 * default settings, on a generated project of the given number of files that import one another (or a copy of DIR).
 * Three kinds of edits take turns, each in its own file:
 * - `comment`: nothing changes for other files;
 * - `body`: a function calls another one;
 * - `export`: a new exported function.
 * By the watcher: from the end of the write until another process reads the edit in the index, without any question to
 * the server. On read: from the end of the write, with questions from that moment on, until an answer has the edit.
 * CPU: that of the server's process and threads, from the write until it is idle, minus the idle consumption.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStore } from '../../src/store/registry.ts';
import type { Store } from '../../src/store/store.ts';
import { generator, syntheticFile } from '../lib/synthetic-project.ts';
import { median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';
import { rested, StdioServer } from '../lib/stdio-server.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '400,4000,14000' },
    edits: { type: 'string', default: '20' },
    root: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const edits = Number(values.edits);
const kinds = ['comment', 'body', 'export'] as const;
type Kind = (typeof kinds)[number];

/** Medians in milliseconds; CPU of a one-file change. */
const targets = { watched: 700, onRead: 50, cpu: 150 };

/** Files that each import the first definition of three others and call it. */
function writeProject(root: string, count: number): void {
  const random = generator(7);
  const files = Array.from({ length: count }, (_, number) => syntheticFile(number));
  for (const [number, { path, text }] of files.entries()) {
    const lines: string[] = [];
    const calls: string[] = [];
    for (let i = 0; i < 3; i++) {
      const other = files[random(count)]!;
      const name = other.extraction.definitions[0]!.name;
      if (other.path === path) continue;
      const from = relative(dirname(path), other.path);
      lines.push(`import { ${name} as used${i} } from '${from.startsWith('.') ? from : `./${from}`}';`);
      calls.push(`  used${i}(value, ${i});`);
    }
    const own = `export function entry${number}(value: string): void {\n${calls.join('\n')}\n}\n`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${lines.join('\n')}\n${text}\n${own}`);
  }
  writeFileSync(join(root, 'package.json'), '{ "name": "bench", "type": "module" }\n');
}

interface Edit {
  path: string;
  name: string;
  text: string;
}

/** The text of a file after the nth edit. */
function edited(root: string, path: string, kind: Kind, at: number): Edit {
  const before = readFileSync(join(root, path), 'utf8');
  const name = `fresh${kind[0]?.toUpperCase()}${kind.slice(1)}${at}`;
  if (kind === 'comment') return { path, name, text: `${before}\n// ${name}\n` };
  if (kind === 'export') return { path, name, text: `${before}\nexport function ${name}(): void {}\n` };
  const place = before.lastIndexOf('{\n') + 2;
  return { path, name, text: `${before.slice(0, place)}  ${name}();\n${before.slice(place)}` };
}

/** Whether the index, read by another process, has this content of the file. */
async function isIndexed(store: Store, { path, text }: Edit): Promise<boolean> {
  const [record] = await store.filesByPath([path]);
  return record?.size === Buffer.byteLength(text) && (await store.getMeta('linkingVersion')) !== null;
}

/** The question about an edit, and a test whether an answer has the edit. */
function question(
  kind: 'comment' | 'export',
  { path, name }: Edit,
): { tool: string; args: object; has: (answer: string) => boolean } {
  if (kind === 'export')
    return { tool: 'search', args: { pattern: name }, has: (answer) => answer.includes(`${name} [`) };
  return { tool: 'code-scout_search', args: { tags: [name.toLowerCase()] }, has: (answer) => answer.includes(path) };
}

interface Figures {
  files: number;
  watched: Record<Kind, number>;
  onRead: Record<Kind, number>;
  /** The share of first answers that had the edit. */
  first: number;
  cpu: Record<Kind, number>;
  memory: number;
}

async function measureProject(root: string, files: number): Promise<Figures> {
  const server = new StdioServer({ root });
  await server.open();
  await server.call('code-scout_index', { background: false });
  await rested(server, server.cpu());
  const store = await openStore({ file: join(root, '.code-scout', 'database.db') });
  const { paths } = (await store.state()).documents;
  const sources = paths.filter((path) => /\.[cm]?tsx?$/.test(path) && !path.endsWith('.d.ts'));
  const random = generator(11);
  const pick = (): string => sources[random(sources.length)]!;
  const watched = { comment: [], body: [], export: [] } as Record<Kind, number[]>;
  const onRead = { comment: [], body: [], export: [] } as Record<Kind, number[]>;
  const cpu = { comment: [], body: [], export: [] } as Record<Kind, number[]>;
  let firstTrue = 0;
  let asked = 0;
  // The first round warms up.
  for (let at = -1; at < edits; at++) {
    for (const kind of kinds) {
      const edit = edited(root, pick(), kind, at + 1000);
      const before = server.cpu();
      writeFileSync(join(root, edit.path), edit.text);
      const started = performance.now();
      while (!(await isIndexed(store, edit))) await sleep(5);
      const ms = performance.now() - started;
      const cost = await rested(server, before);
      if (at < 0) continue;
      watched[kind].push(ms);
      cpu[kind].push(cost);
    }
  }
  for (let at = -1; at < edits; at++) {
    for (const kind of ['comment', 'export'] as const) {
      const edit = edited(root, pick(), kind, at + 5000);
      const { tool, args, has } = question(kind, edit);
      writeFileSync(join(root, edit.path), edit.text);
      const started = performance.now();
      let tries = 1;
      while (!has((await server.call(tool, args))?.text ?? '') && tries < 200) tries++;
      const ms = performance.now() - started;
      await sleep(100);
      if (at < 0) continue;
      onRead[kind].push(ms);
      asked++;
      if (tries === 1) firstTrue++;
    }
  }
  const memory = server.memory();
  await store.close();
  await server.close();
  const medians = (lists: Record<Kind, number[]>): Record<Kind, number> => ({
    comment: median(lists.comment),
    body: median(lists.body),
    export: median(lists.export),
  });
  return {
    files,
    watched: medians(watched),
    onRead: medians(onRead),
    first: firstTrue / asked,
    cpu: medians(cpu),
    memory,
  };
}

const all: Figures[] = [];
for (const count of values.root === undefined ? values.files.split(',').map(Number) : [0]) {
  const root = mkdtempSync(join(tmpdir(), 'bench-fresh-'));
  try {
    if (values.root === undefined) writeProject(root, count);
    else
      cpSync(values.root, root, { recursive: true, filter: (path) => !/\/(?:\.code-scout|\.git)(?:\/|$)/.test(path) });
    const figures = await measureProject(root, count);
    all.push(figures);
    console.log(JSON.stringify(figures));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
const ms = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(0));
const lines = [
  '| files | by the watcher: comment / body / export, ms | on read: comment / export, ms | first answer true | CPU ms of an edit: comment / body / export | server’s memory, MB |',
  '|---|---|---|---|---|---|',
  ...all.map(
    ({ files, watched, onRead, first, cpu, memory }) =>
      `| ${files} | ${ms(watched.comment)} / ${ms(watched.body)} / ${ms(watched.export)} | ${ms(onRead.comment)} / ${ms(onRead.export)} | ${(first * 100).toFixed(0)} % | ${ms(cpu.comment)} / ${ms(cpu.body)} / ${ms(cpu.export)} | ${ms(memory)} |`,
  ),
];
console.log(lines.join('\n'));
const met = all.every(
  ({ watched, onRead, cpu }) =>
    kinds.every((kind) => watched[kind] < targets.watched && cpu[kind] < targets.cpu) &&
    onRead.comment < targets.onRead &&
    onRead.export < targets.onRead,
);
console.log(met ? 'All targets met.' : `Targets: ${JSON.stringify(targets)}`);
if (values.write === true) {
  recordResults('fresh', 'From a saved edit to a correct answer', 'npm run bench -- fresh --write', [
    `Medians of ${edits} edits of each kind, each in another file, with the server's default settings. CPU is counted in steps of 10 ms.`,
    '',
    ...lines,
  ]);
}
