/**
 * Searches over everything, of nodes that have a share of the repositories each: `phases-growth.ts NODES QUESTIONS vectors|words ROOT…` prints what they cost as
 * JSON. This process is the node that asks, and has no repository itself. While there are no copies, each answer is compared with that of one union.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { openUnion, type UnionEngine } from '../../src/engine/engine.ts';
import type { ShareLink } from '../../src/engine/phases/asked-shares.ts';
import type { Messages, ShareQuestion, ShareReply } from '../../src/engine/phases/messages.ts';
import {
  searchByMeaningInShares,
  searchRepoInShares,
  searchTagsInShares,
} from '../../src/engine/phases/search-shares.ts';
import { searchSymbolsInShares } from '../../src/engine/phases/symbols-in-shares.ts';
import { searchTextInShares } from '../../src/engine/phases/text-in-shares.ts';
import { loadConfig } from '../../src/config/load.ts';
import { percentile } from '../lib/measure.ts';
import { isCopy } from './copied-repositories.ts';
import { namesOf, openMany, wordQuestions, wordsOf } from './union-engines.ts';

export interface Cost {
  /** Of the median and of the 95th percentile (ms). */
  wall: { median: number; p95: number };
  /** CPU of the asking process, of all shares, and of the share that used most: means (ms). */
  askingMs: number;
  sharesMs: number;
  largestMs: number;
  /** Of a question: how often the shares were asked one after another, and what was sent and received (bytes). */
  rounds: number;
  bytes: number;
  /** What the postings of the question's words would have been (bytes). */
  postings: number;
}

export interface PhaseFigures {
  repositories: number;
  nodes: number;
  files: number;
  lines: number;
  firstMs: number;
  residentMb: number;
  /** Of how many questions the answer was compared with that of one union, and how many differ; null with copies. */
  compared: { questions: number; different: string[] } | null;
  costs: Record<string, Cost>;
}

interface Use {
  repositories: number;
  cpuMs: number;
  rss: number;
}

const [nodes, asked, kind, ...roots] = process.argv.slice(2);
const program = fileURLToPath(new URL('phases-share.ts', import.meta.url));

interface ShareProcess {
  child: ChildProcess;
  url: string;
  repositories: number;
}

async function startShare(at: number): Promise<ShareProcess> {
  const child = spawn(process.execPath, [program, String(at), nodes!, kind!, ...roots], { stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('close', () => fail(new Error('a share has ended')));
  });
  const { port, repositories } = JSON.parse(line) as { port: number } & Use;
  return { child, url: `http://127.0.0.1:${port}`, repositories };
}

const postingBytes = 13;
const traffic = { messages: 0, bytes: 0, postings: 0 };

function linkTo({ url }: ShareProcess): ShareLink {
  return {
    send: async (question) => {
      const body = JSON.stringify(question satisfies ShareQuestion);
      const response = await fetch(url, { method: 'POST', body });
      const text = await response.text();
      traffic.messages++;
      traffic.bytes += body.length + text.length;
      const { reply } = JSON.parse(text) as { reply: ShareReply<typeof question.kind> };
      if (question.kind === 'figures' && 'answer' in reply)
        for (const { fileCount } of (reply.answer as Messages['figures']['answer']).terms) traffic.postings += fileCount * postingBytes; // prettier-ignore
      return reply;
    },
  };
}

const useOf = ({ url }: ShareProcess): Promise<Use> => fetch(url).then((response) => response.json() as Promise<Use>);
const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const started = await Promise.all(Array.from({ length: Number(nodes) }, (_, at) => startShare(at)));
process.once('exit', () => {
  for (const { child } of started) child.kill('SIGKILL');
});
const shares = started.filter(({ repositories }) => repositories > 0);
const links = shares.map(linkTo);
const { search } = loadConfig({ root: roots[0]!, flags: {}, env: new Map(), userConfigDir: null }).config;
// As nodes open snapshots: their files are not compared with the disk.
const distinct = await openMany(
  roots.filter((root) => !isCopy(root)),
  { embeddings: kind === 'vectors', indexing: 'never' },
);
const union = distinct.length === roots.length ? await openUnion(distinct) : null;

/** Without what is not of the answer. */
function plain(answer: unknown): unknown {
  const leftOut = new Set(['executionTimeMs', 'cached', 'freshness', 'fileId']);
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (leftOut.has(key) ? undefined : value)));
}

/** Words of which any code has many lines: the best files are chosen by their numbers. */
const commonWords = ['return', 'import', 'test', 'error', 'name', 'value', 'string', 'if (', 'else', 'new '];

/** Two letters in the middle of a name change places. */
function misspelt(name: string): string {
  const at = Math.floor(name.length / 2);
  return name.slice(0, at - 1) + name[at]! + name[at - 1]! + name.slice(at + 1);
}

const different: string[] = [];
let compared = 0;

async function costOf(
  name: string,
  questions: readonly string[],
  ask: (question: string) => Promise<unknown>,
  ofUnion: (union: UnionEngine, question: string) => Promise<unknown>,
): Promise<Cost> {
  const times: number[] = [];
  const answers: unknown[] = [];
  Object.assign(traffic, { messages: 0, bytes: 0, postings: 0 });
  const before = await Promise.all(shares.map(useOf));
  let askingMs = 0;
  for (const question of questions) {
    const [started, cpu] = [performance.now(), ownCpu()];
    const answer = await ask(question);
    times.push(performance.now() - started);
    askingMs += ownCpu() - cpu;
    answers.push(plain(answer));
  }
  const after = await Promise.all(shares.map(useOf));
  const used = after.map(({ cpuMs }, at) => (cpuMs - before[at]!.cpuMs) / questions.length);
  for (const [at, question] of union === null ? [] : questions.entries()) {
    compared++;
    if (!isDeepStrictEqual(answers[at], plain(await ofUnion(union!, question)))) different.push(`${name} ${question}`);
  }
  const { messages, bytes, postings } = traffic;
  return {
    wall: { median: percentile(times, 0.5), p95: percentile(times, 0.95) },
    askingMs: askingMs / questions.length,
    sharesMs: used.reduce((sum, one) => sum + one, 0),
    largestMs: Math.max(...used),
    rounds: messages / questions.length / shares.length,
    bytes: bytes / questions.length,
    postings: postings / questions.length,
  };
}

const begun = performance.now();
await searchRepoInShares(links, { query: 'first question of all', limit: 10 });
const firstMs = performance.now() - begun;
const names = await namesOf(distinct, 6 * Number(asked));
const { fresh, again } = wordQuestions(wordsOf(names), Number(asked));
const sentences = again.map((words) => `how does the ${words.split(' ').slice(0, 2).join(' and the ')} work`);
const repo = (query: string): Promise<unknown> => searchRepoInShares(links, { query, limit: 10 });
const repoOf = (one: UnionEngine, query: string): Promise<unknown> => one.searchRepo({ query, limit: 10 });
const tags = (query: string): Promise<unknown> => searchTagsInShares(links, { tags: query.split(' '), limit: 10, mostDefinitions: 5 }, search); // prettier-ignore
const tagsOf = (one: UnionEngine, query: string): Promise<unknown> => one.searchTags({ tags: query.split(' '), limit: 10, mostDefinitions: 5 }); // prettier-ignore
const costs: PhaseFigures['costs'] = {};
costs['search_repo, new words'] = await costOf('search_repo', fresh, repo, repoOf);
costs['search_repo, known words'] = await costOf('search_repo', again, repo, repoOf);
costs['search_repo, sentences'] = await costOf('search_repo', sentences, repo, repoOf);
costs['search_repo, names'] = await costOf('search_repo', names.slice(0, Number(asked)), repo, repoOf);
costs['tags, known words'] = await costOf('tags', again, tags, tagsOf);
const known = names.slice(0, Number(asked));
const text = (query: string): Promise<unknown> => searchTextInShares(links, { query, limit: 50 });
const textOf = (one: UnionEngine, query: string): Promise<unknown> => one.text.search({ query, limit: 50 });
costs['search_code, names'] = await costOf('search_code', known, text, textOf);
costs['search_code, expressions'] = await costOf('search_code', known.map((name) => `${name.slice(0, 4)}\\w+\\(`), text, textOf); // prettier-ignore
costs['search_code, common words'] = await costOf('search_code', commonWords, text, textOf);
const symbols = (pattern: string): Promise<unknown> => searchSymbolsInShares(links, { pattern, offset: 0, limit: 100 });
const symbolsOf = (one: UnionEngine, pattern: string): Promise<unknown> => one.graph.search({ pattern, offset: 0, limit: 100 }); // prettier-ignore
costs['search, names'] = await costOf('search', known, symbols, symbolsOf);
costs['search, patterns'] = await costOf(
  'search',
  known.map((name) => `*${name.slice(0, 5)}*`),
  symbols,
  symbolsOf,
);
costs['search, misspelt'] = await costOf('search', known.map(misspelt), symbols, symbolsOf);
if (kind === 'vectors')
  costs['by meaning'] = await costOf(
    'by meaning',
    sentences,
    (query) => searchByMeaningInShares(links, { query, k: 10 }),
    (one, query) => one.semantic.search({ query, k: 10 }),
  );
const uses = await Promise.all(shares.map(useOf));
const sizes: { files: number; lines: number }[] = [];
for (const { engine } of distinct) {
  const { files } = await engine.listFiles({ limit: 1_000_000 });
  sizes.push({ files: files.length, lines: files.reduce((sum, one) => sum + one.lines, 0) });
}
const total = (of: 'files' | 'lines'): number => roots.reduce((sum, _, at) => sum + sizes[at % sizes.length]![of], 0);
const figures: PhaseFigures = {
  repositories: roots.length,
  nodes: shares.length,
  files: total('files'),
  lines: total('lines'),
  firstMs,
  residentMb: Math.round(Math.max(...uses.map(({ rss }) => rss)) / 2 ** 20),
  compared: union === null ? null : { questions: compared, different },
  costs,
};
console.log(JSON.stringify(figures));
await union?.close();
for (const { engine } of distinct) await engine.close();
process.exit(0);
