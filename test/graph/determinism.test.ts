/**
 * The links of a site depend on the sources alone, not on the order of files or on the sites that were resolved before.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import type { SiteLinks } from '../../src/graph/links/site-links.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { entityFields } from '../../src/model/file-summary.ts';
import { programOf, type Sources } from './linked-sources.ts';

/** Functions and classes whose types depend on each other in cycles: here an answer that was cut short would show. */
const cyclic: Sources = {
  'a.ts': `import { B, makeB } from './b';
export class A<T = B> { next = makeB(); self() { return this; } b(): B { return this.next; } many: T[] = []; pick() { return this.many.find((x) => x); } }
export function makeA() { return makeB().a(); }
export const even = (n: number) => (n === 0 ? new A() : odd(n - 1));
export const odd = (n: number) => (n === 0 ? makeA() : even(n - 1));
odd(1).self().b().a().next.each((a) => a.self().pick());
even(2).b().each(({ next }) => next.a());
const loop = () => loop().self();
loop().self();`,
  'b.ts': `import { A, makeA, odd } from './a';
export * from './c';
export class B { a() { return odd(3); } each<T>(f: (a: A) => T): T { return f(makeA()); } get c() { return this.a().b().c; } }
export function makeB() { return new B(); }
new B().c.a().self();
new B().each((a) => a.b()).each((a) => a.self());`,
  'c.ts': `export * from './b';
import { makeB, B } from './b';
type Deep<T> = { value: T; deeper: Deep<Deep<T>> };
export interface Tree { parent: Tree; children: Tree[]; visit(f: (tree: Tree) => Tree | B): Tree; }
export function walk(tree: Tree, deep: Deep<B>) {
  for (const child of tree.children) walk(child.parent.visit((t) => t.children[0]), deep.deeper.deeper.value);
  const { a, each } = makeB();
  deep.value.a().self(); a(); each((x) => x.b());
  return walk(tree, deep);
}`,
  'd.js': `const d = (module.exports = {});
function Node(up) { this.up = up || new Node(this); this.top = this.up.top; }
Node.prototype.root = function root() { return this.up.root().top; };
d.make = function make() { return new Node(this.make()); };
d.make().root().root();`,
};

function nameOf({ file, entity }: Target): string {
  return `${file.path}:${file.get(entity, entityFields.line)}:${file.get(entity, entityFields.column)}`;
}

/** Without the order of alternatives, which has no meaning. */
function answerOf({ targets, callees, resolution, unlinked }: SiteLinks): string {
  const names = (list: readonly Target[]): string => list.map(nameOf).sort().join(' ');
  return `${names(targets)}|${names(callees)}|${resolution}|${unlinked}`;
}

interface Question {
  file: ProgramFile;
  site: number;
}

/** The answer to each question, asked in the order that `arrange` gives. */
function answers(
  paths: readonly string[],
  arrange: (questions: Question[]) => readonly Question[],
): Map<string, string> {
  const program = programOf(Object.fromEntries(paths.map((path) => [path, cyclic[path]!])));
  const i = startInference(program);
  const questions = program.files.flatMap((file) =>
    Array.from({ length: file.siteCount }, (_, site) => ({ file, site })),
  );
  return new Map(
    arrange(questions).map(({ file, site }) => [`${file.path}#${site}`, answerOf(linkSite(i, file, site))]),
  );
}

const paths = Object.keys(cyclic);
const alone = new Map<string, string>();
for (const [key, answer] of answers(paths, (questions) => questions)) alone.set(key, answer);

test('the answers are the same in any order of files and of sites', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(paths, { minLength: paths.length }),
      fc.infiniteStream(fc.nat()),
      (order, random) => {
        const shuffled = (questions: Question[]): Question[] => {
          const keys = new Map(questions.map((question) => [question, random.next().value as number]));
          return questions.toSorted((a, b) => keys.get(a)! - keys.get(b)!);
        };
        const actual = answers(order, shuffled);
        expect([...actual].sort()).toEqual([...alone].sort());
      },
    ),
    { numRuns: 40 },
  );
});

test('an answer on a fresh program is the same as after all others', () => {
  for (const [key, answer] of alone) {
    const fresh = answers(paths, (questions) => questions.filter(({ file, site }) => `${file.path}#${site}` === key));
    expect([key, fresh.get(key)]).toEqual([key, answer]);
  }
});

test('most sites of the sources are linked, so the comparison covers something', () => {
  const linked = [...alone.values()].filter((answer) => !answer.startsWith('|'));
  expect(linked.length / alone.size).toBeGreaterThan(0.8);
});
