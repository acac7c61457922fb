/** The evaluation sets of small programs, `stackgraphs` and `microcg`: their rows, and our answers to them. */
import { dialectNamed } from '../../src/graph/languages/registry.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import { Program } from '../../src/graph/program/program.ts';
import { fileWithSummary } from '../../src/graph/program/program-sources.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { entityFields, entityKinds, scopeKinds, siteKinds, siteWidth } from '../../src/model/file-summary.ts';
import { definitionsOf, nameAt } from './graph-definitions.ts';
import { type LinkedLanguage, modulesOf } from './graph-languages.ts';
import { type EndPoint, endPoint, type GraphRow } from './graph-sets.ts';

export interface StackgraphsRow extends GraphRow {
  path: string;
  /** The file contains several files, each after a line `--- path: x ---`. Lines are counted through the whole file. */
  multi_part: boolean;
  refs: { line: number; col: number; name: string; defs: number[]; part?: string }[];
}

export interface StackgraphsAnswer {
  id: string;
  defs: { line: number; col: number; defs: number[] }[];
}

export interface MicrocgRow extends GraphRow {
  source: string;
  category: string;
  /** The folder of the repository that contains the program. */
  root: string;
  files: string[];
  complete: boolean;
  edges: { from: EndPoint; to: EndPoint }[];
}

export interface MicrocgAnswer {
  id: string;
  edges: { from: EndPoint; to: EndPoint }[];
  /** Calls without a link: the caller, and the last part of the called name. */
  unresolved: { from: EndPoint; name: string }[];
}

type Texts = ReadonlyMap<string, string>;

function programOf(texts: Texts, languages: readonly LinkedLanguage[]): Program {
  const files = [...texts].flatMap(([path, text]) => {
    const language = languages.find((one) => one.accepts(path));
    return language === undefined
      ? []
      : [fileWithSummary(path, language.nameOf(path), language.collect(path, text, { everySite: true }))];
  });
  const project = { paths: [...texts.keys()], read: (path: string) => texts.get(path) ?? null };
  return Program.of(files, modulesOf(project), dialectNamed);
}

/** The parts of a test file by path, padded with empty lines so that line numbers match. */
function partsOf(row: StackgraphsRow, text: string): Texts {
  if (!row.multi_part) return new Map([[basename(row.path), text]]);
  const lines = text.split('\n');
  const parts = new Map<string, string>();
  let part: { path: string; from: number } | null = null;
  const close = (to: number): void => {
    if (part !== null) parts.set(part.path, '\n'.repeat(part.from) + lines.slice(part.from, to).join('\n'));
  };
  for (const [index, line] of lines.entries()) {
    const path = /---\s*path:\s*(\S+)\s*---/.exec(line)?.[1];
    if (path === undefined) continue;
    close(index);
    part = { path: plainPath(path), from: index + 1 };
  }
  close(lines.length);
  return parts;
}

function plainPath(path: string): string {
  return path.replace(/^\.?\//, '');
}

/**
 * The program with an empty package for each module that Python code imports from outside, so that the value of `a.b` is the module that `import a.b`
 * names.
 */
function withOutsideModules(program: Program, texts: Texts, languages: readonly LinkedLanguage[]): Program {
  const outside = program.files
    .filter(({ language }) => language === 'python')
    .flatMap((file) => file.summary.modules.filter((_, index) => program.module(file, index) === null))
    .filter((module) => /^\w+(?:\.\w+)*$/.test(module));
  const packages = outside.map((module): [string, string] => [`${module.replaceAll('.', '/')}/__init__.py`, '']);
  return packages.length === 0 ? program : programOf(new Map([...packages, ...texts]), languages);
}

/** The lines of the definitions that the sites at each asserted place link to. */
export function stackgraphsAnswer(
  row: StackgraphsRow,
  checkout: string,
  languages: readonly LinkedLanguage[],
): StackgraphsAnswer {
  const texts = partsOf(row, readFileSync(join(checkout, row.path), 'utf8'));
  const program = withOutsideModules(programOf(texts, languages), texts, languages);
  const definitions = definitionsOf(startInference(program), program, texts);
  const defs = row.refs.map(({ line, col, part }) => {
    const file = program.file(part === undefined ? basename(row.path) : plainPath(part));
    return { line, col, defs: file === undefined ? [] : definitions.linesAt(file, { line, column: col }) };
  });
  return { id: row.id, defs };
}

const callKinds = new Set<number>([
  siteKinds.call,
  siteKinds.construct,
  siteKinds.render,
  siteKinds.decorate,
  siteKinds.implicit,
]);

/**
 * Sources of truth in which anonymous functions call and are called. In the others their calls belong to the enclosing
 * function.
 */
const countsUnnamed = new Set(['Jelly dynamic call graphs', 'PyCG', 'SWARM-CG pycg_extended', 'js-callgraph tests']);

/** Sources of truth in which a construction calls the class. */
const namesClasses = new Set(['optave codegraph resolution fixtures']);

/** Sources of truth recorded from an engine, for which a class is its constructor, at the line of the class. */
const constructsByClass = new Set(['Jelly dynamic call graphs']);

/** A class without a constructor runs nothing. */
function isFunction({ file, entity }: Target): boolean {
  return file.kind(entity) !== entityKinds.class;
}

/**
 * A constructor is replaced by its class. Where the truth counts constructors as functions, both are given. A Rust
 * struct literal calls nothing.
 */
function withClass(target: Target): Target[] {
  const { file, entity } = target;
  if (file.language === 'rust') return isFunction(target) ? [target] : [];
  const owner = file.get(entity, entityFields.parent);
  if (file.name(entity) !== 'constructor' || owner < 0) return [target];
  return file.language === 'javascript' ? [target, { file, entity: owner }] : [{ file, entity: owner }];
}

/** A constructor, or a class without one, as its class. */
function asClass(target: Target): Target {
  const { file, entity } = target;
  const owner = file.get(entity, entityFields.parent);
  return file.name(entity) === 'constructor' && owner >= 0 ? { file, entity: owner } : target;
}

/** The functions of a site's callees, as the source of the truth counts them. */
function counted(source: string, callees: readonly Target[]): Target[] {
  if (namesClasses.has(source)) return callees.flatMap(withClass);
  return constructsByClass.has(source) ? callees.map(asClass) : callees.filter(isFunction);
}

/** The calls of a program: the caller, and the functions that run. */
export function microcgAnswer(row: MicrocgRow, checkout: string, languages: readonly LinkedLanguage[]): MicrocgAnswer {
  const root = join(checkout, row.root);
  const present = new Set(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  const texts = new Map(
    [...row.files, 'package.json', 'tsconfig.json']
      .filter((path) => present.has(path))
      .map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const program = programOf(texts, languages);
  const i = startInference(program);
  i.everyFunction = countsUnnamed.has(row.source);
  const answer: MicrocgAnswer = { id: row.id, edges: [], unresolved: [] };
  for (const file of program.files) {
    for (let site = 0; site < file.siteCount; site++) {
      if (!callKinds.has(file.summary.sites[site * siteWidth]!)) continue;
      const caller = callerAt(file, site, i.everyFunction);
      const from = caller === null ? { file: file.path, name: '<module>', line: 0 } : pointOf(row.source, caller);
      const callees = counted(row.source, linkSite(i, file, site).callees);
      for (const target of callees) answer.edges.push({ from, to: pointOf(row.source, target) });
      if (callees.length === 0 && file.summary.sites[site * siteWidth] !== siteKinds.implicit)
        answer.unresolved.push({ from, name: nameAt(file, file.summary.sites[site * siteWidth + 1]!) });
    }
  }
  return answer;
}

function pointOf(source: string, target: Target): EndPoint {
  const point = endPoint(constructsByClass.has(source) ? asClass(target) : target);
  // This truth calls the top level of a file `<anonymous>`.
  return point.name === '' ? { ...point, name: '<anonymous>' } : point;
}

/** The function that contains a call, null for none; without `everyFunction` the innermost one with a name. */
function callerAt(file: ProgramFile, site: number, everyFunction: boolean): Target | null {
  for (let scope = file.summary.sites[site * siteWidth + 4]!; scope > 0; scope = file.scopeParent(scope)) {
    const entity = file.scopeOwner(scope);
    const kind = file.scopeKind(scope);
    if (entity === -1 || (kind !== scopeKinds.function && kind !== scopeKinds.arrow)) continue;
    if (everyFunction || file.name(entity) !== '') return { file, entity };
  }
  return null;
}
