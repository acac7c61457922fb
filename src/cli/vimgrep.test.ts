/** `--vimgrep`: places alone, one a line, with paths from the current folder; of several projects without headings. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

const area =
  "import { round } from './round';\nexport function area(side: number): number {\n  return round(side * side);\n}\n";
const round =
  "import type { Unit } from './unit';\n\nexport function round(value: number): number {\n  return Math.round(value);\n}\nexport const unit: Unit = 1;\n";
const unit = "import { round } from './round';\nexport type Unit = number;\nexport const one = round(1);\n";

let project: WrittenProject;
let other: WrittenProject;
beforeAll(async () => {
  project = writeProject({ 'src/area.ts': area, 'src/round.ts': round, 'src/unit.ts': unit });
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...args], { cwd: project.root, stdio: 'ignore' });
  };
  git('add', '.');
  git('commit', '--quiet', '-m', 'Open');
  writeFileSync(join(project.root, 'src/round.ts'), round.replace('Math.round(value)', 'Math.floor(value)'));
  other = writeProject({
    'src/tower.ts':
      'export function round(): void {\n  console.log(1);\n}\nexport function climb(): void {\n  round();\n}\n',
  });
  for (const { root, outside } of [project, other]) await runCommandLine(['index'], root, outside);
});
afterAll(() => {
  project.remove();
  other.remove();
});

describe('a list of places', () => {
  it.each([
    [
      'outline src/round.ts',
      [
        'src/round.ts:3:17:export function round(value: number): number {',
        'src/round.ts:6:14:export const unit: Unit = 1;',
      ],
    ],
    ['outline area', ['src/area.ts:3:1:  return round(side * side);']],
    ['neighbors area', ['src/area.ts:3:10:  return round(side * side);']],
    ['path area round', ['src/area.ts:3:10:  return round(side * side);']],
    [
      'cycles',
      ["src/round.ts:1:1:import type { Unit } from './unit';", "src/unit.ts:1:1:import { round } from './round';"],
    ],
    [
      'changes',
      [
        'src/round.ts:3:17:export function round(value: number): number {',
        'src/area.ts:3:10:  return round(side * side);',
        'src/unit.ts:3:20:export const one = round(1);',
      ],
    ],
  ])('%s', async (command, expected) => {
    const { out, code } = await runCommandLine([...command.split(' '), '--vimgrep'], project.root, project.outside, {
      width: null,
    });
    expect(out).toEqual(expected);
    expect(code).toBe(0);
  });

  it('is empty where nothing was found', async () => {
    const { out, code } = await runCommandLine(['cycles', 'src/area.ts', '--vimgrep'], project.root, project.outside);
    expect([out, code]).toEqual([[], 1]);
  });

  it('is no drawing', async () => {
    const args = ['neighbors', 'area', '--vimgrep', '--format', 'mermaid'];
    const { output, code } = await runCommandLine(args, project.root, project.outside);
    expect(code).not.toBe(0);
    expect(output).toContain("option '--format <format>' cannot be used with option '--vimgrep'");
  });
});

describe('of several projects', () => {
  const both = (...args: string[]): ReturnType<typeof runCommandLine> =>
    runCommandLine(['--root', '.', '--root', other.root, ...args], project.root, project.outside);
  const theirs = (): string => `../../${basename(other.outside)}/project/src/tower.ts`;

  it.each([
    ['callers', 'round'],
    ['usage', 'round'],
    ['impact', 'round'],
    ['symbols', 'round'],
    ['definition', 'round'],
    ['grep', 'round'],
    ['search', 'round'],
    ['explore', 'round'],
    ['unused', '--exported'],
  ])('%s has no headings, and paths from the current folder', async (...args) => {
    const { out } = await both(...args, '--vimgrep');
    expect(out.filter((line) => !/^[^:\s]+:\d+:\d+:/.test(line))).toEqual([]);
    const paths = new Set(out.map((line) => line.replace(/:.*/, '')));
    expect([...paths]).toContain(theirs());
    expect([...paths].some((path) => path.startsWith('src/'))).toBe(true);
  });

  it('is of one symbol where the question is, and names those that it may mean', async () => {
    const { output, code } = await both('outline', 'round', '--vimgrep');
    expect(code).not.toBe(0);
    expect(output).toMatch(/src\/round\.ts#round[^]*src\/tower\.ts#round/);
    const { out } = await both('outline', 'climb', '--vimgrep');
    expect(out).toEqual([`${theirs()}:5:1:  round();`]);
  });

  it('finds what only one of them has', async () => {
    const { out, code } = await both('definition', 'climb', '--vimgrep');
    expect([out, code]).toEqual([[`${theirs()}:4:17:export function climb(): void {`], 0]);
  });

  it('grep in a pipe prints what ripgrep does', async () => {
    const { out } = await runCommandLine(
      ['--root', '.', '--root', other.root, 'grep', 'climb'],
      project.root,
      project.outside,
      { width: null },
    );
    expect(out).toEqual([`${theirs()}:4:export function climb(): void {`]);
  });
});
