/** What implements, extends and overrides, and what a type implements, in each language, on a real index. */
import { expect, it } from 'vitest';
import type { Relative } from '../../src/model/code-questions.ts';
import { indexed } from './real-index.ts';

const files: Record<string, string> = {
  'package.json': '{"name":"sample"}',
  'ts/shape.ts':
    'export interface Shape { area(): number }\nexport abstract class Base implements Shape { abstract area(): number; bump() {} }\n' +
    'export class Box extends Base { area() { return 1; } }\n',
  'ts/shape.test.ts': "import { Base } from './shape';\nclass Fake extends Base { area() { return 0; } }\n",
  'ts/both.ts':
    'export interface One { a: number }\nexport const One = () => ({\n  a: 1,\n});\nexport interface Two extends One {}\n' +
    'export const Two = () => ({\n  a: 2,\n});\n',
  'py/runner.py':
    'from typing import Protocol\nclass Runner(Protocol):\n    def run(self): ...\nclass Fast(Runner):\n    def run(self): pass\n',
  'go/go.mod': 'module sample\n',
  'go/shape.go':
    'package shop\nimport "io"\ntype Named interface { Name() string }\ntype Figure interface { Named; Area() int }\ntype Any interface{}\n' +
    'type Outer interface { io.Reader; Shut() }\n',
  'go/sinks.go':
    'package shop\ntype Sink interface { Put() }\ntype First interface {\n\tSink\n\tOne()\n}\ntype Second interface {\n\tSink\n\tTwo()\n}\n' +
    'type Third interface { Sink }\n',
  'go/square.go':
    'package shop\ntype base struct{}\nfunc (b *base) Name() string { return "" }\ntype Square struct { *base }\n' +
    'func (s Square) Area() int { return 1 }\ntype Half struct{}\nfunc (h Half) Area() int { return 2 }\n',
  'go/csv/output.go':
    'package csv\ntype Writer interface { Write(); End() }\ntype Output struct{}\nfunc (o Output) Write() {}\nfunc (o Output) End() {}\n',
  'go/json/output.go':
    'package json\ntype Output struct{}\nfunc (o Output) Write() {}\nfunc (o Output) End() {}\ntype Late struct{ Output }\n',
  'rust/Cargo.toml': '[package]\nname = "sample"\n',
  'rust/src/lib.rs':
    'pub mod part;\npub trait Figure { fn area(&self) -> i32; fn name(&self) -> i32 { 1 } }\npub struct Square;\npub trait Plan { type Error: Figure; }\nimpl Figure for std::fmt::Error { fn area(&self) -> i32 { 3 } }\n',
  'rust/src/part.rs':
    'use crate::{Figure, Square};\nimpl Figure for Square { fn area(&self) -> i32 { 1 } }\nimpl<T> Figure\n    for Vec<T> {\n    fn area(&self) -> i32 { 2 }\n}\n',
  'java/Shop.java':
    'interface Shop { int open(); }\nclass Corner implements Shop { public int open() { return 1; }\n' +
    '  Shop other() {\n    return new Shop() {\n      public int open() { return 2; } };\n  }\n}\nclass Late extends Corner { public int open() { return 3; } }\n',
  'kotlin/Door.kt':
    'interface Door { fun knock(): Int }\nopen class Wood : Door { override fun knock() = 1 }\nclass Oak : Wood()\n' +
    'class Room {\n  val door = object : Door {\n    override fun knock() = 2\n  }\n}\nclass Proxy(d: Door) : Door by d\n',
  'cs/Lamp.cs':
    'interface ILamp { void Light(); }\nabstract class Lamp : ILamp { public abstract void Light(); }\nclass Torch : Lamp { public override void Light() {} }\n',
  'swift/Lamp.swift':
    'protocol Lit { func glow() -> Int }\nstruct Bulb { }\nextension Bulb: Lit { func glow() -> Int { 1 } }\nextension Array: Lit { func glow() -> Int { 2 } }\n',
  'ruby/greet.rb': 'module Greet\n  def hi; end\nend\nclass Host\n  include Greet\nend\n',
  'php/Cup.php':
    '<?php\ninterface Vessel { function fill(); }\ntrait Handle { function hold() {} }\nclass Cup implements Vessel { use Handle; function fill() {} }\n',
  'cc/node.cpp':
    'struct Node { virtual int size() const = 0; };\nstruct Leaf : Node { int size() const override { return 1; } };\nstruct Bud : Leaf {};\n',
};
const { engine } = await indexed(files);

const nameOf = ({ node, written, relation, distance, through, isTest }: Relative): string =>
  [
    node?.qualified ?? `“${written}”`,
    relation,
    ...(distance === 1 ? [] : [`by ${through?.qualified}`]),
    ...(isTest ? ['test'] : []),
  ].join(' ');

async function related(symbol: string, direction: 'implementers' | 'implements' = 'implementers'): Promise<string[]> {
  const { found } = await engine.graph.implementers({ symbol, direction });
  return found.map(nameOf);
}

it.each<[language: string, symbol: string, expected: string[]]>([
  [
    'TypeScript, direct before indirect, tests last',
    'ts/shape.ts#Shape',
    ['Base implements', 'Box extends by Base', 'Fake extends by Base test'],
  ],
  ['interfaces that share their name with a value', 'ts/both.ts#One', ['Two extends']],
  ['a method', 'ts/shape.ts#Base.area', ['Box.area overrides', 'Fake.area overrides test']],
  ['Python', 'py/runner.py#Runner', ['Fast extends']],
  ['Go, embedded interfaces', 'go/shape.go#Named', ['Figure extends', 'base implicit', 'Square implicit']],
  [
    'Go, several interfaces of a file that embed one',
    'go/sinks.go#Sink',
    ['First extends', 'Second extends', 'Third extends'],
  ],
  ['Go, methods of embedded types', 'go/shape.go#Figure', ['Square implicit']],
  [
    'Rust, apart from the type and for foreign types',
    'rust/src/lib.rs#Figure',
    [
      '“impl Figure for std::fmt::Error { fn area(&self) -> i32 { 3 } }” implements',
      'Square implements',
      '“impl<T> Figure” implements',
    ],
  ],
  [
    'Java, classes without a name',
    'java/Shop.java#Shop',
    ['Corner implements', 'Corner.other overrides', 'Late extends by Corner'],
  ],
  [
    'Kotlin, objects and delegation',
    'kotlin/Door.kt#Door',
    ['Wood implements', 'Room.door implements', 'Proxy implements', 'Oak extends by Wood'],
  ],
  ['C#', 'cs/Lamp.cs#ILamp', ['Lamp implements', 'Torch extends by Lamp']],
  [
    'Swift, extensions',
    'swift/Lamp.swift#Lit',
    ['Bulb extends', '“extension Array: Lit { func glow() -> Int { 2 } }” extends'],
  ],
  ['Ruby', 'ruby/greet.rb#Greet', ['Host extends']],
  ['PHP', 'php/Cup.php#Vessel', ['Cup implements']],
  ['a trait of PHP', 'php/Cup.php#Handle', ['Cup extends']],
  ['C++', 'cc/node.cpp#Node', ['Leaf extends', 'Bud extends by Leaf']],
])('%s: the implementers of %s', async (_, symbol, expected) => {
  expect(await related(symbol)).toEqual(expected);
});

it.each<[symbol: string, expected: string[]]>([
  ['ts/shape.ts#Box', ['Base extends', 'Shape implements by Base']],
  ['ts/shape.ts#Box.area', ['Base.area overrides', 'Shape.area overrides by Base.area']],
  ['go/square.go#Square', ['Named implicit', 'Figure implicit', 'base extends']],
  ['go/square.go#Half', []],
  ['rust/src/lib.rs#Square', ['Figure implements']],
  ['java/Shop.java#Late', ['Corner extends', 'Shop implements by Corner']],
])('what %s implements', async (symbol, expected) => {
  expect((await related(symbol, 'implements')).toSorted()).toEqual(expected.toSorted());
});

it('says where the members of a type come from', async () => {
  const { members } = await engine.graph.implementers({ symbol: 'ts/shape.ts#Box', direction: 'implements' });
  expect(
    members.map(({ node, from, overrides }) => [node.name, from?.name ?? null, overrides.map((one) => one.qualified)]),
  ).toEqual([
    ['area', null, ['Base.area']],
    ['bump', 'Base', []],
  ]);
});

it('gives the package of Go to names that several have, and to no others', async () => {
  const symbol = 'go/csv/output.go#Writer';
  const { found } = await engine.graph.implementers({ symbol, direction: 'implementers' });
  const names = found.map(({ node, package: of }) => [of, node?.qualified]);
  expect(names).toContainEqual(['csv', 'Output']);
  expect(names).toContainEqual(['json', 'Output']);
  expect(names).toContainEqual([null, 'Late']);
});

it('gives the account of the name if it is asked for', async () => {
  const ask = async (parts: { account?: true }) =>
    engine.graph.implementers({ symbol: 'go/sinks.go#Sink', direction: 'implementers', ...parts });
  expect((await ask({ account: true })).account).toMatchObject({ name: 'Sink', places: 4, files: 1 });
  expect((await ask({})).account).toBeUndefined();
});

it('says what it cannot tell', async () => {
  const ask = async (symbol: string) => engine.graph.implementers({ symbol, direction: 'implementers' });
  expect(await ask('go/shape.go#Any')).toMatchObject({ found: [], isEmpty: true });
  expect(await ask('go/shape.go#Named')).toMatchObject({ isEmpty: false, fitsByForm: false });
  expect(await ask('ts/shape.ts#Shape')).toMatchObject({ fitsByForm: true });
  expect(await ask('ts/shape.ts#Base')).toMatchObject({ fitsByForm: false });
  expect(await ask('py/runner.py#Runner')).toMatchObject({ fitsByForm: true });
});
