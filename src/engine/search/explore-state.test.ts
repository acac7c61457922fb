/** How often `explore` asks for the state of the index, and what it does if the index is written meanwhile. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { SqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { openEngine } from '../engine.ts';
import type { Engine, ExploreResult } from '../types.ts';

let root = '';
const engines: Engine[] = [];

function put(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

async function openIndexed(): Promise<Engine> {
  const flags = { 'embedding.provider': 'off', 'search.cacheSize': 0 };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  engines.push(engine);
  await engine.index();
  return engine;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-explore-state-'));
  mkdirSync(join(root, 'src'));
  put('package.json', '{}');
  put('src/session.ts', '/** Ends a session. */\nexport function expireSession(): void {}\n');
  for (const name of ['hour', 'night', 'season'])
    put(
      `src/${name}.ts`,
      `import { expireSession } from './session';\n\nexport function ${name}(): void {\n  expireSession();\n}\n`,
    );
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const explore = (engine: Engine): Promise<ExploreResult> =>
  engine.explore({ query: 'expire session', files: 20, chosen: 5, seen: new Set() });

/** The files that call the function, by the answer. */
function callersIn({ pieces }: ExploreResult): string[] {
  const piece = pieces.find(({ chunk }) => chunk.symbols.includes('expireSession'));
  return (piece?.surroundings?.callers ?? []).map(({ node }) => node.path).toSorted();
}

it('asks for the state of the index at its beginning and at its end only, however many links it looks up', async () => {
  const engine = await openIndexed();
  const state = vi.spyOn(SqliteStore.prototype, 'state');
  await explore(engine);
  state.mockClear();
  const { pieces } = await explore(engine);
  expect(pieces.filter(({ surroundings }) => surroundings !== null).length).toBeGreaterThan(3);
  expect(state).toHaveBeenCalledTimes(2);
});

it('looks the links up again if the index is written while it does', async () => {
  const engine = await openIndexed();
  expect(callersIn(await explore(engine))).toEqual(['src/hour.ts', 'src/night.ts', 'src/season.ts']);
  const reading = vi.spyOn(SqliteStore.prototype, 'linksFrom');
  reading.mockImplementationOnce(async function writtenBefore(this: SqliteStore, ...args) {
    reading.mockRestore();
    put('src/alarm.ts', "import { expireSession } from './session';\n\nexport const alarm = () => expireSession();\n");
    await openIndexed();
    return this.linksFrom(...args);
  });
  expect(callersIn(await explore(engine))).toContain('src/alarm.ts');
  expect(vi.isMockFunction(SqliteStore.prototype.linksFrom)).toBe(false);
});
