/** Expensive questions end soon after their client is gone. Turns are counted, with a clock by which each step of a question is long. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine, type Engine } from '../engine/engine.ts';
import { callTool } from '../tools/call-tool.ts';
import { findTool } from '../tools/find-tool.ts';
import { tools } from '../tools/registry.ts';
import { asQuestion } from '../util/turns/question.ts';
import { answerExplorer } from './explorer.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-gone-'));
const files = 200;
let engine: Engine;

function git(...args: string[]): void {
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, env, stdio: 'ignore' });
}

beforeAll(async () => {
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'package.json'), '{"name":"gone","exports":"./src/all.ts"}');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'First');
  for (let at = 0; at < files; at++) {
    const next = (at + 1) % files;
    const text = `import { part${next} } from './part${next}';\n/** Counts the harbours. */\nexport function part${at}() {\n  return part${next}();\n}\nfunction lonely${at}() {}\n`;
    writeFileSync(join(root, 'src', `part${at}.ts`), text);
  }
  const all = Array.from({ length: 12 }, (_, at) => `export * from './part${at}';\n`);
  writeFileSync(join(root, 'src', 'all.ts'), all.join(''));
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({
    root,
    config: { ...config, search: { ...config.search, cacheSize: 0 } },
    indexing: 'inline',
  });
  // Else the first search makes the vectors, for all.
  await engine.index({ embeddings: true });
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

type Ask = (signal: AbortSignal) => Promise<unknown>;

const explorer =
  (name: string, query = ''): Ask =>
  (signal) =>
    answerExplorer(engine, { name, query, signal });

const tool =
  (name: string, args: object): Ask =>
  async (signal) => {
    const found = findTool(name, tools);
    if (!('tool' in found)) throw new Error(found.problem);
    return callTool(found.tool, args, async () => engine, { signal, progress: null });
  };

const questions: [string, Ask][] = [
  ['the map', explorer('map')],
  ['unused', explorer('unused')],
  ['cycles', (signal) => asQuestion(signal, () => engine.graph.cycles({ level: 'files', types: true, limit: 10 }))],
  ['impact', explorer('impact', 'id=src/part0.ts%23part0')],
  ['a search by meaning', explorer('search', 'q=harbours&mode=meaning')],
  ['explore', tool('explore', { query: 'where are the harbours counted' })],
  ['search', tool('search', { pattern: 'part*' })],
  ['search_repo', tool('search_repo', { query: 'harbours counted' })],
  ['get_impact', tool('get_impact', { symbol: 'src/part0.ts#part0', maxDepth: 20 })],
  ['changes', tool('changes', { base: 'HEAD' })],
];

/** What the clock shows (ms): later than the real one. */
let shown = 1e12;

/** Asks with a clock that moves 20 ms with each look at it. Returns how many turns were taken; after `mostTurns` the client is gone. */
async function turnsOf(ask: Ask, mostTurns: number): Promise<number> {
  const client = new AbortController();
  let turns = 0;
  const clock = vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => BigInt((shown += 20) * 1e6));
  const original = globalThis.setImmediate;
  const counted = vi.spyOn(globalThis, 'setImmediate').mockImplementation((run: () => void) => {
    if (++turns === mostTurns) client.abort();
    return original(run);
  });
  try {
    await ask(client.signal).catch((error: unknown) => {
      if (!client.signal.aborted) throw error;
    });
    return turns;
  } finally {
    counted.mockRestore();
    clock.mockRestore();
  }
}

it.each(questions)('%s', async (_, ask) => {
  const cancelled = await turnsOf(ask, 2);
  const whole = await turnsOf(ask, Infinity);
  expect(cancelled).toBeLessThanOrEqual(3);
  expect(whole).toBeGreaterThan(6);
});

// A part of a question that nobody waited for ended the server. The rejection of such a part fails a test run.
it('the entries of a project, at whatever turn', async () => {
  const ask = explorer('entries');
  const whole = await turnsOf(ask, Infinity);
  expect(whole).toBeGreaterThan(12);
  for (let turn = 1; turn <= whole; turn++) await turnsOf(ask, turn);
});
