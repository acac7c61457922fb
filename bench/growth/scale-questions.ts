/** Questions to a server about a large tree, chosen from its index: the same for a tree and a seed, and none twice. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { openStore } from '../../src/store/registry.ts';
import { qualifiedName } from '../../src/model/link.ts';
import { hasTrait } from '../../src/model/file.ts';
import { measure } from '../lib/measure.ts';
import type { StdioServer } from '../lib/stdio-server.ts';
import { generator } from '../lib/synthetic-project.ts';
import { indexFolder } from './scale-tree.ts';

export interface Question {
  tool: string;
  args: Record<string, unknown>;
}

export interface QuestionKind {
  name: string;
  /** Limits of the client's wall-clock time in milliseconds (p50, p95). */
  ceiling: readonly [number, number];
  questions: readonly Question[];
}

interface Sample {
  path: string;
  fileId: number;
  name: string;
  qualified: string;
}

/** The number of files drawn for each question, because not every file has a suitable definition. */
const filesAQuestion = 6;

/** Functions, methods, classes and interfaces with distinctive names, one per file; none from generated files. */
async function drawSamples(root: string, count: number, seed: number): Promise<{ samples: Sample[]; rare: string[] }> {
  const store = await openStore({ file: join(root, indexFolder, 'database.db') });
  try {
    const random = generator(seed);
    const { documents } = await store.state();
    const rows = documents.paths
      .map((path, row) => ({ path, row }))
      .filter(({ row }) => !hasTrait(documents.traits[row]!, 'generated'))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    const samples: Sample[] = [];
    const names = new Set<string>();
    for (let tries = count * filesAQuestion; tries > 0 && samples.length < count; tries--) {
      const { path, row } = rows[random(rows.length)]!;
      const fileId = documents.ids[row]!;
      const fitting = ((await store.definitions([fileId])).get(fileId) ?? []).filter(
        ({ kind, name }) => ['function', 'method', 'class', 'interface'].includes(kind) && name.length >= 8,
      );
      const chosen = fitting[random(Math.max(1, fitting.length))];
      if (chosen === undefined || names.has(chosen.name)) continue;
      names.add(chosen.name);
      samples.push({ path, fileId, name: chosen.name, qualified: qualifiedName(chosen) });
    }
    const places = await store.definitionsNamed([...names]);
    const rare = [...names].filter((name) => (places.get(name) ?? []).length === 1);
    return { samples, rare };
  } finally {
    await store.close();
  }
}

function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z]+|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2);
}

/** A question in words about two definitions, as a person would type it. */
function phrase(a: Sample, b: Sample): string {
  return [...new Set([...wordsOf(a.name), ...wordsOf(b.name)])].slice(0, 6).join(' ');
}

export async function drawQuestions(root: string, count: number, seed: number): Promise<QuestionKind[]> {
  const { samples, rare } = await drawSamples(root, count * 2, seed);
  const some = samples.slice(0, count);
  const other = (at: number): Sample => samples[(at + count) % samples.length]!;
  return [
    {
      name: 'callers',
      ceiling: [2, 5],
      questions: some.map(({ path, qualified }) => ({
        tool: 'get_callers',
        args: { symbol: `${path}#${qualified}` },
      })),
    },
    {
      name: 'tag search (`code-scout_search`)',
      ceiling: [5, 15],
      questions: some.map(({ name }, at) => ({
        tool: 'code-scout_search',
        args: { tags: [...new Set([...wordsOf(name), ...wordsOf(other(at).name).slice(0, 1)])].slice(0, 4) },
      })),
    },
    {
      name: 'symbols by name (`search`)',
      ceiling: [5, 15],
      questions: some.map(({ name }) => ({ tool: 'search', args: { pattern: name } })),
    },
    {
      name: 'hybrid (`search_repo`)',
      ceiling: [10, 40],
      questions: some.map((sample, at) => ({ tool: 'search_repo', args: { query: phrase(sample, other(at)) } })),
    },
    {
      name: 'rare literal (`search_code`)',
      ceiling: [10, 40],
      questions: rare.slice(0, count).map((name) => ({ tool: 'search_code', args: { query: name } })),
    },
  ];
}

export interface Asked {
  /** Wall-clock time at the client of each question, in the order of asking (ms). */
  times: number[];
  /** CPU time of all server threads per question (ms). */
  cpuMs: number;
  errors: number;
}

/** The first `warmUp` questions are asked but not counted. */
export async function askAll(server: StdioServer, questions: readonly Question[], warmUp: number): Promise<Asked> {
  for (const { tool, args } of questions.slice(0, warmUp)) await server.call(tool, args);
  const counted = questions.slice(warmUp);
  const times: number[] = [];
  let errors = 0;
  const before = server.exactCpu();
  for (const { tool, args } of counted) {
    const from = performance.now();
    const answer = await server.call(tool, args);
    times.push(performance.now() - from);
    if (answer === null || answer.error !== null) errors++;
  }
  return { times, cpuMs: (server.exactCpu() - before) / counted.length, errors };
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The time that ripgrep takes alone, including its start (ms). */
export function ripgrepTimes(root: string, literals: readonly string[]): { times: number[]; cpuMs: number } {
  const costs = literals.map((literal) =>
    measure([rgPath, '--fixed-strings', '--line-number', '--', literal, '.'], root),
  );
  const cpuMs = (costs.reduce((sum, { cpuS }) => sum + cpuS, 0) / costs.length) * 1000;
  return { times: costs.map(({ wallS }) => wallS * 1000), cpuMs };
}

/** The time that SQLite takes alone to read the links into a file, by its path (ms). */
export function lookupTimes(root: string, questions: readonly Question[]): number[] {
  const database = new DatabaseSync(join(root, indexFolder, 'database.db'), { readOnly: true });
  try {
    const rows = database.prepare(
      'SELECT links.data FROM linked_files JOIN links ON links.to_file = linked_files.id WHERE linked_files.path = ?',
    );
    const paths = questions.map(({ args }) => String(args['symbol']).split('#')[0]!);
    return paths.map((path) => {
      const from = performance.now();
      rows.all(path);
      return performance.now() - from;
    });
  } finally {
    database.close();
  }
}
