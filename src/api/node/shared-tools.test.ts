/** That senders who see the same have their tools in common, and nothing is kept for those who are gone. */
import { expect, it } from 'vitest';
import { tools } from '../../tools/registry.ts';
import { toolsFor } from '../../tools/several-projects.ts';
import { SharedTools } from './shared-tools.ts';

it('are made once for all who see the same, and again when all of them are gone', () => {
  const shared = new SharedTools(tools);
  const [names, others] = [
    ['a', 'b'],
    ['a', 'c'],
  ];
  const first = shared.of(names);
  expect(shared.of([...names])).toBe(first);
  expect(toolsFor(names, shared.of(names))).toBe(toolsFor(names, first));
  expect(shared.of(others)).not.toBe(first);
  shared.leave(others);
  for (const _ of [1, 2]) shared.leave(names);
  expect(shared.of(names)).toBe(first);
  for (const _ of [1, 2]) shared.leave(names);
  const later = shared.of(names);
  expect(later).not.toBe(first);
  expect(later).toEqual(first);
  shared.leave(['never']);
});
