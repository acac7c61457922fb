import { expect, it } from 'vitest';
import { commandGuides } from '../../src/cli/help/command-guide.ts';
import { commandLines, notShown, subjectsIn } from './terminal-commands.ts';

const node = (id: string, kind: string, isTest = false) => ({
  id,
  qualified: id.replace(/^.*#/, ''),
  kind,
  line: 3,
  path: id.replace(/#.*$/, ''),
  isTest,
});

it('shows every command, or says why not', () => {
  const subjects = { symbol: 'a.ts#run', from: 'b.ts#main', type: 'a.ts#App', file: 'a.ts', line: 3, chunk: 'chunk_1' };
  const names = Object.keys(commandGuides);
  const shown = new Set(commandLines(subjects, names).map(({ args }) => args[0]));
  expect(names.filter((name) => !shown.has(name) && !(name in notShown))).toEqual([]);
});

it('takes what is used most, and a caller that is two calls away', () => {
  const nodes = [
    node('a.ts#run', 'function'),
    node('a.ts#App', 'class'),
    node('b.ts#middle', 'function'),
    node('b.ts#main', 'function'),
    node('t.test.ts#check', 'function', true),
  ];
  const edge = (from: string, to: string) => ({ from, to, kind: 'call' });
  const edges = [
    edge('b.ts#middle', 'a.ts#run'),
    edge('t.test.ts#check', 'a.ts#run'),
    edge('b.ts#main', 'b.ts#middle'),
    edge('b.ts#main', 'a.ts#App'),
  ];
  expect(subjectsIn({ nodes, edges })).toEqual({
    symbol: 'a.ts#run',
    from: 'b.ts#main',
    type: 'a.ts#App',
    file: 'a.ts',
    line: 3,
  });
  expect(subjectsIn({ nodes, edges: [] })).toBeNull();
});
