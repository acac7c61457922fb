/** What an impact shows of what is reached. */
import { expect, it } from 'vitest';
import type { ReachedNode } from '../model/graph.ts';
import { columnsOf } from './impact.ts';

/** Symbols that a change reaches. @param nameOf the name, and the package, of each */
function reached(count: number, nameOf: (at: number) => { name: string; package: string }): ReachedNode[] {
  return Array.from({ length: count }, (_, at) => {
    const node = { ...nameOf(at), kind: 'function', path: `src/f${at}.ts`, line: 1 };
    return { node: { ...node, id: `${node.path}#${node.name}`, qualified: node.name }, distance: 1, edges: [] };
  }) as unknown as ReachedNode[];
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

it('has as many bytes as an answer has room for, whatever letters names have', () => {
  const long = reached(300, (at) => ({ name: `${'名'.repeat(290)}${at}`, package: 'shop' }));
  const { columns, shown } = columnsOf(long);
  expect(shown).toBeGreaterThan(20);
  expect(bytesOf(columns)).toBeLessThan(50_000);
  expect(columns[0]).toMatchObject({ total: 300, groups: [{ symbols: { total: 300 } }] });
  const scattered = columnsOf(reached(300, (at) => ({ name: `f${at}`, package: `${'包'.repeat(290)}${at}` })));
  expect(bytesOf(scattered.columns)).toBeLessThan(50_000);
  expect(scattered.columns[0]!.total).toBe(300);
});
