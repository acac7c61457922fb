import { expect, it } from 'vitest';
import { anchorOf, anchorsOf, brokenLinks, linksOf, missingNames } from './markdown-links.ts';

const pages = new Map(
  Object.entries({
    'README.md':
      '# Top\n\n[a](docs/a.md) [b](docs/a.md#second-part) [c](#top) [web](https://example.com/#x) ![p](docs/p.svg "x")\n',
    'docs/a.md': '# A\n\n## Second part\n\nSee [top](../README.md#top) and [the folder](../docs/).\n',
  }),
);
const files = new Set(['README.md', 'docs', 'docs/a.md', 'docs/p.svg', 'src/x.ts']);

function brokenIn(text: string, path = 'docs/b.md'): string[] {
  const broken = brokenLinks(new Map([...pages, [path, text]]), (one) => files.has(one));
  return broken.map(({ line, link, reason }) => `${line} ${link}: ${reason}`);
}

it('finds nothing where every link leads to a file or a heading', () => {
  expect(brokenLinks(pages, (path) => files.has(path))).toEqual([]);
});

it.each([
  ['a file that is not there', 'a\n[x](c.md)', ['2 c.md: no such file']],
  ['a path from the wrong folder', '[x](docs/a.md)', ['1 docs/a.md: no such file']],
  ['a heading that is not there', '[x](a.md#third-part)', ['1 a.md#third-part: no such heading']],
  ['a heading of the page itself', '# One\n[x](#two) [y](#one)', ['2 #two: no such heading']],
  ['a path above the repository', '[x](../../a.md)', ['1 ../../a.md: outside the repository']],
  ['a path from the root of the disk', '[x](/docs/a.md)', ['1 /docs/a.md: outside the repository']],
  ['a reference definition', '[x][ref]\n\n[ref]: c.md', ['3 c.md: no such file']],
  ['an image of HTML', '<img alt="x" src="q.svg">', ['1 q.svg: no such file']],
  ['a link in a table', '| a | [x](c.md) | [y](a.md) |', ['1 c.md: no such file']],
])('reports %s', (_, text, expected) => {
  expect(brokenIn(text)).toEqual(expected);
});

it.each([
  ['a code span', 'write `[x](c.md)` or ``[`](d.md)``'],
  ['a fenced block', '```md\n[x](c.md)\n```\n'],
  ['a longer fence around a shorter one', '````\n```\n[x](c.md)\n```\n````'],
  ['a line of a source file', '[x](../src/x.ts#L10)'],
])('takes no link from %s, or does not judge it', (_, text) => {
  expect(brokenIn(text)).toEqual([]);
});

it.each([
  ['[`main`](../src/x.ts) [`Engine.index`](../src/x.ts) [`x.ts`](../src/x.ts)', []],
  ['[`mains`](../src/x.ts)', ['1 mains in ../src/x.ts']],
  ['a\n[`Engine.drop`](../src/x.ts)', ['2 Engine.drop in ../src/x.ts']],
  ['```\n[`mains`](../src/x.ts)\n```', []],
])('finds names that a source file does not have: %s', (text, expected) => {
  const read = (path: string): string | null => (path === 'src/x.ts' ? 'class Engine { index() {} } main();' : null);
  const missing = missingNames(new Map([['docs/b.md', text]]), read);
  expect(missing.map(({ line, link }) => `${line} ${link}`)).toEqual(expected);
});

it('reads a link whose address has parentheses or is in pointed brackets', () => {
  expect(linksOf('[x](a_(b).md) [y](<c d.md>)').map(({ link }) => link)).toEqual(['a_(b).md', 'c d.md']);
});

it.each([
  ['Who may import whom', 'who-may-import-whom'],
  ['`explore` on the pack (half), beside X', 'explore-on-the-pack-half-beside-x'],
  ['A [link](x.md) in it: 3 - 4', 'a-link-in-it-3---4'],
  ['snake_case ΑΒ', 'snake_case-αβ'],
])('makes the anchor of %s', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});

it('numbers headings that occur again, and takes no heading from code', () => {
  expect([...anchorsOf('# A\n## A\n```\n# B\n```\n## A ##\n<a id="own"></a>')]).toEqual(['a', 'a-1', 'a-2', 'own']);
});
