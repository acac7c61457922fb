/**
 * Each tool whose answer has two forms gets random questions about a real project: the text contains everything that
 * the data contains, the data fits the tool's schema, and neither form exceeds its budget.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/registry.ts';
import { fixtureProject } from './fixture-project.ts';
import { RawClient } from './raw-client.ts';

let client: RawClient;
beforeAll(async () => {
  client = new RawClient({ cwd: fixtureProject() });
  await client.initialize('2025-11-25');
  await client.call('code-scout_index', { background: false });
});
afterAll(() => client.close());

const symbol = fc.constantFrom(
  'loginUser',
  'LoginService',
  'LoginService.signIn',
  'hashPassword',
  'Session',
  'auditTrail',
);
const path = fc.constantFrom('src/auth/login-service.ts', 'src/auth/session.ts', 'tools/report.py', 'docs/login.md');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const depth = optional(fc.integer({ min: 1, max: 4 }));

/** Arguments that have an answer in this project. */
const questions: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  chunk_file: fc.record({ file_path: path }),
  chunk_files: fc.record({ file_paths: fc.uniqueArray(path, { minLength: 1 }) }),
  'code-scout_index': fc.constant({ background: false }),
  'code-scout_search': fc.record({
    tags: fc.uniqueArray(fc.constantFrom('login', 'session', 'password', 'report'), { minLength: 1 }),
    limit: optional(fc.integer({ min: 1, max: 5 })),
  }),
  'code-scout_status': fc.constant({}),
  find_path: fc.record({ from: symbol, to: symbol }),
  get_callees: fc.record({ symbol, maxDepth: depth }),
  get_callers: fc.record({ symbol, maxDepth: depth }),
  get_impact: fc.record({ symbol, maxDepth: depth }),
  get_neighbors: fc.record({ symbol, maxDepth: depth, direction: fc.constantFrom('in', 'out', 'both') }),
  list_directory: fc.record({ path: fc.constantFrom('.', 'src', 'src/auth', 'docs') }),
  list_indexed_files: fc.record({ language: optional(fc.constantFrom('typescript', 'python')) }),
  read_file: fc.record({ file_path: path, start_line: optional(fc.integer({ min: 1, max: 3 })) }),
  search: fc.record({ pattern: fc.constantFrom('*', 'login*', '*Service', 'LoginService.*') }),
  search_code: fc.record({
    query: fc.constantFrom('login', 'Session', 'return', 'user'),
    files_only: fc.boolean(),
    context: fc.integer({ min: 0, max: 2 }),
  }),
};

type Leaf = [at: string, value: string | number];

function leaves(value: unknown, at: string): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, Array.isArray(value) ? `${at}[]` : `${at}.${key}`));
}

/** Values that the text leaves out because they are implied, or that a heading expresses. */
const implied: ReadonlySet<string> = new Set([
  'read_file .kind',
  'read_file .encoding',
  // A plural heading for each kind.
  'search .files[].symbols[].kind',
]);

function isShown(text: string, tool: string, [at, value]: Leaf): boolean {
  if (value === 0 || implied.has(`${tool} ${at}`)) return true;
  if (typeof value === 'number') return text.includes(String(value));
  // Unchanged, line by line, or as a JSON string where the text is JSON.
  const inJson = JSON.stringify(value).slice(1, -1);
  const lines = value.split('\n').map((line) => line.trim());
  return text.includes(inJson) || lines.every((line) => text.includes(line));
}

/** Their answers need more than this project has (a history, many files). Tests of their own compare their forms. */
const askedElsewhere: ReadonlySet<string> = new Set(['changes', 'explore']);
const asked = tools.filter(({ name, output }) => output !== null && !askedElsewhere.has(name));

const seed = 20_261_123;
const longest = 50_000;

describe.each(asked.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has the same content in both forms, fits its schema, and stays within its budget', async () => {
    const question = questions[name];
    if (question === undefined) throw new Error(`add questions for the tool ${name}`);
    let answers = 0;
    for (const args of fc.sample(question, { seed, numRuns: 15 })) {
      const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
      const { text, data, isError } = await client.call(name, given);
      // A missing path or symbol: an error has its own form.
      if (isError) continue;
      answers++;
      expect(tool.output?.parse(data)).toEqual(data);
      const missing = leaves(data, '').filter((leaf) => !isShown(text, name, leaf));
      expect(missing, `${JSON.stringify(given)}\n${text}`).toEqual([]);
      expect(text.length).toBeLessThan(8000);
      expect(JSON.stringify(data).length).toBeLessThan(8000);
      if (!('max_chars' in tool.input.shape)) continue;
      const long = await client.call(name, { ...given, max_chars: longest });
      expect(long.text.length).toBeLessThan(longest);
      expect(JSON.stringify(long.data).length).toBeLessThan(longest);
    }
    expect(answers).toBeGreaterThan(0);
  });
});
