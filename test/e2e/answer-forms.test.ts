/**
 * Each tool whose answer has two forms gets random questions about a real project: the text contains everything that
 * the data contains, the data fits the tool's schema, and neither form exceeds its budget.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/registry.ts';
import { fixtureProject } from './fixture-project.ts';
import { RawClient } from './raw-client.ts';
import { askedElsewhere, questions } from './tool-questions.ts';

let client: RawClient;
beforeAll(async () => {
  client = new RawClient({ cwd: fixtureProject() });
  await client.initialize('2025-11-25');
  await client.call('code-scout_index', { background: false });
});
afterAll(() => client.close());

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

const asked = tools.filter(({ name, output }) => output !== null && !askedElsewhere.has(name));

const seed = 20_261_123;
const longest = 50_000;

describe.each(asked.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has the same content in both forms, fits its schema, and stays within its budget', async () => {
    const question = questions[name];
    if (question === undefined) throw new Error(`test/e2e/tool-questions.ts has no questions for ${name}`);
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
