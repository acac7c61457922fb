/** The evaluation sets `calls` and `refs`: their rows, our answers to them, and the evaluation pack's own scorers. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import type { SiteLinks } from '../../src/graph/links/site-links.ts';
import type { Program } from '../../src/graph/program/program.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { entityFields, entityFlags, entityKinds, ops, siteKinds, siteWidth } from '../../src/model/file-summary.ts';

export interface GraphRow {
  id: string;
  repo: string;
  commit: string;
  lang: string;
}

export interface CallsRow extends GraphRow {
  files: string[];
}

export interface RefsRow extends GraphRow {
  name: string;
  file: string;
  line: number;
}

/** Precision and F1 cover only the rows whose truth is complete. */
export interface GraphScore {
  /** The number of rows whose truth is complete. */
  complete: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface EndPoint {
  file: string;
  name: string;
  /** 0 for the top level of a file. */
  line: number;
}

export interface CallsAnswer {
  id: string;
  edges: { from: EndPoint; to: EndPoint }[];
}

/** The answer to a row of any set, as its scorer reads it. */
export interface GraphAnswer {
  id: string;
}

export interface RefsAnswer {
  id: string;
  refs: string[];
}

/** The rows of a set, with their text in the file. */
export function readRows<T extends GraphRow>(pack: string, set: string): { row: T; text: string }[] {
  return readFileSync(join(pack, set, 'dev.jsonl'), 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => ({ row: JSON.parse(text) as T, text }));
}

function isAnonymousDefault(file: ProgramFile, entity: number): boolean {
  return file.name(entity) === 'default';
}

/** Whether a JavaScript member has a symbol or a constant as its key. */
function hasComputedName(file: ProgramFile, entity: number): boolean {
  return file.rules.importsByName && file.name(entity).startsWith('[');
}

/** The named function, method or accessor that contains a scope; -1 for the top level of the file. */
function callerOf(file: ProgramFile, from: number): number {
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const owner = file.scopeOwner(scope);
    if (owner === -1) continue;
    const kind = file.kind(owner);
    const isAccessor = kind === entityKinds.property && file.has(owner, entityFlags.getter | entityFlags.setter);
    if (kind !== entityKinds.function && kind !== entityKinds.method && !isAccessor) continue;
    if (file.name(owner) !== '' || file.get(owner, entityFields.definition) !== -1) return owner;
  }
  return -1;
}

/** The innermost caller that has a name in the truth; -1 for the module. */
function namedCaller(file: ProgramFile, scope: number): number {
  let caller = callerOf(file, scope);
  while (caller !== -1 && hasComputedName(file, caller)) caller = callerOf(file, file.get(caller, entityFields.scope));
  return caller === -1 || isAnonymousDefault(file, caller) ? -1 : caller;
}

export function endPoint({ file, entity }: Target): EndPoint {
  const owner = file.get(entity, entityFields.parent);
  const name = owner < 0 ? file.name(entity) : `${file.name(owner)}.${file.name(entity)}`;
  return { file: file.path, name, line: file.get(entity, entityFields.line) };
}

/** Python overloads are functions of their own before the implementation. In the truth a call links to the first. */
function firstOverload({ file, entity }: Target): Target {
  if (file.language !== 'python') return { file, entity };
  const parent = file.get(entity, entityFields.parent);
  const [first = entity] =
    parent < 0
      ? file.declared(file.get(entity, entityFields.scope), file.get(entity, entityFields.name))
      : file.members(parent, file.name(entity));
  const isOverload = file.kind(first) === file.kind(entity) && !file.has(first, entityFlags.implemented);
  return { file, entity: isOverload ? first : entity };
}

/**
 * `f.call(…)`, `f.apply(…)`: the truth comes from a compiler, which counts them as calls of built-in members of
 * functions.
 */
function isBorrowed(file: ProgramFile, callee: number): boolean {
  return file.op(callee) === ops.member && /^(?:call|apply)$/.test(file.text(file.operand(callee, 1)));
}

/** Whether all that a called name means are parameters, so that a value is called whose function is not named here. */
function isParameterCall(targets: readonly Target[]): boolean {
  return targets.length > 0 && targets.every(({ file, entity }) => file.kind(entity) === entityKinds.parameter);
}

/** Receives the links of a tree's sites, and gives the edges of each row of `calls`. */
export function callsCollector(rows: readonly CallsRow[]): {
  visit: (file: ProgramFile, site: number, links: SiteLinks) => void;
  answers: () => CallsAnswer[];
} {
  const answers = rows.map(({ id }): CallsAnswer => ({ id, edges: [] }));
  const universes = rows.map(({ files }) => new Set(files));
  const counted = new Set<number>([siteKinds.call, siteKinds.construct, siteKinds.decorate]);
  // The truth for Python has only explicit calls; a decorator does not count.
  const countedInPython = new Set<number>([siteKinds.call, siteKinds.construct]);
  return {
    visit(file, site, { targets, callees }) {
      const at = site * siteWidth;
      const kinds = file.language === 'python' ? countedInPython : counted;
      if (callees.length === 0 || !kinds.has(file.summary.sites[at]!)) return;
      if (targets.length === 0 && isBorrowed(file, file.summary.sites[at + 1]!)) return;
      if (isParameterCall(targets)) return;
      const caller = namedCaller(file, file.summary.sites[at + 4]!);
      const from = caller === -1 ? { file: file.path, name: '<module>', line: 0 } : endPoint({ file, entity: caller });
      const to = callees
        .filter(({ file: of, entity }) => of.kind(entity) !== entityKinds.property)
        .filter(({ file: of, entity }) => !isAnonymousDefault(of, entity) && !hasComputedName(of, entity))
        .map((target) => endPoint(firstOverload(target)));
      for (const [index, answer] of answers.entries()) {
        if (universes[index]!.has(file.path)) for (const end of to) answer.edges.push({ from, to: end });
      }
    },
    answers: () => answers,
  };
}

function definitionOf(file: ProgramFile, { line, name }: RefsRow): number {
  const detached = -2;
  for (let entity = 0; entity < file.entityCount; entity++) {
    if (file.get(entity, entityFields.line) !== line || file.get(entity, entityFields.parent) === detached) continue;
    if (file.name(entity) === name || name === 'constructor') return entity;
  }
  return -1;
}

/**
 * Receives the links of a tree's sites, and gives the lines of each row of `refs`. A definition that is not found has
 * none.
 */
export function refsCollector(
  program: Program,
  rows: readonly RefsRow[],
): { visit: (file: ProgramFile, site: number, links: SiteLinks) => void; answers: () => RefsAnswer[] } {
  const lines = rows.map(() => new Set<string>());
  const wanted = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    const file = program.file(row.file);
    const entity = file === undefined ? -1 : definitionOf(file, row);
    if (file === undefined || entity === -1) continue;
    const key = `${file.index}:${file.symbol(entity)}`;
    wanted.set(key, [...(wanted.get(key) ?? []), index]);
  }
  return {
    visit(file, site, { targets }) {
      for (const target of targets) {
        const indexes = wanted.get(`${target.file.index}:${target.file.symbol(target.entity)}`) ?? [];
        for (const index of indexes) lines[index]!.add(`${file.path}:${file.summary.sites[site * siteWidth + 2]}`);
      }
    },
    answers: () => rows.map(({ id }, index) => ({ id, refs: [...lines[index]!] })),
  };
}

function writeLines(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
}

const scorers = { calls: 'score-edges.mjs', microcg: 'score-edges.mjs', refs: 'score-refs.mjs' };

/** Runs the evaluation pack's scorer of the set on the answers. */
export function scoreAnswers(
  { pack, set, out }: { pack: string; set: keyof typeof scorers; out: string },
  truth: readonly string[],
  answers: readonly GraphAnswer[],
): GraphScore {
  const universe = set === 'refs' ? [join(pack, 'refs', 'universe.dev.json')] : [];
  const [truthFile, answersFile] = writeAnswers(out, truth, answers);
  const tool = join(pack, 'tools', scorers[set]);
  return JSON.parse(runScorer([tool, truthFile, ...universe, answersFile, '--json'])) as GraphScore;
}

/** How many assertions of `stackgraphs` are answered by exactly the asserted lines, and by at least one of them. */
export interface DefinitionScore {
  assertions: number;
  exact: number;
  hit: number;
}

export function scoreDefinitions(
  { pack, out }: { pack: string; out: string },
  truth: readonly string[],
  answers: readonly GraphAnswer[],
): DefinitionScore {
  const files = writeAnswers(out, truth, answers);
  return JSON.parse(runScorer([join(pack, 'tools', 'score-defs.mjs'), ...files])) as DefinitionScore;
}

function runScorer(args: readonly string[]): string {
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

function writeAnswers(out: string, truth: readonly string[], answers: readonly GraphAnswer[]): [string, string] {
  const [truthFile, answersFile] = [`${out}.truth.jsonl`, `${out}.answers.jsonl`];
  writeLines(truthFile, truth);
  writeLines(
    answersFile,
    answers.map((answer) => JSON.stringify(answer)),
  );
  return [truthFile, answersFile];
}
