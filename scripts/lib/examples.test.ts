import { expect, it } from 'vitest';
import { blockWith, exampleBlocks, isSameBlock } from './examples.ts';

const cut = '<!-- lines 2-3 -->\n```console\n$ ls\nold\n```';
const page = `# A\n\n\`\`\`sh\n$ not this\n\`\`\`\n\n\`\`\`console\n$ pwd\n/x\n$ date\n\`\`\`\n\n${cut}\n`;

it('finds the commands of console blocks, and the lines that they show', () => {
  expect(exampleBlocks(page).map(({ from, to, commands }) => [from, to, commands])).toEqual([
    [1, Infinity, ['pwd', 'date']],
    [2, 3, ['ls']],
  ]);
});

it('writes a block anew, with a sign where lines are left out', () => {
  const [whole, part] = exampleBlocks(page);
  expect(blockWith(whole!, [['/y', '', 'z'], ['']])).toBe('```console\n$ pwd\n/y\n\nz\n$ date\n```');
  expect(blockWith(part!, [['a', 'b', 'c', 'd']])).toBe('<!-- lines 2-3 -->\n```console\n$ ls\n…\nb\nc\n…\n```');
  expect(blockWith(part!, [['a', 'b']])).toBe('<!-- lines 2-3 -->\n```console\n$ ls\n…\nb\n```');
});

it('gives what it wrote when it reads it again', () => {
  const written = blockWith(exampleBlocks(page)[1]!, [['a', 'b', 'c', 'd']]);
  expect(exampleBlocks(written)).toEqual([{ whole: written, from: 2, to: 3, commands: ['ls'] }]);
});

it.each([
  ['in 3.4 s (892.2 KB/s)', 'in 77 ms (1 MB/s)', true],
  ['477 files in 3 s', '478 files in 3 s', false],
])('compares "%s" with "%s" without what varies', (one, other, isSame) => {
  expect(isSameBlock(one, other)).toBe(isSame);
});
