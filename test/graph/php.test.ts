/** Links of PHP: namespaces and imports, members by declared types, traits, static members, functions, doc comments. */
import { describe, expect, test } from 'vitest';
import { php } from '../../src/languages/php/php.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([php]);

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, text: string): Case {
  return { name, files: { 'a.php': `<?php\n${text}` } };
}

const cases: Case[] = [
  {
    name: 'classes of the same namespace, imported ones, aliases, groups, full names',
    files: {
      'app/Main.php': `<?php
namespace App;
use Lib\\‹Tool›Tool; use Lib\\{‹Other›Other as Alias, Deep\\‹Leaf›Leaf}; use function Lib\\‹help›help; use const Lib\\‹LIMIT›LIMIT;
class Main {
  function f(‹Near›Near $near, ‹Tool›Tool $tool, ‹Other›Alias $alias, ‹Leaf›Leaf $leaf, \\Lib\\‹Tool›Tool $full, ‹-›Gone $gone) {
    $near->‹go›go(); $tool->‹use›use(); $full->‹use›use(); ‹help›help(); \\Lib\\‹help›help(); ‹-›strlen(''); ‹-›Tool();
    ‹global›everywhere(); return ‹LIMIT›LIMIT + $gone->‹-›x() + namespace\\‹near_f›near();
  }
}`,
      'app/Near.php': '<?php\nnamespace App;\nclass ‹@Near›Near { function ‹@go›go() {} }\nfunction ‹@near_f›near() {}',
      'lib/all.php': `<?php
namespace Lib { class ‹@Tool›Tool { function ‹@use›use() {} } class ‹@Other›Other {} function ‹@help›help() {} const ‹@LIMIT›LIMIT = 1; }
namespace Lib\\Deep { class ‹@Leaf›Leaf {} }
namespace { function ‹@global›everywhere() {} }`,
    },
  },
  one(
    'properties, methods and constants of one name; promoted parameters; what methods assign',
    `class A {
  const ‹@const›size = 1; public ?B $‹@prop›size = null; private $‹@made›made; static B $‹@inst›inst;
  function __construct(private readonly B $‹@promoted›b) { $this->‹made›made = new ‹B›B(); }
  function ‹@method›size(): B { $this->‹promoted›b->‹go›go(); $this->‹made›made->‹go›go(); $this->‹prop›size?->‹go›go(); return $this->‹prop›size; }
  function g() { $this->‹method›size()->‹go›go(); self::‹inst›$inst->‹go›go(); static::‹const›size; self::‹method›size(); }
}
class ‹@B›B { function ‹@go›go() {} }`.replace('‹inst›$inst', '$‹inst›inst'),
  ),
  one(
    'inheritance: parent, traits before bases, interfaces, abstract methods, constructors',
    `interface ‹@I›I { function ‹@need›need(); }
trait ‹@T›T { function ‹@tm›mixed() {} function both() { $this->‹tm›mixed(); } }
class ‹@P›P { function ‹@ctor›__construct() {} function mixed() {} static function ‹@pm›base(): static { return new static(); } }
class ‹@C›C extends ‹P›P implements ‹I›I { use ‹T›T;
  function __construct() { parent::‹ctor›__construct(); $this->‹tm›mixed(); parent::‹pm›base()->‹pm›base(); }
  function need() {} }
class D extends P {}
function f(I $i, C $c) { $i->‹need›need(); $c->‹pm›base(); new ‹ctor()›D(); C::‹pm›base(); ‹C›C::class; }`,
  ),
  one(
    'a variable has the value that was assigned last on each path',
    `class ‹@A›A { function ‹@a›m() {} } class ‹@B›B { function ‹@b›m() {} }
function f($x, $unknown) {
  $v = new ‹A›A(); $v->‹a›m(); $v = new ‹B›B; $v->‹b›m();
  if ($x) { $v = new A(); }
  $v->‹a,b›m();
  if ($unknown instanceof ‹A›A && $x) { $unknown->‹a›m(); }
  $unknown->‹?›m();
  foreach ([new A()] as $each) { $each->‹a›m(); }
  try { } catch (B $e) { $e->‹b›m(); }
  $w = $x ? new A() : new B(); $w->‹a,b›m();
  ($x ?? new B())->‹b›m(); (clone $w)->‹a,b›m();
}`,
  ),
  one(
    'closures see this and what they use; arrow functions see everything',
    `class A { function ‹@m›m() {}
  function f(A $x, A $y) {
    $g = function (A $q) use ($x) { $q->‹m›m(); $x->‹m›m(); $y->‹?›m(); $this->‹m›m(); };
    $h = fn(A $q) => $y->‹m›m();
    $k = new class extends A { function z() { $this->‹m›m(); } };
    $k->‹m›m();
  } }`,
  ),
  one(
    'doc comments declare types where nothing else does',
    `class ‹@A›A { function ‹@m›m() {} /** @var A */ private $‹@p›p; /** @return $this */ function same() { return other(); }
  /**
   * @param A $one
   * @param A[] $many
   * @return A|null
   */
  function f($one, array $many) { $one->‹m›m(); foreach ($many as $each) $each->‹m›m(); $this->‹p›p->‹m›m(); /** @var A $z */ $z = other(); $z->‹m›m(); }
  function g() { $this->f()->‹m›m(); $this->same()->‹m›m(); } }`,
  ),
  one(
    'enums: cases, constants, methods',
    `enum ‹@Suit›Suit: string { case ‹@H›Hearts = 'h'; const ‹@D›D = self::‹H›Hearts; function ‹@label›label() { return match($this) { self::‹H›Hearts => 'x' }; } }
function f(Suit $s) { $s->‹label›label(); Suit::‹H›Hearts->‹label›label(); ‹Suit›Suit::‹D›D; Suit::‹?›from('h'); }`,
  ),
  {
    name: 'a class that two files declare links to neither, except within its own file',
    files: {
      'a.php': '<?php\nnew ‹?›Same(); ‹?›run();',
      'b.php': '<?php\nclass ‹@b›Same {}\nfunction run() {}\nnew ‹b›Same();',
      'c.php': '<?php\nclass Same {}\nfunction run() {}',
    },
  },
  one(
    'what a base outside of the project may have is outside; other unknown members stay unknown',
    `class A extends \\Other\\Base { function f() { $this->‹-›gone(); parent::‹-›f(); } }
class B { function f(A $a, B $b) { $a->‹-›gone(); $b->‹?›gone(); $b->‹?›field; } }`,
  ),
  one(
    'attributes, static calls on class names in strings, calls of the value of a variable',
    `#[‹Mark›Mark(1)] class A { #[Mark] function f() {} }
class ‹@Mark›Mark { function __construct($x) {} }
function f() { $g = function () {}; $g(); }`,
  ),
];

describe('links of PHP', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
