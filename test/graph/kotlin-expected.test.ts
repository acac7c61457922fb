/** Kotlin's `expect` declarations: the names that refer to them, and the `actual` declarations that implement them. */
import { expect, test } from 'vitest';
import { kotlin } from '../../src/languages/kotlin/kotlin.ts';
import { compareMarks, readMarks, variantLabels } from './marks.ts';
import { openPrograms } from './marked-sources.ts';

const programOf = await openPrograms([kotlin], { everySite: true });

const { texts, marks } = readMarks({
  'common/A.kt': `package p
expect fun ‹@f›f(x: Int): String
expect fun ‹@g›f(x: Int, y: Int): String
expect class ‹@C›C(n: Int) { fun ‹@m›m(): Int; val ‹@v›v: Int }
expect val ‹@top›top: Int
fun use() { ‹f›f(1); ‹C›C(1).‹m›m(); ‹C›C(2).‹v›v; ‹top›top }`,
  'jvm/A.jvm.kt': `package p
actual fun ‹@jf›f(x: Int): String = ""
actual fun ‹@jg›f(x: Int, y: Int): String = ""
actual class ‹@jC›C actual constructor(n: Int) { actual fun ‹@jm›m(): Int = 1; actual val ‹@jv›v: Int = 2; fun ‹@extra›extra() {} }
actual val ‹@jtop›top: Int = 1
fun useJvm() { ‹jf›f(1); ‹jC›C(1).‹jm›m(); ‹jC›C(2).‹extra›extra() }`,
  'js/A.js.kt': `package p
actual fun ‹@sf›f(x: Int): String = ""
actual typealias ‹@sC›C = Other
class Other(n: Int) { fun m(): Int = 1 }`,
  'test/T.kt': 'package p\nfun t() { ‹f›f(2); ‹C›C(3).‹m›m(); ‹top›top }',
});
const program = programOf(texts);

test('a name means the declaration of its own source set, or the expected one', () => {
  const { actual, expected } = compareMarks(program, marks);
  expect(actual).toEqual(expected);
});

test('actual declarations implement the expected ones, overloads by their parameter types', () => {
  expect(variantLabels(program, marks)).toEqual([
    'jC > C',
    'jf > f',
    'jg > g',
    'jm > m',
    'jtop > top',
    'jv > v',
    'sC > C',
    'sf > f',
  ]);
});
