/**
 * `npm run bench -- vectors [--rows 100000,1000000] [--dimensions 128,256] [--queries 100] [--write]`: the cost of an
 * exact search of synthetic vectors in CPU time and memory. The WebAssembly kernel and plain JavaScript take turns in
 * one process. Searches are over all vectors, over a tenth of the files (with a new filter for each query), and with a
 * rescoring of the best 100.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { VectorIndex, type VectorSearchOptions } from '../../src/search/vectors/vector-index.ts';
import { recordResults } from '../lib/results.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000,1000000' },
    dimensions: { type: 'string', default: '128,256' },
    queries: { type: 'string', default: '100' },
    write: { type: 'boolean' },
    /** Measures one pair of rows and dimensions in this process. */
    here: { type: 'boolean' },
  },
});
const queries = Number(values.queries);
const k = 10;
const files = 10_000;
/** The target: CPU milliseconds at the 95th percentile. */
const targets: ReadonlyMap<number, number> = new Map([
  [100_000, 15],
  [1_000_000, 60],
]);

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 8;
  };
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/** The index, and the cost of filling it: CPU microseconds and bytes of resident memory per row. */
async function fill(
  rows: number,
  dimensions: number,
  simd: boolean,
): Promise<{ index: VectorIndex; putUs: number; residentBytes: number }> {
  const next = generator(dimensions);
  const index = new VectorIndex({ dimensions, simd });
  const vector = new Int8Array(dimensions);
  const resident = process.memoryUsage.rss();
  const ms = await cpuMs(() => {
    for (let id = 0; id < rows; id++) {
      // Two random numbers per row, so that the generator is not what is measured.
      const from = next() & 0xff;
      const step = next() | 1;
      for (let i = 0; i < dimensions; i++) vector[i] = Math.imul(i + from, step) >>> 16;
      index.put(id, { vector, scale: 0.001 + (id % 7) / 10_000, file: id % files });
    }
  });
  return { index, putUs: (ms * 1000) / rows, residentBytes: (process.memoryUsage.rss() - resident) / rows };
}

interface Timing {
  name: string;
  index: VectorIndex;
  /** Only every nth query is asked: slow searches get fewer. */
  every: number;
  options: (index: VectorIndex) => VectorSearchOptions;
  ms: number[];
}

function timings(fast: VectorIndex, plain: VectorIndex): Timing[] {
  const tenth = Uint8Array.from({ length: files }, (_, file) => (file % 10 === 0 ? 1 : 0));
  return [
    { name: 'WebAssembly', index: fast, every: 1, options: () => ({}), ms: [] },
    {
      name: 'WebAssembly, a tenth of the files',
      index: fast,
      every: 1,
      options: (one) => ({ filter: one.rowsOfFiles(tenth) }),
      ms: [],
    },
    { name: 'WebAssembly, with 100 rescored', index: fast, every: 1, options: () => ({ rescore: 100 }), ms: [] },
    { name: 'JavaScript', index: plain, every: 5, options: () => ({}), ms: [] },
  ];
}

async function measure(rows: number, dimensions: number): Promise<string[]> {
  const fast = await fill(rows, dimensions, true);
  const plain = await fill(rows, dimensions, false);
  if (!fast.index.simd) throw new Error('this machine has no WebAssembly SIMD');
  const next = generator(99);
  const all = timings(fast.index, plain.index);
  // The first queries warm up V8's compilers.
  for (let query = -5; query < queries; query++) {
    const vector = Float32Array.from({ length: dimensions }, () => (next() & 0xffff) / 32_768 - 1);
    const answers = await Promise.all(
      [fast.index, plain.index].map(async (index) =>
        query === 0 ? JSON.stringify(await index.search(vector, k)) : '',
      ),
    );
    if (answers[0] !== answers[1]) throw new Error(`the kernels differ: ${answers.join(' ')}`);
    for (const { index, every, options, ms } of all) {
      if (query >= 0 && query % every !== 0) continue;
      const cost = await cpuMs(() => index.search(vector, k, options(index)));
      if (query >= 0) ms.push(cost);
    }
  }
  const bytes = (fast.index.bytes / rows).toFixed(0);
  const filled = `${bytes} / ${fast.residentBytes.toFixed(0)}`;
  fast.index.close();
  plain.index.close();
  return all.map(({ name, ms }) => {
    const target = name === 'JavaScript' ? '' : (targets.get(rows)?.toString() ?? '');
    const [p50, p95] = [0.5, 0.95].map((part) => percentile(ms, part).toFixed(2));
    return `| ${rows} × ${dimensions} | ${name} | ${p50} | ${p95} | ${target} | ${filled} | ${fast.putUs.toFixed(2)} |`;
  });
}

const head = [
  `The ten nearest of synthetic rows; ${queries} queries per line (a fifth of them for JavaScript), CPU milliseconds of the whole process. Bytes a`,
  'row with ids: by count / resident.',
  '',
  '| rows × dimensions | search | p50 | p95 | target p95 | bytes a row | put, CPU µs |',
  '|---|---|---|---|---|---|---|',
];

/** Each pair in its own process, because resident memory depends on what ran before. */
function measureApart(rows: number, dimensions: number): string[] {
  const args = ['--rows', String(rows), '--dimensions', String(dimensions), '--queries', String(queries), '--here'];
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { encoding: 'utf8' });
  process.stdout.write(output);
  return output.trimEnd().split('\n');
}

if (values.here === true) console.log((await measure(Number(values.rows), Number(values.dimensions))).join('\n'));
else {
  console.log(head.join('\n'));
  const lines: string[] = [];
  for (const rows of values.rows.split(',').map(Number)) {
    for (const dimensions of values.dimensions.split(',').map(Number)) lines.push(...measureApart(rows, dimensions));
  }
  if (values.write === true) {
    recordResults('vectors', 'Exact search of vectors', 'npm run bench -- vectors --write', [...head, ...lines]);
  }
}
