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
