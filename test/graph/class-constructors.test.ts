/** Which meaning of an ambiguous name an answer uses, on a real index. */
import { expect, it } from 'vitest';
import { indexed, meaning } from './real-index.ts';

const files: Record<string, string> = {
  'java/Outer.java':
    'class Outer {\n  Outer(int n) {}\n  static class Inner {\n    Inner() {}\n    void go() { new Outer(1); }\n  }\n}\n',
  'cs/Shop.cs': 'namespace N { public class Shop { public Shop() {} static Shop Make() { return new Shop(); } } }\n',
  'cc/box.h': 'template <class T> class Box { public: Box(T one); void put(T one); };\n',
  'cc/box.cc': '#include "box.h"\nclass Lid { public: Lid(); };\nLid::Lid() {}\nint shut() { Lid lid; return 1; }\n',
};
const { engine } = await indexed(files);

it.each([
  ['Outer', 'java/Outer.java#Outer'],
  ['Outer.Outer', 'java/Outer.java#Outer.Outer'],
  ['Inner', 'java/Outer.java#Outer.Inner'],
  ['Shop', 'cs/Shop.cs#N.Shop'],
  ['Lid', 'cc/box.cc#Lid'],
])('the name of a class includes its constructor: %s', async (written, expected) => {
  expect(await meaning(engine, written)).toBe(expected);
});
