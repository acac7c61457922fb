/**
 * Every tool, called with random arguments and no budget on three real projects: no answer reaches 8,000 characters in
 * any of its forms.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownOf, questionsAbout, type Ask } from '../../bench/quality/random-questions.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { callTool } from '../../src/tools/call-tool.ts';
import { tools } from '../../src/tools/registry.ts';
import { seededRandom } from '../faults/random.ts';

const packages = join(import.meta.dirname, '..', '..', 'node_modules');
/** TypeScript, JavaScript, and C with bindings for other languages. */
const projects = [join('zod', 'src'), 'commander', 'tree-sitter-bash'];
const queries = 10;
const context = { signal: new AbortController().signal, progress: null };

describe.each(projects)('%s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-answers-'));
  let engine: Engine;
  let makers: Record<string, Ask>;
  beforeAll(async () => {
    const root = join(folder, 'project');
    cpSync(join(packages, name), root, {
      recursive: true,
      filter: (path) => !/\.(?:node|wasm|map)$|prebuilds/.test(path),
    });
    const flags = { 'database.path': join(folder, 'database.db') };
    const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
    engine = await openEngine({ root, config, indexing: 'inline' });
    await engine.index();
    const random = seededRandom(20_261_123);
    makers = questionsAbout(await knownOf(engine, random, []), random);
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s', async (_, tool) => {
    const make = makers[tool.name];
    if (make === undefined) throw new Error(`bench/quality/random-questions.ts has no questions for ${tool.name}`);
    for (let at = 0; at < (tool.annotations.readOnlyHint ? queries : 1); at++) {
      const args = make();
      const { texts, structured } = await callTool(tool, args, async () => engine, context);
      expect(texts.join('\n').length, JSON.stringify(args)).toBeLessThan(8000);
      expect(JSON.stringify(structured ?? null).length, JSON.stringify(args)).toBeLessThan(8000);
    }
  });
});
