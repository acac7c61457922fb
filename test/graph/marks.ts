/**
 * Marks in sources, and the links that a program has at them. A mark stands directly before a name and is removed
 * before the text is read:
 * - `‹@a›name` gives a declared name the label `a`.
 * - `‹a›name` links to `a` and nothing else, `‹a,b›name` to both.
 * - `‹-›name` links to nothing of the project, and `‹?›name` is unresolved.
 * - `‹a()›name` runs `a` where it is called.
 * - `‹a~›name` links to `a` by its name alone.
 */
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { overriddenMembers } from '../../src/graph/links/overrides.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import type { Program } from '../../src/graph/program/program.ts';
import type { Inference } from '../../src/graph/questions/questions.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { entityFields, siteWidth } from '../../src/model/file-summary.ts';

export type Sources = Readonly<Record<string, string>>;

export interface Mark {
  path: string;
  line: number;
  column: number;
  kind: 'label' | 'use' | 'call';
  labels: string[];
}

/** The texts without their marks, and the marks, each with the place of the name after it. */
export function readMarks(sources: Sources): { texts: Map<string, string>; marks: Mark[] } {
  const marks: Mark[] = [];
  const texts = Object.entries(sources).map(([path, text]): [string, string] => [
    path,
    withoutMarks(path, text, marks),
  ]);
  return { texts: new Map(texts), marks };
}

function withoutMarks(path: string, marked: string, marks: Mark[]): string {
  const lines = marked.split('\n').map((text, index) => {
    let line = '';
    let from = 0;
    for (const match of text.matchAll(/‹(@?)([\w,?~-]+)(\(\))?›/g)) {
      line += text.slice(from, match.index);
      from = match.index + match[0].length;
      const kind = match[1] === '@' ? 'label' : match[3] === undefined ? 'use' : 'call';
      marks.push({ path, line: index + 1, column: line.length + 1, kind, labels: match[2]!.split(',') });
    }
    return line + text.slice(from);
  });
  return lines.join('\n');
}

/** Names a target by the label at its place, or by the place where it has no label. */
export function targetNames(marks: readonly Mark[]): (target: Target) => string {
  const labels = new Map<string, string>();
  for (const { path, line, column, kind, labels: names } of marks)
    if (kind === 'label') labels.set(`${path}:${line}:${column}`, names[0]!);
  return ({ file, entity }) => {
    const place = `${file.path}:${file.get(entity, entityFields.line)}:${file.get(entity, entityFields.column)}`;
    return labels.get(place) ?? `${place} ${file.name(entity)}`;
  };
}

/** The pairs and variants of a program as `one > other` by their labels, sorted. */
export function variantLabels(program: Program, marks: readonly Mark[]): string[] {
  const i = startInference(program);
  const nameOf = targetNames(marks);
  const found = program.files.flatMap((file) =>
    overriddenMembers(i, file).map(({ member, target }) => `${nameOf({ file, entity: member })} > ${nameOf(target)}`),
  );
  return found.sort();
}

export interface LinkedMarks {
  /** The links of each marked use, one line for each. */
  actual: string[];
  /** The expected links. */
  expected: string[];
}

/**
 * Compares links with marks. Throws on marks without effect.
 * @param symbolOf the declaration that represents a target's symbol, where labels are at that declaration
 */
export function compareMarks(
  program: Program,
  marks: readonly Mark[],
  symbolOf: (target: Target) => Target = (target) => target,
): LinkedMarks {
  const i = startInference(program);
  const nameOf = targetNames(marks);
  const known = new Set(marks.flatMap(({ kind, labels }) => (kind === 'label' ? labels : [])));
  const uses = marks.filter(({ kind }) => kind !== 'label');
  if (uses.length === 0) throw new Error('no use is marked');
  const linked: LinkedMarks = { actual: [], expected: [] };
  for (const mark of uses) {
    const { path, line, column, kind, labels } = mark;
    const unknown = labels.find((label) => label !== '-' && label !== '?' && !known.has(label.replace('~', '')));
    if (unknown !== undefined) throw new Error(`nothing has the label ${unknown}`);
    const file = program.file(path);
    if (file === undefined) throw new Error(`${path} has no summary`);
    const found = linksAt(i, file, mark);
    if (found === null) throw new Error(`${path}:${line}:${column}: nothing is named there`);
    const at = `${path}:${line}:${column}${kind === 'call' ? ' runs' : ''}`;
    const names = new Set(found.targets.map((target) => nameOf(symbolOf(target)) + (found.isGuess ? '~' : '')));
    if (found.targets.length === 0) names.add(found.isUnknown ? '?' : '-');
    linked.actual.push(`${at} ${[...names].sort().join(', ')}`);
    linked.expected.push(`${at} ${labels.toSorted().join(', ')}`);
  }
  return linked;
}

interface LinkedPlace {
  targets: Target[];
  isUnknown: boolean;
  isGuess: boolean;
}

/** Null where there is no site. */
function linksAt(i: Inference, file: ProgramFile, mark: Mark): LinkedPlace | null {
  const { sites } = file.summary;
  const targets: Target[] = [];
  let [count, isUnknown, isGuess] = [0, false, false];
  for (let site = 0; site < file.siteCount; site++) {
    const at = site * siteWidth;
    if (sites[at + 2] !== mark.line || sites[at + 3] !== mark.column) continue;
    count++;
    const links = linkSite(i, file, site);
    if (links.unlinked === 'unknown') isUnknown = true;
    if (links.resolution === 'name') isGuess = true;
    targets.push(...(mark.kind === 'call' ? links.callees : links.targets));
  }
  return count === 0 ? null : { targets, isUnknown, isGuess };
}

/** Links every site of a program and gives their number. */
export function linkAll(program: Program): number {
  const i = startInference(program);
  let count = 0;
  for (const file of program.files) {
    for (let site = 0; site < file.siteCount; site++) linkSite(i, file, site);
    count += file.siteCount;
  }
  return count;
}
