/** Of a name with several meanings what answers for others, on a real index. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';

const files: Record<string, string> = {
  'java/Outer.java':
    'class Outer {\n  Outer(int n) {}\n  static class Inner {\n    Inner() {}\n    void go() { new Outer(1); }\n  }\n}\n',
  'cs/Shop.cs': 'namespace N { public class Shop { public Shop() {} static Shop Make() { return new Shop(); } } }\n',
  'cc/box.h': 'template <class T> class Box { public: Box(T one); void put(T one); };\n',
  'cc/box.cc': '#include "box.h"\nclass Lid { public: Lid(); };\nLid::Lid() {}\nint shut() { Lid lid; return 1; }\n',
};
const root = mkdtempSync(join(tmpdir(), 'code-scout-constructors-'));
let engine: Engine;

beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  engine = await openEngine({ root, config: loadConfig({ root }).config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

/** The id, the ids of all that it may be, or what is near. */
async function meaning(symbol: string): Promise<string | readonly string[]> {
  const choice = await engine.graph.resolve({ symbol });
  if (choice.kind === 'one') return choice.node.id;
  return choice.kind === 'several' ? choice.candidates.map(({ id }) => id) : ['none', ...choice.nearest];
}

it.each([
  ['Outer', 'java/Outer.java#Outer'],
  ['Outer.Outer', 'java/Outer.java#Outer.Outer'],
  ['Inner', 'java/Outer.java#Outer.Inner'],
  ['Shop', 'cs/Shop.cs#N.Shop'],
  ['Lid', 'cc/box.cc#Lid'],
])('a class answers for its constructor: %s', async (written, expected) => {
  expect(await meaning(written)).toBe(expected);
});
