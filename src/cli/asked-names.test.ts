/** `search` with a name, however it is written, leads to its definition. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/zip.py':
      'class Middleware:\n    pass\n\n\nclass GZipMiddleware:\n    def handle(self, value):\n        return value\n',
    'src/order.py': 'def place_order(cart):\n    return cart\n',
    ...Object.fromEntries(
      Array.from({ length: 4 }, (_, at) => [`src/part${at}.py`, `def shared_name():\n    return ${at}\n`]),
    ),
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

const named = async (...words: string[]): Promise<string[]> =>
  (await runCommandLine(['search', ...words], project.root, project.outside, { width: null })).out.filter((line) =>
    /^note: (?:class|function|Nothing is named)/.test(line),
  );

describe('a search', () => {
  it.each([
    ['without its capitals', ['gzipmiddleware'], ['note: class GZipMiddleware at src/zip.py:5']],
    ['that the first result shows', ['GZipMiddleware'], []],
    ['that many symbols have', ['SHARED_NAME'], []],
    ['in a question of more words', ['where', 'is', 'gzipmiddleware'], []],
  ])('for a name %s', async (_, words, expected) => {
    expect(await named(...words)).toEqual(expected);
  });
});
