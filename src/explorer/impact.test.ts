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

it('says of what it does not list how much of it is in which folder', () => {
  const near = reached(250, (at) => ({ name: `f${at}`, package: 'shop' })).map((one, at) => ({
    ...one,
    node: { ...one.node, path: `src/${at < 210 ? 'cart' : 'price'}/f${at}.ts` },
  }));
  const far = near.map((one) => ({ ...one, distance: 2 }));
  const { columns, shown } = columnsOf([...near, ...far]);
  expect(shown).toBe(200);
  expect(columns[0]).toMatchObject({
    groups: [{ name: 'shop', symbols: { total: 250 } }],
    rest: { symbols: 50, folders: { total: 2, shown: [{ folder: 'src/price', symbols: 40 }, { symbols: 10 }] } },
  });
  expect(columns[1]).toMatchObject({
    groups: [],
    rest: { symbols: 250, folders: { shown: [{ folder: 'src/cart', symbols: 210 }, { folder: 'src/price' }] } },
  });
  expect(columnsOf(near.slice(0, 3)).columns[0]!.rest).toEqual({ symbols: 0, folders: { total: 0, shown: [] } });
});
