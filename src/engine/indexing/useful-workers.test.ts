/** Number of parse workers for different trees. */
import { expect, it } from 'vitest';
import { createLanguageTable } from './plugin-languages.ts';
import { bytesByParser, bytesOfWork, usefulWorkers } from './useful-workers.ts';

const MB = 1024 * 1024;

function bytesOf(sizes: Record<string, number>): ReturnType<typeof bytesByParser> {
  const table = createLanguageTable({ extensions: [], disabled: [], plugins: [] });
  const files = Object.entries(sizes).map(([path, mb]) => ({ path, size: mb * MB }));
  return bytesByParser(files, table);
}

it('counts bytes by parser', () => {
  const bytes = bytesOf({ 'a.ts': 3, 'b.jsx': 1, 'c.py': 5, 'd.rb': 2, 'e.md': 4, 'no ending': 8 });
  const expected = { ecmascript: 4, 'tree-sitter': 7, grammar: 2, text: 12 };
  expect(bytes).toEqual(Object.fromEntries(Object.entries(expected).map(([parser, mb]) => [parser, mb * MB])));
  expect(bytesOfWork(bytes)).toBe(14 * MB);
});

const cores = [1, 2, 4, 8, 16];
const trees: [what: string, sizes: Record<string, number>, workers: number[]][] = [
  ['a small one', { 'a.ts': 3, 'b.md': 3 }, [1, 1, 1, 1, 1]],
  ['12 MB of TypeScript', { 'a.ts': 12 }, [1, 1, 3, 4, 4]],
  ['20 MB of text that has no parser', { 'a.md': 20 }, [1, 1, 2, 2, 2]],
  ['as much of Go as of TypeScript', { 'a.ts': 30, 'b.go': 30 }, [1, 1, 3, 7, 15]],
];
it.each(trees)('chooses the number of workers for %s by the number of cores', (_, sizes, workers) => {
  const bytes = bytesOf(sizes);
  expect(cores.map((count) => usefulWorkers(bytes, count))).toEqual(workers);
});
