import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load.ts';
import { projectFileName } from './config-file.ts';
import type { LoadRequest, LoadedConfig } from './load.ts';
import { environmentName, settings } from './options.ts';
import type { AppConfig } from './options.ts';
import type { EngineConfig } from '../engine/types.ts';
import { AppError } from '../model/error.ts';

let folder: string;
let root: string;
let userConfigDir: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'config-')));
  root = join(folder, 'project');
  userConfigDir = join(folder, 'user');
  mkdirSync(root);
  mkdirSync(userConfigDir);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(request: Partial<LoadRequest> = {}): LoadedConfig {
  return loadConfig({ root, userConfigDir, env: new Map(), workingDirectory: folder, ...request });
}

function projectFile(content: unknown): string {
  const path = join(root, projectFileName);
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return path;
}

function userFile(content: unknown): string {
  const path = join(userConfigDir, 'config.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

function failure(request: Partial<LoadRequest> = {}): AppError {
  try {
    load(request);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('expected a ConfigurationError');
}

function valueAt(config: AppConfig, key: string): unknown {
  return key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config);
}

describe('defaults', () => {
  it('are those of the contract and of the table', () => {
    const { config, origins } = load();
    expect(config.indexing).toEqual({
      maxFileSize: 10 * 1024 * 1024,
      maxMemory: 0,
      maxWorkers: Math.min(4, availableParallelism()),
      batchSize: 2000,
      debounceMs: 300,
      batchWindowMs: 1000,
    });
    expect(config.search).toEqual({
      defaultLimit: 20,
      maxLimit: 100,
      cacheSize: 1000,
      scoringWeights: { filename: 5, path: 3, definitions: 3, imports: 2, documentation: 1 },
    });
    expect(config.database).toEqual({ path: join(root, '.code-scout', 'database.db'), maxConnections: 10 });
    expect(config.watching.enabled).toBe(true);
    expect(config.watching.ignorePatterns).toContain('node_modules/');
    expect(config.logging.level).toBe('warn');
    expect(config.languages['python']).toEqual({
      extensions: [],
      enabled: true,
      parser: 'auto',
      features: ['definitions', 'imports', 'references', 'comments'],
    });
    expect([...origins.keys()]).toEqual([...settings.keys()]);
    expect(new Set([...origins.values()].map(({ layer }) => layer))).toEqual(new Set(['default']));
  });

  it('are accepted by the engine', () => {
    const forEngine: EngineConfig = load().config;
    expect(forEngine.indexing.batchSize).toBe(2000);
  });
});

describe('layers', () => {
  it('lets the later layer win, and says where each value came from', () => {
    const user = userFile({
      indexing: { batchSize: 1, debounceMs: 1 },
      search: { maxLimit: 60, defaultLimit: 1, cacheSize: 1 },
    });
    const project = projectFile(
      '{\n  "indexing": { "debounceMs": 2 },\n  "search": { "maxLimit": 62, "defaultLimit": 2 }\n}',
    );
    const { config, origins } = load({
      env: new Map([
        ['CODE_SCOUT_SEARCH_MAX_LIMIT', '63'],
        ['CODE_SCOUT_SEARCH_DEFAULT_LIMIT', '3'],
      ]),
      flags: { 'search.defaultLimit': '4' },
    });
    const expected: Record<string, [value: unknown, layer: string, where: string]> = {
      'indexing.batchWindowMs': [1000, 'default', ''],
      'indexing.batchSize': [1, 'user file', `${user}:1:14`],
      'indexing.debounceMs': [2, 'project file', `${project}:2:17`],
      'search.maxLimit': [63, 'environment', 'CODE_SCOUT_SEARCH_MAX_LIMIT'],
      'search.defaultLimit': [4, 'flag', '--max-results'],
    };
    for (const [key, [value, layer, where]] of Object.entries(expected)) {
      expect([key, valueAt(config, key), origins.get(key)]).toEqual([key, value, { layer, where }]);
    }
  });

  it('gives every option a variable of its own', () => {
    const names = [...settings.keys()].map(environmentName);
    expect(new Set(names).size).toBe(names.length);
    expect(environmentName('indexing.maxFileSize')).toBe('CODE_SCOUT_INDEXING_MAX_FILE_SIZE');
    expect(environmentName('search.scoringWeights.filename')).toBe('CODE_SCOUT_SEARCH_SCORING_WEIGHTS_FILENAME');
  });

  it.each([
    ['CODE_SCOUT_INDEXING_MAX_FILE_SIZE', '2MB', 'indexing.maxFileSize', 2 * 1024 * 1024],
    ['CODE_SCOUT_INDEXING_MAX_FILE_SIZE', '1.5 kb', 'indexing.maxFileSize', 1536],
    ['CODE_SCOUT_INDEXING_MAX_FILE_SIZE', '77', 'indexing.maxFileSize', 77],
    ['CODE_SCOUT_INDEXING_MAX_FILE_SIZE', '', 'indexing.maxFileSize', 10 * 1024 * 1024],
    ['CODE_SCOUT_WATCHING_ENABLED', 'off', 'watching.enabled', false],
    ['CODE_SCOUT_LOGGING_LEVEL', 'info', 'logging.level', 'info'],
    ['CODE_SCOUT_EMBEDDING_QUERY_PREFIX', 'search_query: ', 'embedding.queryPrefix', 'search_query: '],
    ['CODE_SCOUT_EMBEDDING_URL', 'http://localhost:11434', 'embedding.url', 'http://localhost:11434'],
    ['CODE_SCOUT_SEARCH_SCORING_WEIGHTS_PATH', '0.5', 'search.scoringWeights.path', 0.5],
    ['CODE_SCOUT_LANGUAGES_PYTHON_EXTENSIONS', '.pyx, .pxd', 'languages.python.extensions', ['.pyx', '.pxd']],
    ['CODE_SCOUT_LANGUAGES_PYTHON_FEATURES', 'imports', 'languages.python.features', ['imports']],
    ['CODE_SCOUT_WATCHING_IGNORE_PATTERNS', 'gen/', 'watching.ignorePatterns', ['gen/']],
  ])('%s=%s', (name, text, key, expected) => {
    expect(valueAt(load({ env: new Map([[name, text]]) }).config, key)).toEqual(expected);
  });

  it('lets a list keep the entries that it replaces', () => {
    const before = load().config.watching.ignorePatterns;
    projectFile({ watching: { ignorePatterns: ['gen/', '...', 'gen/'] } });
    expect(load().config.watching.ignorePatterns).toEqual(['gen/', ...before]);
  });

  it('raises the level with --verbose', () => {
    const { config, origins } = load({ flags: { 'logging.verbose': true } });
    expect(config.logging.level).toBe('debug');
    expect(origins.get('logging.level')).toEqual({ layer: 'flag', where: '--verbose' });
  });

  it('takes a language without a parser for one that is not enabled', () => {
    projectFile({ languages: { python: { parser: 'text' } } });
    const { python, ruby } = load().config.languages;
    expect([python?.enabled, ruby?.enabled]).toEqual([false, true]);
  });

  it('never uses more workers than cores, nor a default limit above the maximum', () => {
    const { config } = load({
      env: new Map([['CODE_SCOUT_SEARCH_MAX_LIMIT', '7']]),
      flags: { 'indexing.maxWorkers': 64 },
    });
    expect(config.indexing.maxWorkers).toBe(availableParallelism());
    expect(config.search.defaultLimit).toBe(7);
  });

  it('resolves a relative database path: of a flag from the current folder, otherwise from the root', () => {
    const name = 'CODE_SCOUT_DATABASE_PATH';
    expect(load({ flags: { 'database.path': 'a.db' } }).config.database.path).toBe(join(folder, 'a.db'));
    expect(load({ env: new Map([[name, 'a.db']]) }).config.database.path).toBe(join(root, 'a.db'));
    expect(load({ env: new Map([[name, ':memory:']]) }).config.database.path).toBe(':memory:');
    projectFile({ database: { path: 'sub/a.db' } });
    expect(load().config.database.path).toBe(join(root, 'sub', 'a.db'));
  });
});

describe('what is wrong', () => {
  it.each([
    [{ indexing: { batchSize: 'ten' } }, '`indexing.batchSize` must be an integer from 1 to 10000, not "ten"'],
    [{ indexing: { batchSize: '10' } }, '`indexing.batchSize` must be an integer from 1 to 10000, not "10"'],
    [{ indexing: { batchSize: 0 } }, '`indexing.batchSize` must be an integer from 1 to 10000, not 0'],
    [{ indexing: { batchSize: 1.5 } }, '`indexing.batchSize` must be an integer from 1 to 10000, not 1.5'],
    [{ indexing: { maxFileSize: '10 parsecs' } }, '`indexing.maxFileSize` must be a size from 1 B to 256 MB'],
    [{ indexing: { maxFileSize: '1TB' } }, '`indexing.maxFileSize` must be a size from 1 B to 256 MB'],
    [{ indexing: 7 }, '`indexing` must be an object, not 7'],
    [{ watching: { enabled: 'true' } }, '`watching.enabled` must be true or false, not "true"'],
    [{ watching: { ignorePatterns: 'a' } }, '`watching.ignorePatterns` must be a list of texts'],
    [{ watching: { ignorePatterns: [1] } }, '`watching.ignorePatterns` must be a list of texts'],
    [{ languages: { python: { features: ['tests'] } } }, 'must be a list of any of "definitions", "imports"'],
    [{ languages: { python: { extensions: ['py'] } } }, '`languages.python.extensions` must be a list of texts'],
    [{ languages: { pyhton: {} } }, 'unknown key `languages.pyhton`; did you mean `languages.python`?'],
    [{ maxFileSize: 1 }, 'unknown key `maxFileSize`; did you mean `indexing.maxFileSize`?'],
    [{ indexing: { maxFileSzie: 1 } }, 'unknown key `indexing.maxFileSzie`; did you mean `indexing.maxFileSize`?'],
    [{ 'indexing.batchSize': 1 }, 'unknown key `indexing.batchSize`'],
    [{ zzzzzzzzzz: 1 }, 'unknown key `zzzzzzzzzz`'],
    [{ embedding: { url: 'http://example.org' } }, '`embedding.url` cannot be set by a project’s own file'],
    [[], 'must hold a JSON object, not []'],
    ['{"__proto__": {"polluted": 1}, "constructor": 1}', 'unknown key `__proto__`'],
    [{ plugins: ['x'] }, '`plugins` cannot be set by a project’s own file'],
    [{ logging: { level: 'debug' } }, '`logging.level` cannot be set by a project’s own file'],
  ])('names it: %j', (content, expected) => {
    const path = projectFile(content);
    const error = failure();
    expect(error.code).toBe('ConfigurationError');
    expect(error.message).toContain(path);
    expect(error.message).toContain(expected);
    expect(error.hint).not.toBeNull();
  });

  it.each([
    ['', 1, 1, 'found the end of the file'],
    ['{', 1, 2, 'found the end of the file'],
    ['{\n  "indexing": {\n    "batchSize": 1,\n  }\n}', 4, 3, 'expected a key in double quotes, found "}"'],
    ['{\n // note\n}', 2, 2, 'found a comment, which JSON does not have'],
    ["{'a': 1}", 1, 2, 'expected a key in double quotes or "}"'],
    ['{"a": 01}', 1, 8, 'expected "," or "}"'],
    ['{"a": "x\ny"}', 1, 7, 'expected a closed string'],
    ['{"a": 1, "a": 2}', 1, 10, 'stands twice'],
    ['{} {}', 1, 4, 'expected the end of the file'],
    ['['.repeat(500), 1, 202, 'nested deeper'],
    ['{"a":'.repeat(40_000), 1, 1006, 'nested deeper'],
  ])('finds malformed JSON: %j', (text, line, column, expected) => {
    const path = projectFile(text);
    const { message } = failure();
    expect(message).toContain(`${path}:${line}:${column}: malformed JSON: `);
    expect(message).toContain(expected);
  });

  it('takes a byte order mark, refuses other encodings and large files', () => {
    projectFile('\uFEFF{"indexing": {"batchSize": 3}}');
    expect(load().config.indexing.batchSize).toBe(3);
    projectFile(Buffer.from([0x7b, 0xff, 0x7d]));
    expect(failure().message).toContain('is not UTF-8 text');
    projectFile(`{${' '.repeat(300_000)}}`);
    expect(failure().message).toContain('is larger than 256 KB');
  });

  it('reports several at once, of every layer', () => {
    const user = userFile({ indexing: { batchSize: 0 } });
    const project = projectFile({ search: { maxLimits: 3 } });
    const error = failure({
      env: new Map([
        ['CODE_SCOUT_SEARCH_MAXLIMIT', '3'],
        ['CODE_SCOUT_WATCHING_ENABLED', 'maybe'],
      ]),
      flags: { 'search.cacheSize': 'many' },
    });
    expect(error.message).toContain('5 problems');
    expect(error.message).toContain(`${user}:1:14: \`indexing.batchSize\``);
    expect(error.message).toContain(`${project}:1:12: unknown key \`search.maxLimits\``);
    expect(error.message).toContain(
      'CODE_SCOUT_SEARCH_MAXLIMIT: no such setting; did you mean CODE_SCOUT_SEARCH_MAX_LIMIT?',
    );
    expect(error.message).toContain(
      'CODE_SCOUT_WATCHING_ENABLED: `watching.enabled` must be true or false, not "maybe"',
    );
    expect(error.message).toContain(
      '--cache-size: `search.cacheSize` must be an integer from 0 to 1000000, not "many"',
    );
    expect(error.details?.field).toBeTruthy();
  });

  it.each(['localhost:8080', 'file:///etc', 'https://user:password@host/v1', 'http://'])(
    'refuses the URL %s',
    (url) => {
      userFile({ embedding: { url } });
      expect(failure().message).toContain('`embedding.url` must be an http or https URL without user and password');
    },
  );

  it('does not show a value that may be a secret', () => {
    userFile({ embedding: { apiKey: 'sk-secret' } });
    const fromFile = failure();
    rmSync(join(userConfigDir, 'config.json'));
    const fromVariable = failure({ env: new Map([['CODE_SCOUT_EMBEDING_API_KEY', 'sk-secret']]) });
    expect(fromVariable.message).toContain('did you mean CODE_SCOUT_EMBEDDING_API_KEY?');
    for (const { message, details } of [fromFile, fromVariable]) {
      expect(JSON.stringify([message, details])).not.toContain('sk-secret');
    }
  });

  it('refuses a default limit above the maximum if both are set', () => {
    projectFile({ search: { defaultLimit: 50, maxLimit: 10 } });
    expect(failure().message).toContain('`search.defaultLimit` must be at most `search.maxLimit` (10), not 50');
  });
});

describe('a project’s file is not trusted', () => {
  it.each([
    '../a.db',
    '/tmp/a.db',
    'sub/../../a.db',
    'src/main.ts',
    '.git/index',
    '.git/a.db',
    '.GIT/a.db',
    '.',
    'link/a.db',
    'dangling.db',
  ])('with the database at %s', (path) => {
    symlinkSync(folder, join(root, 'link'));
    symlinkSync(join(folder, 'not-there.db'), join(root, 'dangling.db'));
    projectFile({ database: { path } });
    expect(failure().message).toContain('comes with the repository');
  });

  it.each([
    ['indexing.maxFileSize', '1MB', '256MB', 1024 * 1024],
    ['indexing.maxMemory', '600MB', '1024GB', 600 * 1024 * 1024],
    ['indexing.maxMemory', '600MB', 0, 600 * 1024 * 1024],
    ['indexing.maxMemory', undefined, '1024GB', 0],
    ['indexing.maxFileSize', undefined, '20MB', 10 * 1024 * 1024],
    ['linking.compiler', false, true, false],
    ['watching.enabled', false, true, false],
    ['search.cacheSize', 10, 1000, 10],
  ])('cannot raise %s from %s to %s', (key, users, projects, expected) => {
    const [group = '', name = ''] = key.split('.');
    if (users !== undefined) userFile({ [group]: { [name]: users } });
    const path = projectFile({ [group]: { [name]: projects } });
    const { config, origins, withoutEffect } = load();
    expect(valueAt(config, key)).toBe(expected);
    expect(origins.get(key)?.layer).toBe(users === undefined ? 'default' : 'user file');
    expect(withoutEffect).toEqual([{ key, where: expect.stringContaining(path), received: projects }]);
  });

  it('can lower what a run may use, and the user can raise it again', () => {
    projectFile({ indexing: { maxFileSize: '1KB', maxMemory: '300MB' }, linking: { compiler: false } });
    const { config, withoutEffect } = load({ flags: { 'indexing.maxFileSize': '2MB' } });
    expect(config.indexing).toMatchObject({ maxFileSize: 2 * 1024 * 1024, maxMemory: 300 * 1024 * 1024 });
    expect([config.linking.compiler, withoutEffect]).toEqual([false, []]);
  });

  it('takes what leads back inside', () => {
    symlinkSync(root, join(root, 'self'));
    projectFile({ database: { path: 'self/a.db' } });
    expect(load().config.database.path).toBe(join(root, 'self', 'a.db'));
  });

  it('is not read through a link, nor waited for', () => {
    writeFileSync(join(folder, 'secret'), 'password=1');
    symlinkSync(join(folder, 'secret'), join(root, projectFileName));
    const { message } = failure();
    expect(message).toContain('is a symbolic link');
    expect(message).not.toContain('password');
    rmSync(join(root, projectFileName));
    execFileSync('mkfifo', [join(root, projectFileName)]);
    expect(failure().message).toContain('is not a regular file');
  });

  it('does not move the default index through a link', () => {
    mkdirSync(join(folder, 'outside'));
    symlinkSync(join(folder, 'outside'), join(root, '.code-scout'));
    expect(failure().message).toContain('leads the index out of the project');
    expect(load({ flags: { 'database.path': ':memory:' } }).config.database.path).toBe(':memory:');
  });

  it('names a file in the place of the index’s folder', () => {
    const file = join(root, '.code-scout');
    writeFileSync(file, 'a file');
    const { message, code } = failure();
    expect([code, message]).toEqual(['ConfigurationError', expect.stringContaining(`${file} is a file`) as string]);
    expect(message).toMatch(/move the file or delete it, or name another path with --db/);
    expect(message).not.toMatch(/link/);
    rmSync(file);
    symlinkSync(join(root, 'other'), file);
    writeFileSync(join(root, 'other'), 'a file');
    expect(failure().message).toContain(`${file} is a file`);
    expect(load({ flags: { 'database.path': ':memory:' } }).config.database.path).toBe(':memory:');
  });

  it('lets the user’s file set what a project’s file may not', () => {
    userFile({ database: { path: join(folder, 'far.sqlite') }, logging: { level: 'info' } });
    const { config } = load();
    expect(config.database.path).toBe(join(folder, 'far.sqlite'));
    expect(config.logging.level).toBe('info');
  });
});
