import { expect, it } from 'vitest';
import { choicesFor } from './assignment.ts';

const nodes = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
const repositories = Array.from({ length: 2000 }, (_, id) => id + 1);

it('gives all nodes the same choices, whatever the order in which they know each other', () => {
  for (const id of repositories.slice(0, 50)) expect(choicesFor(id, nodes.toReversed())).toEqual(choicesFor(id, nodes));
});

it('gives each node about its share', () => {
  const counts = nodes.map(({ name }) => repositories.filter((id) => choicesFor(id, nodes)[0]!.name === name).length);
  for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(100);
});

it('moves only what a node had when it goes, to the second choice', () => {
  const left = nodes.filter(({ name }) => name !== 'b');
  for (const id of repositories) {
    const [first, second] = choicesFor(id, nodes);
    expect(choicesFor(id, left)[0]).toEqual(first!.name === 'b' ? second : first);
  }
});
