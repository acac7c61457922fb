import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Language } from '../src/languages/language.ts';
import { SummaryWriter } from '../src/model/summary-writer.ts';
import { checkUnit } from './check-boundaries.ts';
import { at, start } from './lib/repository.ts';
import { missingLanguagePlaces, missingToolPlaces, placeText, tooLongInstructions } from './lib/places.ts';
import { isName, kinds, scaffold, withLine } from './lib/scaffold.ts';

describe('scaffold', () => {
  it.each(kinds)('writes a %s that parses and follows the rules', (kind) => {
    const { files, added, next } = scaffold(kind, 'sample');
    for (const [path, content] of Object.entries(files)) {
      expect(parseSync(path, content).errors).toEqual([]);
      expect(checkUnit(path, content)).toEqual([]);
    }
    expect(Object.keys(files).length).toBeGreaterThan(0);
    for (const line of added) {
      const text = withLine(readFileSync(at(line.path), 'utf8'), line);
      expect(parseSync(line.path, text).errors).toEqual([]);
    }
    expect(next.join('\n')).toContain('fails until then');
  });

  it.each([
    ['tool', 'aaa', ["Ask> = {|'aaa'|changes", "Record<string, unknown>>> = {|'aaa'|chunk_file"]],
    [
      'tool',
      'count-files',
      ["'code-scout_status'|'count_files'|explain_usage", "'code-scout_status'|'count_files'|find_path"],
    ],
    ['tool', 'zip', ["search_repo|'zip'|};", "}),|'zip'|};"]],
    ['dialect', 'perl', ['./lua/dialect.ts|./perl/dialect.ts|./php/dialect.ts', 'lua|perl|php']],
    ['language', 'solidity', ['tree-sitter-scala.wasm|tree-sitter-solidity.wasm|tree-sitter-swift.wasm']],
  ] as const)('keeps a list sorted when it adds the %s %s', (kind, name, expected) => {
    const found = scaffold(kind, name).added.map((added) => {
      const lines = withLine(readFileSync(at(added.path), 'utf8'), added).split('\n');
      const place = lines.indexOf(added.line);
      return lines.slice(place - 1, place + 2);
    });
    for (const triple of expected) {
      const parts = triple.split('|');
      expect(found.some((lines) => lines.every((line, at) => line.includes(parts[at]!)))).toBe(true);
    }
    expect(found).toHaveLength(expected.length);
  });

  it.each([
    ['tool', 'get-callers', true],
    ['tool', 'Get', false],
    ['tool', '../evil', false],
    ['tool', '', false],
    ['language', 'csharp', true],
    ['language', 'c-sharp', false],
  ] as const)('%s %s: %s', (kind, name, fine) => {
    expect(isName(kind, name)).toBe(fine);
  });

  it('writes nothing for a language of which only words are indexed so far, and says what to do', async () => {
    const { code, output } = await start('node', [at('scripts', 'new.ts'), 'language', 'haskell']);
    expect(code).toBe(2);
    for (const path of ['functional.ts', 'sample/Shelf.hs', 'golden/Shelf.hs.json'])
      expect(output).toContain(`src/languages/text/${path}: `);
    expect(existsSync(at('src', 'languages', 'haskell'))).toBe(false);
  });

  it('names a tool with underscores and its folder with hyphens', () => {
    for (const given of ['count-symbols', 'count_symbols']) {
      const { files } = scaffold('tool', given);
      expect(files['src/tools/count-symbols/tool.ts']).toContain("name: 'count_symbols'");
    }
  });

  it('adds a row for a grammar that is installed, and none for one that is not', () => {
    expect(scaffold('language', 'solidity').added.map(({ line }) => line)).toEqual([
      "  'tree-sitter-solidity.wasm': ['@repomix/tree-sitter-wasms', 'out/tree-sitter-solidity.wasm'],",
    ]);
    expect(scaffold('language', 'nosuch').added).toEqual([]);
  });
});

describe('the places of what is new', () => {
  it('of a tool: what agents are advised, and questions', () => {
    expect(missingToolPlaces({ name: 'get_callers', output: z.object({}) })).toEqual([]);
    expect(missingToolPlaces({ name: 'count_symbols', output: z.object({}) }).map(({ file }) => file)).toEqual([
      'src/mcp/instructions.ts',
      'test/e2e/tool-questions.ts',
      'bench/quality/random-questions.ts',
    ]);
  });

  it('of all tools together: advice that is short enough', () => {
    expect(tooLongInstructions()).toEqual([]);
    expect(tooLongInstructions('x'.repeat(2000)).map(placeText)).toEqual([
      'all tools: src/mcp/instructions.ts: shorten the advice: 2000 characters, at most 1999',
    ]);
  });

  it('of a language: grammar, sample, and with a summary its dialect and tests', () => {
    const language: Language = {
      id: 'sample',
      name: 'Sample',
      extensions: ['.sample'],
      nature: 'code',
      parser: 'tree-sitter',
      grammar: { wasm: 'tree-sitter-sample.wasm', query: '', summary: () => new SummaryWriter().finish([]) },
      keywords: [],
    };
    expect(missingLanguagePlaces('sample', language).map(placeText)).toEqual([
      expect.stringContaining('sample: README.md: '),
      expect.stringContaining('sample: scripts/lib/grammars.ts: add a row for tree-sitter-sample.wasm'),
      expect.stringContaining('sample: src/languages/sample/sample/: '),
      expect.stringContaining('sample: src/graph/languages/registry.ts: '),
      expect.stringContaining('sample: test/graph/sample*.test.ts: '),
      expect.stringContaining('sample: src/graph/scip/languages.ts: '),
    ]);
    expect(missingLanguagePlaces('sample', { ...language, parser: 'text' })).toEqual([]);
  });
});
