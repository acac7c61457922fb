/** Answers of searches if no file is indexed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { callTool } from '../../tools/call-tool.ts';
import { tools } from '../../tools/registry.ts';
import { openEngine } from '../engine.ts';
import type { Engine } from '../types.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-empty-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const questions: [string, Record<string, unknown>][] = [
  ['code-scout_search', { tags: ['lamp'] }],
  ['search', { pattern: 'lamp' }],
  ['search_repo', { query: 'where is the lamp' }],
  ['search_code', { query: 'lamp' }],
  ['search_code', { query: 'lamp.*', files_only: true }],
];

async function answers(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(work, 'project-'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine: Engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index();
    const said: string[] = [];
    for (const [name, args] of questions) {
      const tool = tools.find((one) => one.name === name)!;
      const signal = new AbortController().signal;
      const { texts, structured } = await callTool(tool, args, () => Promise.resolve(engine), {
        signal,
        progress: null,
      });
      const text = texts.join('\n');
      said.push(text);
      // `search_repo` returns text only.
      if (tool.output === null) continue;
      const notes = (structured?.['notes'] ?? []) as string[];
      for (const note of notes) expect(text).toContain(note);
      said.push(notes.join('\n'));
    }
    return said;
  } finally {
    await engine.close();
  }
}

const binary = 'a\0b\0c'.repeat(100);

describe('an index without files', () => {
  it.each<[string, Record<string, string>, string]>([
    ['of an empty project', {}, 'the project has no files.'],
    [
      'left out',
      { 'a.bin': binary },
      '1 path is left out (`code-scout files --left-out` lists them with the reasons).',
    ],
    [
      'of ignored files',
      { '.gitignore': '*\n', 'lamp.ts': 'lamp' },
      '2 paths are left out, such as .gitignore by the rule `.gitignore: *` (`code-scout files --left-out` lists them with the reasons).',
    ],
  ])('%s', async (_, files, reason) => {
    for (const said of await answers(files)) expect(said).toContain(`Nothing is indexed: ${reason}`);
  });

  it('does not hide that files were added', async () => {
    for (const said of await answers({ 'lens.ts': 'export const lens = 1;\n' }))
      expect(said).not.toContain('is indexed:');
  });
});
