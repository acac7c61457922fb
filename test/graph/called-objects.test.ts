/**
 * Calls of objects, of classes without an explicit constructor, and of classes that define how their objects are
 * called.
 */
import { expect, test } from 'vitest';
import { kotlin } from '../../src/languages/kotlin/kotlin.ts';
import { php } from '../../src/languages/php/php.ts';
import { python } from '../../src/languages/python/python.ts';
import { scala } from '../../src/languages/scala/scala.ts';
import { swift } from '../../src/languages/swift/swift.ts';
import { openLinkComparison } from './marked-sources.ts';

const linksOf = await openLinkComparison([kotlin, php, python, scala, swift], { everySite: true });

test.each<[string, Record<string, string>]>([
  [
    'Scala: constructions without new, and `apply` of objects',
    {
      'A.scala': `package a
class ‹@R›UserRepository { def ‹@find›find(): Int = 1 }
class ‹@S›Service(r: UserRepository) { def ‹@go›go() = r.‹find›find() }
case class ‹@P›Point(x: Int)
object ‹@Make›Make { def ‹@ap›apply(n: Int): UserRepository = new UserRepository }
class Fn { def ‹@fa›apply(n: Int): UserRepository = Make(n) }
class Use { val r = ‹R()›UserRepository(); val s = ‹S›Service(r); val f: Fn = new Fn
  def use() = { r.‹find›find(); s.‹go›go(); ‹R›UserRepository().‹find›find(); ‹P›Point(1); ‹Make›Make(1).‹find›find(); ‹ap()›Make(2); ‹fa()›f(1).‹find›find() } }`,
      'B.scala': `package b
import a.UserRepository
import a.{Service => Svc}
object Main { def main() = { val r = ‹R›UserRepository(); Svc(r).‹go›go(); new ‹R›UserRepository().‹find›find() } }`,
    },
  ],
  [
    'Kotlin: invoke',
    {
      'A.kt': `class User { fun ‹@go›go() {} }
class GetUser { operator fun ‹@inv›invoke(id: Int): User = User() }
object ‹@Maker›Maker { operator fun ‹@minv›invoke(): User = User() }
class Model(private val getUser: GetUser) {
  fun load() {
    ‹inv()›getUser(1).‹go›go()
    ‹minv()›Maker().‹go›go()
    val local = GetUser()
    ‹inv()›local(2).‹go›go()
  }
}`,
    },
  ],
  [
    'Python: __call__',
    {
      'a.py':
        'class X:\n  def ‹@m›m(self): pass\nclass F:\n  def ‹@c›__call__(self): return X()\ndef g(f: F):\n  ‹c()›f().‹m›m()\n  F()().‹m›m()',
    },
  ],
  [
    'PHP: __invoke',
    {
      'a.php':
        '<?php\nclass X { public function ‹@m›m() {} }\nclass F { public function ‹@c›__invoke(): X { return new X(); } }\nfunction g(F $f) { ‹c()›$f()->‹m›m(); }',
    },
  ],
  [
    'Swift: callAsFunction',
    {
      'a.swift':
        'class X { func ‹@m›m() {} }\nstruct F { func ‹@c›callAsFunction() -> X { return X() } }\nfunc g(f: F) { ‹c()›f().‹m›m() }',
    },
  ],
])('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});
