/** A getter and its setter, which are declared apart: two symbols. Asked of a real index. */
import { describe, expect, it } from 'vitest';
import { indexed, meaning } from './real-index.ts';

const { engine } = await indexed({
  'box.ts': `export class Box {
  get size(): number { return measure(); }
  set size(n: number) { resize(); }
}
export class Sub extends Box {
  override get size(): number { return 2; }
  override set size(n: number) {}
}
export class ReadOnly extends Box {
  override get size(): number { return 3; }
}
export class WriteOnly extends ReadOnly {
  override set size(n: number) {}
}
function measure() { return 1; }
function resize() {}
`,
  'use.ts': `import { Box, ReadOnly } from './box';
export function reads(b: Box) { return b.size; }
export function writes(b: Box) { b.size = 1; }
export function updates(b: Box) { b.size += 1; }
export function ofReadOnly(r: ReadOnly) { return r.size; }
`,
});

async function callers(symbol: string): Promise<string[]> {
  const { reached } = await engine.graph.callers({ symbol: `box.ts#${symbol}`, maxDepth: 1 });
  return reached.map(({ node }) => node.name).sort();
}

describe('callers', () => {
  it.each([
    ['Box.size', ['reads', 'updates']],
    ['Box.size(set)', ['updates', 'writes']],
    ['measure', ['size']],
  ])('%s', async (symbol, expected) => {
    expect(await callers(symbol)).toEqual(expected);
  });

  it('reach a getter through the getter that it overrides, and a setter through the setter', async () => {
    expect(await callers('Sub.size')).toEqual(['reads', 'updates']);
    expect(await callers('Sub.size(set)')).toEqual(['updates', 'writes']);
    expect(await callers('ReadOnly.size')).toEqual(['ofReadOnly', 'reads', 'updates']);
  });

  it('never reach a setter through a getter', async () => {
    expect(await callers('WriteOnly.size')).toEqual([]);
  });

  it('of a getter name its setter', async () => {
    expect((await engine.graph.callers({ symbol: 'Box.size', maxDepth: 1 })).setter).toBe('box.ts#Box.size(set)');
    expect((await engine.graph.callers({ symbol: 'ReadOnly.size', maxDepth: 1 })).setter).toBeUndefined();
  });
});

it('callees of an accessor are those of its own body', async () => {
  const { reached } = await engine.graph.callees({ symbol: 'box.ts#Box.size(set)', maxDepth: 1 });
  expect(reached.map(({ node }) => node.id)).toEqual(['box.ts#resize']);
});

it.each([
  ['Box.size', 'box.ts#Box.size'],
  ['Box.size(set)', 'box.ts#Box.size(set)'],
])('the name %s', async (name, id) => {
  expect(await meaning(engine, name)).toBe(id);
});
