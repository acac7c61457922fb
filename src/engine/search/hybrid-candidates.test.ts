/** Hybrid search skips only files that would not be shown: on a real index with files of all kinds. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';

const words = ['cache', 'token', 'expire', 'session', 'retry', 'parse', 'network', 'volume'];
const word = (at: number): string => words[at % words.length]!;

function textOf(at: number, extension: string): string {
  const [a, b, c] = [word(at), word(at * 3 + 1), word(at * 5 + 2)];
  if (extension === 'json') return JSON.stringify({ [a]: { [b]: Array.from({ length: at }, () => c) } }, null, 2);
  if (extension === 'yaml') return `${a}:\n  ${b}: ${c}\n  ${c}:\n    - ${a} ${at}\n`;
  const repeated = Array.from({ length: at % 7 }, () => `  // ${b} ${c}`).join('\n');
  const name = at % 10 === 0 ? a : `${a}${b}${at}`;
  return `/** The ${c} of ${a}. */\nexport function ${name}(${c}: string): string {\n${repeated}\n  return ${c};\n}\n`;
}

let root = '';
let engine: Engine;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-candidates-'));
  for (let at = 0; at < 160; at++) {
    const extension = ['ts', 'json', 'test.ts', 'yaml'][at % 4]!;
    const path = join(root, `${at % 3 === 0 ? 'vendor/' : ''}${word(at * 7)}/${word(at)}-${at}.${extension}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(at, extension));
  }
  const flags = { 'database.path': ':memory:', 'search.cacheSize': '0' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

describe('files that hybrid search skips', () => {
  const queries = words.flatMap((one, at) => [one, `${one} ${word(at + 3)}`, `test ${one} of ${word(at + 5)} ${one}`]);
  it.each(queries)('would not be shown for %j', async (query) => {
    for (const [limit, offset] of [
      [1, 0],
      [3, 0],
      [10, 5],
    ] as const) {
      const shown = async (minScore: number): Promise<unknown[]> => {
        const { hits } = await engine.searchRepo({ query, limit, offset, minScore });
        return hits.map(({ file, chunk, score, others }) => [file.path, chunk.id, score, others.map(({ id }) => id)]);
      };
      // With a least score all files are ranked.
      const whole = await shown(1e-12);
      expect(whole).toHaveLength(limit);
      expect(await shown(0)).toEqual(whole);
    }
  });
});

describe('a verbatim question', () => {
  const message = 'Refuse the parcel, for its seal was opened';
  const syllables = ['ba', 'ke', 'ri', 'to', 'lu', 'men', 'sa', 'vo'];
  const filler = (count: number): string =>
    Array.from({ length: count }, (_, at) => [9, 6, 3, 0].map((bits) => syllables[(at >> bits) & 7]).join('')).join(
      ' ',
    );
  const list = (count: number): string => `all:\n  ${filler(count)},\n  ${message}.\n  ${filler(count)}\n`;
  const files = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [
      `src/parcel-seal-opened-${at}.ts`,
      `/** Opened: the seal of a parcel. Refuse it. */\nexport function refuseParcelSealOpened${at}(parcel: string): string {\n  return parcel;\n}\n`,
    ]),
  );

  it.each([
    ['is found in a file that would not be shown otherwise', 3000, 'src/list.txt'],
    ['is not searched in a file that has words of any question', 30_000, undefined],
  ])('%s', async (_, count, expected) => {
    const own = mkdtempSync(join(tmpdir(), 'code-scout-written-'));
    mkdirSync(join(own, 'src'));
    for (const [path, text] of Object.entries({ ...files, 'src/list.txt': list(count) }))
      writeFileSync(join(own, path), text);
    const flags = { 'database.path': ':memory:', 'embedding.provider': 'off' };
    const { config } = loadConfig({ root: own, flags, env: new Map(), userConfigDir: null });
    const other = await openEngine({ root: own, config, indexing: 'inline' });
    try {
      await other.index();
      const { hits } = await other.searchRepo({ query: message, limit: 10 });
      expect(hits.map(({ file }) => file.path).find((path) => path === 'src/list.txt')).toBe(expected);
    } finally {
      await other.close();
      rmSync(own, { recursive: true, force: true });
    }
  });
});
