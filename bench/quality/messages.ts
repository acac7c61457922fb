/**
 * `npm run bench -- messages DIR… [--most 40] [--write]`: how well hybrid search finds the file that a message comes
 * from. From each tree it takes up to `--most` quoted texts, evenly spread, that read like messages and occur in one
 * file only. Each is asked alone, quoted in a sentence, among other words, by its first half, and alone with values in
 * place of its placeholders; with the signal for literal text, and without it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { recordResults } from '../lib/results.ts';
import { askVariants, everything, type Variants } from './variants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '40' }, write: { type: 'boolean' } },
});
if (positionals.length === 0) throw new Error('name at least one directory');
const variants: Variants = new Map([
  [everything, {}],
  ['without `written`', { written: 0, writtenChunk: 0 }],
]);

const sources = /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|cs|c|cc|cpp|h|hpp|kt|scala|swift|exs?|lua|zig|hs|sh)$/;
const tests = /test|spec|fixture|vendor/i;
const literals = /"((?:[^"\\\n]|\\.){20,160})"|'((?:[^'\\\n]|\\.){20,160})'/g;
const words = /(?<![\w$%{])[a-z]{2,}(?![\w}])/gi;
const placeholders = /%[.\d]*[sdvqrw]|%\(\w+\)[sd]|[$#]\{[^}]*\}|\{[\w.!:]*\}|\$\w+|\\\([^)]*\)/gi;

/** Words of natural language, with few characters of code. */
function isMessage(text: string): boolean {
  const marks = text.match(/[=<>{};]/g) ?? [];
  return (text.match(words) ?? []).length >= 5 && marks.length <= 4 && /^[\x20-\x7e]+$/.test(text);
}

/** Null where a message has no such form. */
type Form = (message: string, value: string) => string | null;
const filled: Form = (message, value) => message.replaceAll(placeholders, value);
const forms = new Map<string, Form>([
  ['alone', (message) => message],
  [
    'in a sentence',
    (message, value) => `why do I get "${filled(message, value)!.replaceAll('"', "'")}" when I start the program`,
  ],
  ['within words', (message, value) => `it says ${filled(message, value)} since yesterday`],
  [
    'its first half',
    (message) => {
      const parts = message.replaceAll(placeholders, '').split(/\s+/);
      return parts.length < 8 ? null : parts.slice(0, Math.ceil(parts.length / 2)).join(' ');
    },
  ],
]);

/** Messages, each with its file. */
function messagesOf(root: string): [message: string, path: string][] {
  const paths = new Map<string, Set<string>>();
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1024 ** 3 }).toString();
  for (const path of listed.split('\0')) {
    if (!sources.test(path) || tests.test(path)) continue;
    for (const [, double, single] of readFileSync(join(root, path), 'utf8').matchAll(literals)) {
      const text = (double ?? single)!;
      if (isMessage(text)) paths.set(text, (paths.get(text) ?? new Set()).add(path));
    }
  }
  const all = [...paths].filter(([, files]) => files.size === 1);
  const count = Math.min(all.length, Number(values.most));
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!).map(([text, files]) => [
    text,
    [...files][0]!,
  ]);
}

/** Reciprocal ranks by form and variant. */
const ranks = new Map<string, number[]>();

async function askAll(engine: Engine, messages: readonly [message: string, path: string][]): Promise<void> {
  for (const [at, [message, path]] of messages.entries()) {
    for (const [form, make] of forms) {
      const query = make(message, `zq${at}x`);
      if (query === null) continue;
      for (const [variant, { files }] of await askVariants(engine, query, variants)) {
        const key = `${form} | ${variant}`;
        ranks.set(key, [...(ranks.get(key) ?? []), files.includes(path) ? 1 / (files.indexOf(path) + 1) : 0]);
      }
    }
  }
}

const asked: string[] = [];
for (const directory of positionals) {
  const root = resolve(directory);
  const flags = { 'database.path': ':memory:', 'search.cacheSize': '0' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index({ embeddings: true });
  const messages = messagesOf(root);
  await askAll(engine, messages);
  await engine.close();
  asked.push(`${basename(root)} (${messages.length})`);
}
const mean = (numbers: readonly number[]): string =>
  (numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(3);
const lines = [
  `Messages of ${asked.join(', ')}.`,
  '',
  '| a message | signals | questions | MRR | first | in ten |',
  '|---|---|---|---|---|---|',
  ...[...ranks].map(
    ([key, of]) =>
      `| ${key} | ${of.length} | ${mean(of)} | ${mean(of.map((rank) => Number(rank === 1)))} | ${mean(of.map((rank) => Number(rank > 0)))} |`,
  ),
];
console.log(lines.join('\n'));
if (values.write === true) {
  recordResults('messages', 'Finding the origin of a message', 'npm run bench -- messages DIR… --write', lines);
}
