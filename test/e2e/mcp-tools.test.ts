/**
 * The three tools and two resources that every client may rely on, line by line, with a real process and without the
 * SDK.
 */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureProject, permittedName, temporaryFolder } from './fixture-project.ts';
import { RawClient } from './raw-client.ts';

const oddName = permittedName('src/odd\nname.ts');
const root = fixtureProject({ [oddName]: 'export const loginOdd = 1;\n' });
let client: RawClient;

beforeAll(async () => {
  client = new RawClient({ cwd: join(root, 'src') });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
});
afterAll(() => client.close());

const search = (args: Record<string, unknown>) => client.call('code-scout_search', args);
const paths = ({ text }: { text: string }) => [...text.matchAll(/^### File: (.*)$/gm)].map((match) => match[1] ?? '');

interface ErrorData {
  error: {
    type: string;
    message: string;
    details: { field: string; expected: string; received: unknown };
    timestamp: number;
  };
}

describe('code-scout_search', () => {
  it('prints its documented Markdown', async () => {
    const { text, data } = await search({ tags: ['login'] });
    expect(text).toMatch(
      /^# Query Results\n\*\*Total files:\*\* \d+\n\*\*Execution time:\*\* \d+ms\n\*\*Results:\*\* \d+\n\n/,
    );
    const start = text.indexOf('### File: src/auth/login-service.ts\n');
    const block = text.slice(start, text.indexOf('\n\n', start));
    const lines = block.split('\n');
    expect(lines[1]).toMatch(/^\*\*Definitions:\*\* \d+$/);
    const total = Number(lines[1]?.split(' ')[1]);
    expect(total).toBeGreaterThan(5);
    expect(lines.slice(2, 7).every((line) => /^- (class|function|component|variable|type) \S+/.test(line))).toBe(true);
    expect(lines).toContain('- function loginUser (name: string, password: string): Session');
    expect(lines[7]).toBe(`- ... and ${total - 5} more`);
    expect(lines[8]).toBe('**Imports:** 6');
    expect(lines.slice(9)).toEqual([
      '- local: ./session.ts, ./password.ts, ./audit.ts, +1 more',
      '- external: zod',
      '- builtin: node:fs',
    ]);
    expect(text.length).toBeLessThan(8000);
    expect(data).toMatchObject({
      total_files: Number(/files:\*\* (\d+)/.exec(text)?.[1]),
      results: paths({ text }).length,
    });
  });

  it('gives the same results as data', async () => {
    const { text, data } = await search({ tags: ['login', 'session'] });
    const { files } = data as { files: { path: string; definitions?: { total: number; shown: string[] } }[] };
    expect(files.map((file) => file.path.replace('\n', '\\n'))).toEqual(paths({ text }));
    for (const { definitions } of files) {
      for (const shown of definitions?.shown ?? []) expect(text).toContain(`- ${shown}\n`);
    }
  });

  it('shows a name with a line break on one line', async () => {
    expect(paths(await search({ tags: ['loginOdd'] }))).toContain(oddName.replace('\n', '\\n'));
  });

  it('leaves out what git ignores', async () => {
    expect((await search({ tags: ['ignoredLogin'] })).text).not.toContain('### File: ignored/');
  });

  it.each<[string, Record<string, unknown>, (path: string) => boolean]>([
    ['language by id', { language: 'python' }, (path) => path.endsWith('.py')],
    ['language by name', { language: 'TypeScript' }, (path) => path.endsWith('.ts')],
    ['language by extension', { language: 'py' }, (path) => path.endsWith('.py')],
    ['file type with a dot', { fileType: '.ts' }, (path) => path.endsWith('.ts')],
    ['file type without', { fileType: 'py' }, (path) => path.endsWith('.py')],
    ['path', { path: 'src/auth/**' }, (path) => path.startsWith('src/auth/')],
    ['path as a folder', { path: 'src/auth' }, (path) => path.startsWith('src/auth/')],
    ['path and type', { path: 'src/**', fileType: 'ts' }, (path) => path.startsWith('src/')],
    ['hasTests true', { hasTests: true }, (path) => path.includes('.test.')],
    ['hasTests false', { hasTests: false }, (path) => !path.includes('.test.')],
    [
      'hasExports false',
      { hasExports: false, fileType: 'ts' },
      (path) => path === 'src/internal.ts' || path.includes('.test.'),
    ],
  ])('filters by %s', async (_, filters, fits) => {
    const found = paths(await search({ tags: ['login'], filters }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((path) => !fits(path))).toEqual([]);
  });

  it('shows both tests and others without hasTests', async () => {
    const found = paths(await search({ tags: ['login'], limit: 100 }));
    expect(found).toContain('src/auth/login-service.test.ts');
    expect(found).toContain('src/auth/login-service.ts');
  });

  it('pages with limit and offset', async () => {
    const all = paths(await search({ tags: ['login'], limit: 100 }));
    const first = await search({ tags: ['login'], limit: 2 });
    const rest = paths(await search({ tags: ['login'], limit: 98, offset: 2 }));
    expect([...paths(first), ...rest]).toEqual(all);
    expect(first.text).toContain(`> ${all.length - 2} more files match: the same call with offset: 2 goes on there.`);
    expect(first.data).toMatchObject({ results: 2, total_files: all.length, next_offset: 2 });
  });

  it('says what to do when nothing is found', async () => {
    const { text, data } = await search({ tags: ['zzzunknown'] });
    expect(text).toMatch(/\*\*Total files:\*\* 0\n/);
    expect(text).toContain('> Files that have each tag: zzzunknown (0). Try other words');
    expect(data).toMatchObject({ total_files: 0, results: 0, files: [] });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{}, 'At least one search tag is required', 'tags'],
    [{ tags: [] }, 'At least one search tag is required', 'tags'],
    [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'Maximum 5 search tags allowed', 'tags'],
    [{ tags: ['a'], limit: 0 }, 'Limit must be between 1 and 100', 'limit'],
    [{ tags: ['a'], limit: 101 }, 'Limit must be between 1 and 100', 'limit'],
    [{ tags: ['a'], colour: 'red' }, 'Unknown argument: colour', 'colour'],
    [{ tags: ['a'], filters: { language: 'typscript' } }, 'Unknown language: typscript', 'filters.language'],
    [
      { tags: ['a'], filters: { path: '{a' } },
      'The path pattern "{a" cannot match: its { is never closed',
      'filters.path',
    ],
  ])('refuses %j', async (args, message, field) => {
    const { isError, text, data } = await search(args);
    const { error } = data as unknown as ErrorData;
    expect(isError).toBe(true);
    expect(text).toMatch(/^Error: .*\n.+[.?]$/);
    expect(text.split('\n')[0]).toBe(`Error: ${message}`);
    expect(error).toMatchObject({ type: 'ValidationError', message, details: { field } });
    expect(error.details.expected).not.toBe('');
    expect(error.details).toHaveProperty('received');
    expect(error.timestamp).toBeGreaterThan(Date.UTC(2026, 0));
  });

  it('names the nearest language', async () => {
    expect((await search({ tags: ['a'], filters: { language: 'typscript' } })).text).toContain(
      'Did you mean typescript?',
    );
  });
});

describe('code-scout_index', () => {
  it('answers at once by default', async () => {
    const { text, data } = await client.call('code-scout_index');
    expect(text).toBe(`Indexing started in background for: ${root}`);
    expect(data).toEqual({ status: 'started', path: root });
  });

  it('waits on request, and finds what has changed', async () => {
    writeFileSync(join(root, 'src/fresh.ts'), 'export function freshlyWritten() {}\n');
    const { text, data } = await client.call('code-scout_index', { background: false });
    expect(text).toMatch(/^Indexing completed: \d+ files processed in \d+ms\n/);
    expect(data).toMatchObject({ status: 'completed', path: root });
    expect(paths(await search({ tags: ['freshlyWritten'] }))).toContain('src/fresh.ts');
    const forced = await client.call('code-scout_index', { background: false, force: true });
    expect(forced.data['indexed_files']).toBe(forced.data['total_files']);
  });

  it('accepts a folder below the root as the project', async () => {
    const { text } = await client.call('code-scout_index', { path: join(root, 'src/auth') });
    expect(text).toBe(`Indexing started in background for: ${root}`);
    expect((await client.call('code-scout_index', { path: 'src' })).data['path']).toBe(root);
    expect(existsSync(join(root, 'src/auth/.code-scout'))).toBe(false);
  });

  it('indexes another project in its own folder', async () => {
    const other = fixtureProject({ 'src/other.ts': 'export function otherProject() {}\n' });
    const before = await client.call('code-scout_status', { path: other });
    expect(before.isError).toBe(true);
    expect(before.text).toMatch(/^Error: There is no index of .*\nCreate it: call code-scout_index with path: /);
    expect(existsSync(join(other, '.code-scout'))).toBe(false);
    const { text, data } = await client.call('code-scout_index', { path: other, background: false });
    expect(text).toMatch(/^Indexing completed: \d+ files/);
    expect(data['path']).toBe(other);
    expect(existsSync(join(other, '.code-scout/database.db'))).toBe(true);
    const status = await client.call('code-scout_status', { path: join(other, 'src') });
    expect(status.data).toMatchObject({ projectPath: other, status: 'idle', filesIndexed: data['total_files'] });
    expect((await search({ tags: ['otherProject'] })).data['total_files']).toBe(0);
  });

  it.each(['no/such/folder', 'package.json', 'a\0b'])('refuses the path %j', async (path) => {
    for (const tool of ['code-scout_index', 'code-scout_status']) {
      const { isError, text, data } = await client.call(tool, { path });
      expect(isError).toBe(true);
      expect(text.split('\n')[0]).toBe('Error: Path must be a directory');
      expect(data).toMatchObject({ error: { type: 'ValidationError', details: { field: 'path' } } });
    }
  });

  it('refuses to index the whole disk', async () => {
    const { isError, text } = await client.call('code-scout_index', { path: '/' });
    expect(isError).toBe(true);
    expect(text.split('\n').length).toBeGreaterThan(1);
  });

  it('follows a symbolic link to the project', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(root, link);
    expect((await client.call('code-scout_index', { path: link })).data['path']).toBe(root);
  });

  it('names unknown arguments that it refuses', async () => {
    const { text } = await client.call('code-scout_index', { recursive: true });
    expect(text).toMatch(/^Error: Unknown argument: recursive\n/);
  });
});

describe('code-scout_status', () => {
  it('is JSON in both forms, with its documented fields', async () => {
    await client.call('code-scout_index', { background: false });
    const { text, data } = await client.call('code-scout_status');
    expect(JSON.parse(text)).toEqual(data);
    expect(data).toMatchObject({
      projectPath: root,
      databasePath: join(root, '.code-scout/database.db'),
      status: 'idle',
      freshness: { state: 'fresh', note: null },
    });
    expect(data['filesIndexed']).toBeGreaterThan(8);
    expect(Date.parse(String(data['lastIndexed']))).toBeGreaterThan(Date.UTC(2026, 0));
    expect((data['languages'] as Record<string, number>)['python']).toBe(1);
    expect(data['indexSize']).toBeGreaterThan(0);
  });

  it('works for a folder of the project', async () => {
    expect((await client.call('code-scout_status', { path: join(root, 'tools') })).data['projectPath']).toBe(root);
  });
});

describe('the resources', () => {
  const read = async (uri: string): Promise<Record<string, unknown>> => {
    const { result } = await client.request('resources/read', { uri });
    const contents = result?.['contents'] as { uri: string; mimeType: string; text: string }[];
    expect(contents).toHaveLength(1);
    expect(contents[0]).toMatchObject({ uri, mimeType: 'application/json' });
    return JSON.parse(contents[0]?.text ?? '') as Record<string, unknown>;
  };

  it('code-scout://project/status equals the answer of code-scout_status', async () => {
    const { data } = await client.call('code-scout_status');
    expect(await read('code-scout://project/status')).toEqual(data);
  });

  it('code-scout://config shows the settings in effect', async () => {
    expect(await read('code-scout://config')).toMatchObject({
      indexing: { maxFileSize: 10 * 1024 * 1024 },
      search: { defaultLimit: 20, maxLimit: 100 },
      database: { path: join(root, '.code-scout/database.db') },
    });
  });

  it('that are unknown are refused, with the ones that exist', async () => {
    const { error } = await client.request('resources/read', { uri: 'code-scout://nope' });
    expect(error).toMatchObject({ code: -32002, data: { uri: 'code-scout://nope' } });
    expect(error?.message).toContain('code-scout://config');
  });
});

describe('an unknown tool', () => {
  it.each([
    ['code-scout_serch', 'Did you mean code-scout_search?'],
    ['__proto__', 'The tools are changes, chunk_file, chunk_files, code-scout_index, code-scout_search'],
  ])('%s is a protocol error that names the nearest tool', async (name, words) => {
    const { error } = await client.request('tools/call', { name, arguments: {} });
    expect(error?.code).toBe(-32602);
    expect(error?.message).toContain(`Unknown tool: ${name}`);
    expect(error?.message).toContain(words);
  });
});

describe('a project with a wrong setting', () => {
  it('is served, and the answers say what is wrong', async () => {
    const bad = fixtureProject({ 'code-scout.config.json': '{ "search": { "defaultLimti": 5 } }' });
    const server = new RawClient({ cwd: bad });
    expect((await server.initialize()).result).toBeDefined();
    const { isError, text, data } = await server.call('code-scout_search', { tags: ['login'] });
    expect(isError).toBe(true);
    expect(text).toContain('defaultLimti');
    expect(data).toMatchObject({ error: { type: 'ConfigurationError' } });
    const { error } = await server.request('resources/read', { uri: 'code-scout://config' });
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('defaultLimti') as unknown });
    writeFileSync(
      join(bad, 'code-scout.config.json'),
      readFileSync(join(bad, 'code-scout.config.json'), 'utf8').replace('Limti', 'Limit'),
    );
    expect((await server.call('code-scout_search', { tags: ['login'] })).isError).toBe(false);
    await server.close();
  });
});
