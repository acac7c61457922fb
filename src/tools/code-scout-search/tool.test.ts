import { describe, expect, it } from 'vitest';
import { definition, hit, importOf, searchResult } from '../testing/fixed-engine.ts';
import { search } from './testing/search.ts';
import { tool } from './tool.ts';

const rich = searchResult(
  [
    hit('src/user/user-service.ts', {
      matchedTags: ['user', 'login'],
      definitions: [
        definition('function', 'loginUser', '(name: string, password: string): Promise<User>'),
        definition('component', 'LoginForm', '(props: Props)'),
        definition('class', 'SessionStore'),
        definition('method', 'open', '(id: string): Session'),
        definition('interface', 'Options'),
        definition('typeAlias', 'Id', '= string'),
        definition('enumMember', 'Fast'),
      ],
      imports: [
        importOf('builtin', 'node:fs'),
        importOf('external', 'zod'),
        importOf('local', './a.ts'),
        importOf('local', './b.ts'),
        importOf('local', './b.ts'),
        importOf('local', './c.ts'),
        importOf('local', './d.ts'),
      ],
    }),
    hit('src/empty.ts'),
    hit('odd\nname.ts', { definitions: [definition('variable', 'user')] }),
  ],
  { totalFiles: 9 },
);

describe('the answer', () => {
  it('is the Markdown of the contract', async () => {
    const { text } = await search({ tags: ['user', 'login'], limit: 3 }, { search: rich });
    await expect(text).toMatchFileSnapshot('golden/rich.md');
  });

  it('shows definitions in the order of the engine, and counts those that it was not given', async () => {
    const definitions = [definition('property', 'size'), definition('function', 'findUsers')];
    const one = hit('a.ts', { definitions, definitionCount: 7 });
    const { text, data } = await search({ tags: ['user'] }, { search: searchResult([one]) });
    expect(data.files[0]?.definitions).toEqual({ total: 7, shown: ['variable size', 'function findUsers'] });
    expect(text).toContain('- ... and 5 more');
  });

  it('has the same facts as data', async () => {
    const { data } = await search({ tags: ['user', 'login'], limit: 3 }, { search: rich });
    await expect(`${JSON.stringify(data, null, 2)}\n`).toMatchFileSnapshot('golden/rich.json');
    expect(tool.output?.safeParse(data).success).toBe(true);
  });

  it('has the same header with and without notes', async () => {
    const header = /^# Query Results\n\*\*Total files:\*\* 9\n\*\*Execution time:\*\* 12ms\n\*\*Results:\*\* 3\n\n/;
    expect((await search({ tags: ['user'] }, { search: rich })).text).toMatch(header);
    const noted = { ...rich, freshness: { ...rich.freshness, state: 'indexing' as const, note: 'Still indexing.' } };
    const { text, data } = await search({ tags: ['user'] }, { search: noted });
    expect(text).toMatch(header);
    expect(text).toContain(
      '\n\n> Still indexing.\n> 6 more files match: the same call with offset: 3 goes on there.\n\n### File:',
    );
    expect(data.notes?.[0]).toBe('Still indexing.');
    expect(data.next_offset).toBe(3);
  });

  it('says how many files have each tag when nothing was found', async () => {
    const { text, data } = await search(
      { tags: ['user', 'nope'], filters: { hasTests: true } },
      { frequencies: [12, 0] },
    );
    expect(text).toContain('> Files that have each tag before the filters: user (12), nope (0). Use fewer filters.');
    expect(data).toMatchObject({ total_files: 0, results: 0, files: [] });
    expect((await search({ tags: ['x'] }, { frequencies: [0] })).text).toContain('Try other words');
    const past = await search({ tags: ['x'], offset: 50 }, { search: searchResult([], { totalFiles: 7 }) });
    expect(past.text).toContain('> offset is past the last of the 7 files that match.');
  });
});

describe('the budget', () => {
  const many = (count: number, signature = 'x'.repeat(200)) =>
    searchResult(
      Array.from({ length: count }, (_, i) =>
        hit(`src/folder-${i}/file-${i}.ts`, {
          definitions: Array.from({ length: 8 }, (__, k) =>
            definition('function', `${'long'.repeat(15)}${i}of${k}`, `(${signature})`),
          ),
          imports: ['a', 'b', 'c', 'd'].map((name) => importOf('local', `./${name}-${i}.ts`)),
        }),
      ),
      { totalFiles: 500 },
    );

  it.each([
    ['by default', {}, 8000],
    ['as asked', { max_chars: 50_000 }, 50_000],
    ['less', { max_chars: 1000 }, 1000],
  ])('holds %s, in both forms, and counts what it cut', async (_, extra, limit) => {
    const { text, data } = await search({ tags: ['user'], limit: 100, offset: 200, ...extra }, { search: many(100) });
    expect(text.length).toBeLessThan(limit);
    expect(JSON.stringify(data).length).toBeLessThan(limit);
    expect(data.results).toBe(data.files.length);
    expect(data.results).toBeGreaterThan(0);
    expect(data.results).toBeLessThan(100);
    expect(data.next_offset).toBe(200 + data.results);
    expect(text).toContain(
      `> ${100 - data.results} of the 100 files found do not fit into ${limit} characters: the same call with offset: ${200 + data.results}`,
    );
    expect(text).toContain(`**Results:** ${data.results}\n`);
    expect(text.includes('larger max_chars')).toBe(limit < 50_000);
  });

  it('shortens signatures before it drops files', async () => {
    const few = await search({ tags: ['user'] }, { search: many(7) });
    expect(few.data.results).toBe(7);
    expect(few.text).toContain('…');
    const one = await search({ tags: ['user'] }, { search: many(1, 'y') });
    expect(one.text).toContain(' (y)\n');
  });

  it('shows only the counts of a single file that is too long', async () => {
    const long = hit(`${'deep/'.repeat(120)}x.ts`, {
      definitions: many(1).hits[0]?.definitions ?? [],
      imports: [importOf('local', './a.ts')],
    });
    const { data, text } = await search(
      { tags: ['user'], max_chars: 1000 },
      { search: searchResult([long, hit('b.ts')]) },
    );
    expect(data.files).toHaveLength(1);
    expect(data.files[0]).toMatchObject({ definitions: { total: 8, shown: [] }, imports: { total: 1 } });
    expect(text).toContain('**Definitions:** 8\n- ... and 8 more\n**Imports:** 1\n');
  });
});

describe('the arguments', () => {
  it.each<[string, unknown, string, string]>([
    ['no tags', {}, 'At least one search tag is required', 'tags'],
    ['an empty list', { tags: [] }, 'At least one search tag is required', 'tags'],
    ['blanks only', { tags: [' ', ''] }, 'At least one search tag is required', 'tags'],
    ['text for a list', { tags: 'user' }, 'tags must be a list', 'tags'],
    ['six tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'Maximum 5 search tags allowed', 'tags'],
    ['a number as a tag', { tags: ['a', 1] }, 'tags[1] must be a string', 'tags[1]'],
    ['limit 0', { tags: ['a'], limit: 0 }, 'Limit must be between 1 and 100', 'limit'],
    ['limit 101', { tags: ['a'], limit: 101 }, 'Limit must be between 1 and 100', 'limit'],
    ['limit 1.5', { tags: ['a'], limit: 1.5 }, 'Limit must be between 1 and 100', 'limit'],
    ['limit as text', { tags: ['a'], limit: '5' }, 'Limit must be between 1 and 100', 'limit'],
    ['an unknown argument', { tags: ['a'], query: 'x' }, 'Unknown argument: query', 'query'],
    ['an unknown filter', { tags: ['a'], filters: { lang: 'ts' } }, 'Unknown argument: filters.lang', 'filters.lang'],
    [
      'an unknown language',
      { tags: ['a'], filters: { language: 'typscript' } },
      'Unknown language: typscript',
      'filters.language',
    ],
    [
      'a type that is none',
      { tags: ['a'], filters: { fileType: 'src/*.ts' } },
      '"src/*.ts" is not a file extension',
      'filters.fileType',
    ],
    [
      'an open brace',
      { tags: ['a'], filters: { path: '{a,b' } },
      'The path pattern "{a,b" cannot match: its { is never closed',
      'filters.path',
    ],
    [
      'an open bracket',
      { tags: ['a'], filters: { path: 'a/[x' } },
      'The path pattern "a/[x" cannot match: its [ is never closed',
      'filters.path',
    ],
    [
      'a stray brace',
      { tags: ['a'], filters: { path: 'a}' } },
      'The path pattern "a}" cannot match: its } closes nothing',
      'filters.path',
    ],
    [
      'an absolute path',
      { tags: ['a'], filters: { path: '/etc/*' } },
      'The path pattern "/etc/*" cannot match: it is absolute',
      'filters.path',
    ],
    [
      'a way out',
      { tags: ['a'], filters: { path: '../x' } },
      'The path pattern "../x" cannot match: it leads out of the project',
      'filters.path',
    ],
    [
      'an empty glob',
      { tags: ['a'], filters: { path: ' ' } },
      'The path pattern " " cannot match: it is empty',
      'filters.path',
    ],
    ['too small a budget', { tags: ['a'], max_chars: 10 }, 'max_chars must be at least 1000', 'max_chars'],
  ])('refuses %s', async (_, args, message, field) => {
    const { answer, engine, text } = await search(args);
    expect(answer.isError).toBe(true);
    expect(text.split('\n')[0]).toBe(`Error: ${message}`);
    expect(answer.structured).toMatchObject({ error: { type: 'ValidationError', message, details: { field } } });
    expect(engine.asked.search).toEqual([]);
  });

  it('names the nearest language', async () => {
    const { text } = await search({ tags: ['a'], filters: { language: 'typscript' } });
    expect(text).toContain('Did you mean typescript?');
  });

  it.each([
    ['typescript', 'typescript'],
    ['TypeScript', 'typescript'],
    ['ts', 'typescript'],
    ['.mts', 'typescript'],
    ['C#', 'csharp'],
    ['c#', 'csharp'],
    ['CS', 'csharp'],
    [' py ', 'python'],
  ])('takes %s for %s', async (language, id) => {
    const { engine } = await search({ tags: ['a'], filters: { language } });
    expect(engine.asked.search[0]?.filters?.language).toBe(id);
  });

  it.each([
    ['ts', '.ts'],
    ['.ts', '.ts'],
    ['*.TS', '.ts'],
    ['d.ts', '.d.ts'],
  ])('takes the file type %s for %s', async (fileType, extension) => {
    const { engine } = await search({ tags: ['a'], filters: { fileType } });
    expect(engine.asked.search[0]?.filters?.fileType).toBe(extension);
  });

  it.each([
    'src/**/*.ts',
    '*.{ts,tsx}',
    'a/[[]x]/b',
    'src/api',
    './src',
    String.raw`a\[b`,
    '!(x|y)/**',
    'app/(group)/[id]/page.tsx',
    '[!a]*',
  ])('takes the glob %s as it is', async (path) => {
    const { engine, text } = await search({ tags: ['a'], filters: { path } });
    expect(text).not.toContain('Error');
    expect(engine.asked.search[0]?.filters?.path).toBe(path);
  });

  it('passes the arguments to the engine, each tag trimmed and once', async () => {
    const { engine } = await search({
      tags: [' user', 'user', 'login', ''],
      limit: 7,
      offset: 3,
      filters: { hasExports: true, hasTests: false },
    });
    expect(engine.asked.search).toEqual([
      {
        tags: ['user', 'login'],
        limit: 7,
        offset: 3,
        mostDefinitions: 5,
        filters: { hasExports: true, hasTests: false },
      },
    ]);
    const bare = await search({ tags: ['user'] });
    expect(bare.engine.asked.search).toEqual([{ tags: ['user'], offset: 0, mostDefinitions: 5 }]);
  });
});
