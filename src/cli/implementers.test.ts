/** `implementers` tells types, tests and interfaces that extend an interface apart. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/shape.ts':
      'export interface Shape {\n  area(): number;\n}\nexport class Square implements Shape {\n  area = (): number => 1;\n}\n',
    'src/solid.ts':
      "import type { Shape } from './shape';\nexport interface Solid\n  extends Shape {\n  depth: number;\n}\n",
    'src/fake.test.ts':
      "import type { Shape } from './shape';\nexport class Fake implements Shape {\n  area = (): number => 1;\n}\n",
    'go.mod': 'module shop\n',
    'out/out.go': 'package out\n\ntype Output interface{ Send() }\n',
    'out/csv/csv.go':
      'package csv\n\nimport "shop/out"\n\ntype Output struct{}\n\nfunc (o Output) Send() {}\n\nvar _ interface {\n\tout.Output\n\tClose()\n} = &Closed{}\n\ntype Closed struct{ Output }\n\nfunc (c Closed) Close() {}\n',
    'out/json/json.go': 'package json\n\ntype Output struct{}\n\nfunc (o Output) Send() {}\n',
    'src/sink.ts': 'export interface Sink {\n  put(): void;\n}\n',
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((at) => [`src/sink${at}.ts`, 'export class Sink {\n  drop(): void {}\n}\n']),
    ),
    'run/run.go': 'package run\n\nimport "shop/out"\n\nfunc Run(o out.Output) {\n\to.Send()\n}\n',
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

it('lists tests and extending interfaces by themselves, the latter by their own names', async () => {
  const { output } = await runCommandLine(['implementers', 'Shape'], project.root, project.outside);
  expect(output).toContain('implementers: 2 in 2 files (2 direct, 1 in tests); 1 interface extends it\n');
  expect(output).toContain('\ndirect:\n  src/shape.ts:4:14: export class Square implements Shape {\n\n');
  expect(output).toContain('\nin tests:\n  src/fake.test.ts:2:14: export class Fake implements Shape {\n\n');
  expect(output).toContain('\ninterfaces that extend it:\n  src/solid.ts:2:18: export interface Solid');
});

it('writes the package before names that several of them have, and says how often the name stands in the project', async () => {
  const { output } = await runCommandLine(['implementers', 'out.Output'], project.root, project.outside, {
    width: null,
  });
  expect(output).toContain('  out/csv/csv.go:5:6: csv.Output: type Output struct{}\n');
  expect(output).toContain('  out/json/json.go:3:6: json.Output: type Output struct{}\n');
  // The assertion is no type.
  expect(output).not.toContain('out/csv/csv.go:10');
  expect(output).toMatch(/\naccount: \d+ places in 4 files have the name Output: .*\b(?:csv|json)\.Output \d/);
});

it('has a call that may run implementations once, with their places', async () => {
  const { output } = await runCommandLine(['callees', 'Run'], project.root, project.outside, { width: null });
  expect(output).toMatch(
    /Output\.Send out\/out\.go:3 .*; may run 2 implementations: Output\.Send out\/csv\/csv\.go:7, Output\.Send out\/json\/json\.go:5\n/,
  );
  expect(output.match(/run\/run\.go:6/g)).toHaveLength(1);
});

it('takes a name with many meanings for the only interface among them', async () => {
  const { output } = await runCommandLine(['implementers', 'Sink'], project.root, project.outside, { width: null });
  expect(output).toContain('"Sink" means 7 symbols; this is about the only interface among them.\n');
  expect(output).toContain('implementers: src/sink.ts#Sink\n');
});
