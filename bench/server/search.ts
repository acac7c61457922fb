/**
 * `npm run bench -- search [--chunks 100000,1000000] [--questions 200] [--folder DIR] [--write]`: the cost of a
 * question on large projects, by vector search and by hybrid search, in CPU time and wall-clock time; and the memory
 * per chunk. Everything runs on one core, including garbage collection and compilation. The projects are synthetic
 * (bench/lib/synthetic-project.ts): files on disk, rows in a real index, vectors by the embedded model; only parsing is
 * left out. `--folder` keeps them for the next run. No question is asked twice, no answers are cached, and the process
 * has answered others before.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { createStaticEmbedder, shippedWeights } from '../../src/embed/static/static.ts';
import { embedIndex } from '../../src/engine/embedding/embedding.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { workerData } from '../../src/engine/indexing/indexing.ts';
import { chunkText } from '../../src/extract/chunks/chunks.ts';
import { ChunkWordsReader } from '../../src/extract/words/chunk-words.ts';
import { TagExtractor } from '../../src/extract/words/tags.ts';
import { WordKernel } from '../../src/kernels/words.ts';
import { languages } from '../../src/languages/registry.ts';
import { packChunkWords } from '../../src/store/packed/packed-chunk-words.ts';
import { packChunks } from '../../src/store/packed/packed-chunks.ts';
import { packDefinitions } from '../../src/store/packed/packed-definitions.ts';
import { openStore } from '../../src/store/registry.ts';
import type { FileWrite } from '../../src/store/store.ts';
import { syntheticFile, syntheticQuestions } from '../lib/synthetic-project.ts';
import { recordResults } from '../lib/results.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000,1000000' },
    questions: { type: 'string', default: '200' },
    folder: { type: 'string' },
    write: { type: 'boolean' },
    /** Measures one project in this process. */
    here: { type: 'string' },
  },
});
const questions = Number(values.questions);
/** The size of a minimal project: its memory is that of the program, the model and the database's cache. */
const baseChunks = 1000;
const warmUp = 200;
const filesAtOnce = 500;
/** Targets: CPU milliseconds at the 95th percentile, and bytes of memory per chunk. */
const targets: ReadonlyMap<number, number> = new Map([
  [100_000, 15],
  [1_000_000, 60],
]);
const targetBytes = 400;

const typescript = languages.find(({ id }) => id === 'typescript')!;

interface Readers {
  tags: TagExtractor;
  words: ChunkWordsReader;
}

/** Writes a file to disk; gives its row and its number of chunks. */
function writeFile(root: string, number: number, { tags, words }: Readers): FileWrite {
  const { path, text, extraction } = syntheticFile(number);
  const location = join(root, path);
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, text);
  const { size, mtimeMs } = statSync(location);
  const chunks = chunkText(text, extraction);
  const { definitions } = extraction;
  const none = new Uint8Array(0);
  const { terms, counts, fieldLengths } = tags.extract(typescript, path, text, extraction);
  return {
    ...{ path, rawPath: null, size, mtimeMs, hash: hash('sha256', text, 'hex'), verifiedAtMs: Date.now() },
    ...{ language: typescript.id, encoding: 'utf-8', lines: text.split('\n').length - 1, traits: 0 },
    ...{ definitions: packDefinitions(definitions), definitionCount: definitions.length },
    definitionNames: definitions.map(({ name }) => name),
    ...{ imports: none, importCount: 0, references: none, referenceCount: 0, summary: none, issues: [], macros: null },
    ...{ chunks: packChunks(chunks), chunkCount: chunks.length },
    chunkWords: packChunkWords(words.read({ text, spans: chunks, definitions })),
    ...{ terms, termCounts: counts, fieldLengths },
  };
}

/** Makes a project with that many chunks, unless `folder` contains it. */
async function makeProject(folder: string, chunks: number): Promise<void> {
  const database = join(folder, 'index', 'database.db');
  if (existsSync(join(folder, 'whole'))) return;
  rmSync(folder, { recursive: true, force: true });
  const root = join(folder, 'tree');
  mkdirSync(root, { recursive: true });
  const store = await openStore({ file: database });
  const fileWords = new WordKernel();
  const readers = { tags: new TagExtractor(fileWords), words: new ChunkWordsReader(fileWords) };
  let made = 0;
  for (let number = 0; made < chunks;) {
    const files: FileWrite[] = [];
    while (files.length < filesAtOnce && made < chunks) {
      const file = writeFile(root, number++, readers);
      made += file.chunkCount;
      files.push(file);
    }
    await store.write({ files, touched: [], removed: [] });
  }
  const { config } = configOf(root, database);
  const embedder = await createStaticEmbedder(shippedWeights);
  await embedIndex({ store, data: workerData(root, config), embedder });
  await store.optimise();
  await store.setMeta('root', root);
  await store.setMeta('lastIndexedMs', String(Date.now()));
  await store.close();
  writeFileSync(join(folder, 'whole'), '');
}

function configOf(root: string, database: string): ReturnType<typeof loadConfig> {
  const flags = { 'database.path': database, 'search.cacheSize': 0 };
  return loadConfig({ root, flags, env: new Map(), userConfigDir: null });
}

interface Cost {
  cpuMs: number[];
  wallMs: number[];
}

async function ask(texts: readonly string[], question: (text: string) => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { cpuMs: [], wallMs: [] };
  for (const text of texts) {
    const started = performance.now();
    const before = process.cpuUsage();
    await question(text);
    const { user, system } = process.cpuUsage(before);
    cost.cpuMs.push((user + system) / 1000);
    cost.wallMs.push(performance.now() - started);
  }
  return cost;
}

/** Bytes of used heap and external memory after a garbage collection, and resident bytes. */
async function memory(): Promise<{ used: number; resident: number }> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await sleep(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
}

interface Figures {
  files: number;
  chunks: number;
  meaning: Cost;
  hybrid: Cost;
  memory: { used: number; resident: number };
}

async function measureHere(folder: string, chunks: number): Promise<Figures> {
  const root = join(folder, 'tree');
  const { config } = configOf(root, join(folder, 'index', 'database.db'));
  const engine: Engine = await openEngine({ root, config, indexing: 'inline' });
  const { filesIndexed: files } = await engine.status();
  const texts = syntheticQuestions(questions + warmUp, files);
  const hybrid = (query: string): Promise<unknown> => engine.searchRepo({ query, limit: 10 });
  const meaning = (query: string): Promise<unknown> => engine.semantic.search({ query, k: 10 });
  await ask(texts.slice(questions), hybrid);
  await ask(texts.slice(questions), meaning);
  const costs = {
    meaning: await ask(texts.slice(0, questions), meaning),
    hybrid: await ask(texts.slice(0, questions), hybrid),
  };
  const used = await memory();
  await engine.close();
  return { files, chunks, ...costs, memory: used };
}

function measureApart(folder: string, chunks: number): Figures {
  // V8's helper threads would run on another core.
  const flags = ['--expose-gc', '--single-threaded', fileURLToPath(import.meta.url)];
  const args = ['--here', folder, '--chunks', String(chunks), '--questions', String(questions)];
  return JSON.parse(execFileSync(process.execPath, [...flags, ...args], { encoding: 'utf8' })) as Figures;
}

function percentiles(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1);
  return `${at(0.5)} / ${at(0.95)}`;
}

function lineOf({ files, chunks, meaning, hybrid, memory: own }: Figures, base: Figures): string {
  const aChunk = (key: keyof Figures['memory']): string =>
    ((own[key] - base.memory[key]) / (chunks - base.chunks)).toFixed(0);
  const costs = [meaning.cpuMs, meaning.wallMs, hybrid.cpuMs, hybrid.wallMs].map(percentiles);
  const target = targets.get(chunks)?.toString() ?? '';
  return `| ${chunks} | ${files} | ${costs.join(' | ')} | ${target} | ${aChunk('used')} / ${aChunk('resident')} | ${targetBytes} |`;
}

async function main(): Promise<void> {
  if (values.here !== undefined) {
    console.log(JSON.stringify(await measureHere(values.here, Number(values.chunks))));
    return;
  }
  const projects = values.folder ?? mkdtempSync(join(tmpdir(), 'code-scout-bench-'));
  const lines = [
    `${questions} different questions, one after another, on one core, after ${warmUp} others; milliseconds at the median and the 95th`,
    `percentile. Memory afterwards beyond that of a project of ${baseChunks} chunks: in use (including up to 32 MB of cached terms)`,
    '/ resident (including what the collector keeps free for itself).',
    '',
    '| chunks | files | vectors, CPU | wall | hybrid, CPU | wall | target p95 | bytes a chunk | target |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  console.log(lines.join('\n'));
  const folderOf = (chunks: number): string => join(projects, String(chunks));
  try {
    await makeProject(folderOf(baseChunks), baseChunks);
    const base = measureApart(folderOf(baseChunks), baseChunks);
    for (const chunks of values.chunks.split(',').map(Number)) {
      await makeProject(folderOf(chunks), chunks);
      lines.push(lineOf(measureApart(folderOf(chunks), chunks), base));
      console.log(lines.at(-1));
    }
  } finally {
    if (values.folder === undefined) rmSync(projects, { recursive: true, force: true });
  }
  if (values.write === true)
    recordResults('search', 'The cost of questions to large projects', 'npm run bench -- search --write', lines);
}

await main();
