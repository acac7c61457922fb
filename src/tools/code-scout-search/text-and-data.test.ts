import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TagHit, TagSearchResult } from '../../engine/types.ts';
import { definitionKinds } from '../../model/definition.ts';
import { definition, hit, importOf, searchResult } from '../testing/fixed-engine.ts';
import type { ToolAnswer } from '../tool.ts';
import { search, type Structured } from './testing/search.ts';
import { tool } from './tool.ts';

const word = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' });
const anyHit: fc.Arbitrary<TagHit> = fc
  .record({
    path: word,
    definitions: fc.array(
      fc
        .tuple(
          fc.constantFrom(...definitionKinds),
          fc.oneof(word, fc.constantFrom('__proto__', 'constructor', 'toString')),
          fc.option(word),
        )
        .map(([kind, name, signature]) => definition(kind, name, signature)),
      { maxLength: 9 },
    ),
    imports: fc.array(
      fc
        .tuple(fc.constantFrom('local' as const, 'external' as const, 'builtin' as const), word)
        .map(([type, module]) => importOf(type, module)),
      { maxLength: 12 },
    ),
    matchedTags: fc.subarray(['user', 'login']),
  })
  .map(({ path, ...parts }) => hit(path, parts));

/** What the text says, read back from it. */
function readText(text: string): {
  total: number;
  time: number;
  results: number;
  notes: string[];
  files: Structured['files'];
} {
  const [, total, time, results] =
    /^# Query Results\n\*\*Total files:\*\* (\d+)\n\*\*Execution time:\*\* (\d+)ms\n\*\*Results:\*\* (\d+)\n\n/.exec(
      text,
    ) ?? [];
  const [head = '', ...blocks] = text.split(/^### File: /m);
  const files = blocks.map((block) => {
    const lines = block.split('\n');
    const file: Structured['files'][number] = { path: lines[0] ?? '' };
    for (const line of lines.slice(1)) {
      const definitions = /^\*\*Definitions:\*\* (\d+)$/.exec(line);
      const imports = /^\*\*Imports:\*\* (\d+)$/.exec(line);
      const tags = /^\*\*Tags found:\*\* (.*)$/.exec(line);
      const more = /^- \.\.\. and (\d+) more$/.exec(line);
      const group = /^- (local|external|builtin): (.*)$/s.exec(line);
      if (definitions !== null) file.definitions = { total: Number(definitions[1]), shown: [] };
      else if (imports !== null) file.imports = { total: Number(imports[1]) };
      else if (tags !== null) file.tags_found = tags[1] === '' ? [] : (tags[1] ?? '').split(', ');
      else if (more !== null)
        expect((file.definitions?.shown.length ?? 0) + Number(more[1])).toBe(file.definitions?.total);
      else if (file.imports !== undefined && group !== null)
        (file.imports as Record<string, unknown>)[group[1] ?? ''] = group[2];
      else if (line.startsWith('- ')) file.definitions?.shown.push(line.slice(2));
    }
    return file;
  });
  return {
    total: Number(total),
    time: Number(time),
    results: Number(results),
    notes: [...head.matchAll(/^> (.*)$/gm)].map((note) => note[1] ?? ''),
    files,
  };
}

describe('text and data', () => {
  it('carry the same facts', async () => {
    const result = fc
      .tuple(fc.array(anyHit, { maxLength: 8 }), fc.nat(50))
      .map(([hits, more]): TagSearchResult => searchResult(hits, { totalFiles: hits.length + more }));
    await fc.assert(
      fc.asyncProperty(result, fc.constantFrom(1000, 2000, 8000), async (found, max_chars) => {
        const { text, data, answer }: { text: string; data: Structured; answer: ToolAnswer } = await search(
          { tags: ['user', 'login'], max_chars },
          { search: found },
        );
        expect(answer.isError).toBeUndefined();
        expect(tool.output?.safeParse(data).success).toBe(true);
        const said = readText(text);
        expect(said.total).toBe(data.total_files);
        expect(said.time).toBe(data.execution_time);
        expect(said.results).toBe(data.results);
        expect(said.notes).toEqual(data.notes ?? []);
        expect(said.files.length).toBe(data.files.length);
        said.files.forEach((file, i) => {
          const other = data.files[i];
          expect(file.path).toBe(printed(other?.path ?? ''));
          expect(file.definitions).toEqual(other?.definitions);
          expect(file.imports?.total).toBe(other?.imports?.total);
          for (const type of ['local', 'external', 'builtin'] as const) {
            const more = other?.imports?.more?.[type];
            const line =
              other?.imports?.[type] === undefined
                ? undefined
                : `${other.imports[type].join(', ')}${more === undefined ? '' : `, +${more} more`}`;
            expect(file.imports?.[type]).toBe(line);
          }
          expect(file.tags_found).toEqual(other?.tags_found);
        });
      }),
      { numRuns: 150 },
    );
  });
});

function printed(path: string): string {
  return path.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    character === '\n'
      ? '\\n'
      : character === '\t'
        ? '\\t'
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
