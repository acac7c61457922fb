/** Declarations that the grammar reads as something else, or cannot read. */
import { afterAll, expect, it } from 'vitest';
import { Extractor } from '../../extract/extract.ts';
import { assetUrl } from '../../util/assets.ts';
import { kotlin } from './kotlin.ts';

const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

it.each<[text: string, definitions: string[]]>([
  ['@A(1)\n@B(2)\npublic annotation class F\n\n/** d */\npublic class G\n', ['F 3', 'G 6']],
  ['@A annotation class F\n\nfun g() {}\n', ['F 1', 'g 3']],
  ['@A(1)\nsealed class F(val a: Int) : B(a)\n\n@C\nobject G : B(1)\n\nval x = 1\n', ['F 2', 'a 2', 'G 5', 'x 7']],
  [
    'class O {\n  @A(1)\n  data object F : O()\n  @A(2)\n  data class G(val x: Int) : O()\n}\n',
    ['O 1', 'F 3', 'G 5', 'x 5'],
  ],
  [
    'class R {\n  class A\n  private constructor(\n    val a: Int,\n  ) {\n    fun f() {}\n  }\n  class B<T : C<T>>\r\n  @Inject internal constructor(val b: T)\n  class C\n  constructor(c: Int)\n  fun g() {}\n}\n',
    ['R 1', 'A 2', 'a 4', 'f 6', 'B 8', 'b 9', 'C 10', 'g 12'],
  ],
  [
    'class R { fun f() {}; companion object { val a = 1 } }\nclass S { var b = 1; private set; fun g() { h { 1 } } }\n',
    ['R 1', 'f 1', 'a 1', 'S 2', 'b 2', 'g 2'],
  ],
  [
    'class R {\n  var a: Int\n    get() = 1\n\n    @Synchronized set(value) {\n      b()\n    }\n  fun g() {}\n}\n\ncontext(r: R)\nfun h() {}\n',
    ['R 1', 'a 2', 'g 8', 'h 12'],
  ],
  [
    'class A(b: B) : T by b, U by c() {\n\n  val x = 1\n  fun f() {}\n  companion object {\n    fun g() {}\n  }\n}\nobject O : T by b {\n  /** d */\n  @V fun h() = 1\n}\nval y by lazy {\n  1\n}\n',
    ['A 1', 'x 3', 'f 4', 'g 6', 'O 9', 'h 11', 'y 13'],
  ],
  [
    'class F : B() {\n  fun f(by: Path) {\n    a.b("a")\n    by.b("b")\n    by?.b("b")\n  }\n  val x: T\n    by lazy { 1 }\n}\n',
    ['F 1', 'f 2', 'x 7'],
  ],
])('reads the declarations in %j', async (text, expected) => {
  const { definitions, issues } = await extractor.extract(kotlin, 'a.kt', text);
  expect(issues).toEqual([]);
  expect(definitions.map(({ name, line }) => `${name} ${line}`)).toEqual(expected);
});

it('leaves annotated expressions alone', async () => {
  const text = 'fun f() {\n  @Suppress("x") a.b(1)\n  @A run { class X }\n}\n';
  const { definitions } = await extractor.extract(kotlin, 'a.kt', text);
  expect(definitions.map(({ name }) => name)).toEqual(['f', 'X']);
});
