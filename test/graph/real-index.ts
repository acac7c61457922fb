/** Indexes a small project in a folder of its own, for tests of answers about the graph. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';

interface IndexedProject {
  root: string;
  engine: Engine;
}

/** Call it at the top level of a test file. The project is removed after the tests. */
export async function indexed(files: Readonly<Record<string, string>>): Promise<IndexedProject> {
  const project = await openIndexed(files);
  afterAll(() => remove(project));
  return project;
}

/** Call it in a test. The project is removed after the test. */
export async function indexedInTest(files: Readonly<Record<string, string>>): Promise<IndexedProject> {
  const project = await openIndexed(files);
  onTestFinished(() => remove(project));
  return project;
}

async function remove({ root, engine }: IndexedProject): Promise<void> {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
}

async function openIndexed(files: Readonly<Record<string, string>>): Promise<IndexedProject> {
  const root = mkdtempSync(join(tmpdir(), 'code-scout-answers-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const engine = await openEngine({ root, config: loadConfig({ root }).config, indexing: 'inline' });
  await engine.index();
  return { root, engine };
}

/** The id that a name means, the ids of all that it may mean or of all members, or the nearest names. */
export async function meaning(engine: Engine, symbol: string): Promise<string | readonly string[]> {
  const choice = await engine.graph.resolve({ symbol });
  if (choice.kind === 'one') return choice.node.id;
  if (choice.kind === 'members') return choice.members.map(({ id }) => id);
  return choice.kind === 'several' ? choice.candidates.map(({ id }) => id) : ['none', ...choice.nearest];
}
