/**
 * The lines of the definitions of a name, by the conventions of the set `stackgraphs`. An import is one more definition
 * of its name. A module is defined at the beginning of its text, and by the imports that name it (`import a.b`). In
 * JavaScript and Python every assignment defines a variable, and a copy of a variable has the definitions of the
 * original.
 */
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { spaces } from '../../src/graph/program/spaces.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import { type Inference, nodeValue, renew } from '../../src/graph/questions/questions.ts';
import type { Program } from '../../src/graph/program/program.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { type Loop, loopsOf } from './graph-loops.ts';
import {
  entityFields,
  entityFlags,
  entityKinds,
  ops,
  scopeKinds,
  siteKinds,
  siteWidth,
} from '../../src/model/file-summary.ts';

export interface Definitions {
  /** For the innermost name at a place; line and column count from 1. Sorted. */
  linesAt: (file: ProgramFile, place: Place) => number[];
}

interface Search {
  i: Inference;
  texts: ReadonlyMap<string, string>;
  /** The sites of each node, by file. */
  sitesOf: Map<ProgramFile, Map<number, number>>;
  /** Assignments, by the assigned name. */
  writes: Map<string, Assignment[]>;
}

interface Place {
  line: number;
  column: number;
}

/** `within`: the scope of the function that contains the assignment; 0 for the top level of the file. */
interface Assignment extends Place {
  within: number;
}

interface Tracing {
  lines: Set<number>;
  /** The file, the place and the enclosing loops at which the search began. */
  file: ProgramFile;
  place: Place;
  /** The scope of the name at the place. */
  scope: number;
  loops: readonly Loop[];
  seen: Set<string>;
}

export function definitionsOf(i: Inference, program: Program, texts: ReadonlyMap<string, string>): Definitions {
  const search: Search = { i, texts, sitesOf: new Map(), writes: new Map() };
  for (const file of program.files) readSites(search, file);
  return {
    linesAt(file, place) {
      const loops = loopsOf(file.path, texts.get(file.path) ?? '');
      const lines = new Set<number>();
      for (const site of sitesAt(file, place)) {
        const scope = file.summary.sites[site * siteWidth + 4]!;
        trace(search, file, site, { lines, seen: new Set(), file, place, scope, loops });
      }
      return [...lines].sort((a, b) => a - b);
    },
  };
}

function keyOf({ file, entity }: Target): string {
  return `${file.index} ${file.symbol(entity)}`;
}

const isCopied = new Set<number>([entityKinds.variable, entityKinds.parameter, entityKinds.property]);

function countsAssignments({ language }: ProgramFile): boolean {
  return language === 'javascript' || language === 'python';
}

function isWrite(site: number): boolean {
  return site === siteKinds.write || site === siteKinds.update;
}

function readSites({ i, sitesOf, writes }: Search, file: ProgramFile): void {
  const byNode = new Map<number, number>();
  const { sites } = file.summary;
  for (let site = 0; site < file.siteCount; site++) {
    const at = site * siteWidth;
    byNode.set(sites[at + 1]!, site);
    if (!isWrite(sites[at]!) || !countsAssignments(file)) continue;
    for (const target of linkSite(i, file, site).targets) {
      const key = keyOf(target);
      const within = functionAround(file, sites[at + 4]!);
      writes.set(key, [...(writes.get(key) ?? []), { line: sites[at + 2]!, column: sites[at + 3]!, within }]);
    }
  }
  sitesOf.set(file, byNode);
}

/** The scope of the innermost function that contains a scope; 0 for none. */
function functionAround(file: ProgramFile, scope: number): number {
  let at = scope;
  while (at > 0 && file.scopeKind(at) !== scopeKinds.function && file.scopeKind(at) !== scopeKinds.arrow)
    at = file.scopeParent(at);
  return Math.max(at, 0);
}

function isInside(file: ProgramFile, scope: number, outer: number): boolean {
  let at = scope;
  while (at > 0 && at !== outer) at = file.scopeParent(at);
  return at === outer;
}

/** The sites that start at a place; where there is none, those of the name around it. */
function sitesAt(file: ProgramFile, { line, column }: Place): number[] {
  const { sites } = file.summary;
  const around: number[] = [];
  const exact: number[] = [];
  for (let site = 0; site < file.siteCount; site++) {
    const at = site * siteWidth;
    if (sites[at + 2] !== line) continue;
    const start = sites[at + 3]!;
    if (start === column) exact.push(site);
    else if (start < column && column < start + nameAt(file, sites[at + 1]!).length) around.push(site);
  }
  return exact.length > 0 ? exact : around;
}

/** The last name in the expression of a node. */
export function nameAt(file: ProgramFile, node: number): string {
  const a = file.operand(node, 0);
  switch (file.op(node)) {
    case ops.name:
      return file.text(a);
    case ops.member:
    case ops.expectedMember:
      return file.text(file.operand(node, 1));
    case ops.overload:
      return nameAt(file, a);
    case ops.entity:
      return file.name(a);
    case ops.named:
      return file.text(file.list(a).at(-1)!);
    case ops.module:
      return file.summary.modules[a]!.split('.').at(-1)!;
    default:
      return '';
  }
}

function firstLine(text: string): number {
  return text.split('\n').findIndex((line) => line.trim() !== '') + 1;
}

function trace(search: Search, file: ProgramFile, site: number, tracing: Tracing): void {
  const { i } = search;
  const at = site * siteWidth;
  const node = file.summary.sites[at + 1]!;
  const { targets, unlinked } = linkSite(i, file, site);
  for (const target of targets) addTarget(search, target, tracing);
  if (unlinked === 'external' && file.language === 'java') addOutsideImport(file, node, tracing);
  renew(i, file);
  const value = file.op(node) < ops.named ? nodeValue(i, file, node) : null;
  if (value?.kind === 'module') addModule(search, value.file, site, tracing);
  const declared = importsNamed(file, node);
  // In an import this is the imported name, not the local one.
  if (file.summary.sites[at] === siteKinds.import || file.summary.sites[at] === siteKinds.reexport) return;
  for (const entity of declared) tracing.lines.add(file.get(entity, entityFields.line));
}

/**
 * The beginning of a module, which a module outside of the program does not have, and the imports of the file that name it: `a.b` after `import a.b`.
 * @param site the site that means the module
 */
function addModule({ i, texts }: Search, module: ProgramFile, site: number, { file, lines }: Tracing): void {
  const text = texts.get(module.path);
  if (text !== undefined) lines.add(firstLine(text));
  const { sites } = file.summary;
  const isPath = file.op(sites[site * siteWidth + 1]!) !== ops.name;
  if (!isPath || sites[site * siteWidth] === siteKinds.import) return;
  for (let at = 0; at < sites.length; at += siteWidth) {
    const named = sites[at + 1]!;
    if (sites[at] !== siteKinds.import || file.op(named) !== ops.module) continue;
    if (i.program.module(file, file.operand(named, 0)) === module) lines.add(sites[at + 2]!);
  }
}

/** In Java, a name that is imported from outside of the program is defined by its import. */
function addOutsideImport(file: ProgramFile, node: number, { lines }: Tracing): void {
  const operand = file.operand(node, 0);
  const path = file.op(node) === ops.named ? file.list(operand) : file.op(node) === ops.name ? [operand] : [];
  if (path.length !== 1) return;
  for (const entity of file.lookUp(file.operand(node, 1), path[0]!, spaces.any, false))
    if (file.kind(entity) === entityKinds.import) lines.add(file.get(entity, entityFields.line));
}

/** The imports of the file that a name refers to. */
function importsNamed(file: ProgramFile, node: number): readonly number[] {
  const a = file.operand(node, 0);
  const found =
    file.op(node) === ops.name
      ? file.lookUp(file.operand(node, 1), a, spaces.any, false)
      : file.op(node) === ops.entity
        ? [a]
        : [];
  return countsAssignments(file) ? found.filter((entity) => file.kind(entity) === entityKinds.import) : [];
}

/**
 * Whether an assignment can reach the place: it is before it, or in a loop that contains both, in an enclosing
 * function.
 */
function mayReach({ line, column, within }: Assignment, { file, scope, place, loops }: Tracing): boolean {
  if (!isInside(file, scope, within)) return false;
  if (line < place.line || (line === place.line && column < place.column)) return true;
  return loops.some(({ from, to }) => from <= place.line && place.line <= to && from <= line && line <= to);
}

function addTarget(search: Search, target: Target, tracing: Tracing): void {
  const { file, entity } = target;
  const key = keyOf(target);
  if (tracing.seen.has(key)) return;
  tracing.seen.add(key);
  if (!countsAssignments(file)) {
    tracing.lines.add(placeOf(target).line);
    return;
  }
  const declarations = declarationsOf(target);
  const declared = declarations.map((one) => ({ ...placeOf(one), within: 0 }));
  const isImplicit = file.has(entity, entityFlags.assigned);
  const assignments = [...(isImplicit ? [] : declared), ...(search.writes.get(key) ?? [])];
  const reaching = file === tracing.file ? assignments.filter((place) => mayReach(place, tracing)) : assignments;
  if (file.kind(entity) !== entityKinds.variable || (reaching.length === 0 && !isImplicit))
    tracing.lines.add(placeOf(target).line);
  for (const { line } of reaching) tracing.lines.add(line);
  if (!isCopied.has(file.kind(entity))) return;
  for (const one of declarations) addCopied(search, { file, node: file.get(one.entity, entityFields.value) }, tracing);
}

function placeOf({ file, entity }: Target): Place {
  return { line: file.get(entity, entityFields.line), column: file.get(entity, entityFields.column) };
}

/** All declarations of a variable, which may have several; the one declaration of anything else. */
function declarationsOf({ file, entity }: Target): Target[] {
  const { kind, scope, name } = entityFields;
  if (file.kind(entity) !== entityKinds.variable) return [{ file, entity }];
  const same = file.declared(file.get(entity, scope), file.get(entity, name));
  return same.filter((one) => file.get(one, kind) === entityKinds.variable).map((one) => ({ file, entity: one }));
}

/** Adds the definitions of the variable that this variable is a copy of. */
function addCopied(search: Search, { file, node }: { file: ProgramFile; node: number }, tracing: Tracing): void {
  if (file.op(node) === ops.either) {
    for (const part of file.list(file.operand(node, 0))) addCopied(search, { file, node: part }, tracing);
    return;
  }
  // By these conventions, `b` in `with a as b` is another name of `a`.
  if (file.op(node) === ops.given) return addCopied(search, { file, node: file.operand(node, 0) }, tracing);
  const site = file.op(node) === ops.name ? search.sitesOf.get(file)?.get(node) : undefined;
  if (site !== undefined) trace(search, file, site, tracing);
}
