/**
 * JavaScript code that has a declaration file beside it (`lib.js` with `lib.d.ts`). An import means the declarations, as it does for the
 * compiler, so the code would have no callers at all. The code therefore overrides the declarations, as a method overrides that of an interface.
 * Either file may re-export: the code and the declarations may be in other files.
 * Invariant: the answer depends on the file summaries alone, in the order of the pairs.
 */
import { entityKinds, exportWidth, heritage } from '../../../model/file-summary.ts';
import { functionResult } from '../../infer/callables.ts';
import { isDeclarationFile } from '../../resolve/declaration-files.ts';
import type { FilePair } from '../dialect.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { ancestors } from '../../heritage/heritage.ts';
import { type Implied, entityId, type Target } from '../../program/targets.ts';
import { memberTargets } from '../../members/members.ts';
import { exportedValue, meantAsValue } from '../../resolve/names.ts';
import type { Exported } from '../../program/exported.ts';
import { entityValue, renew, type Inference } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import { alternatives, instancesOf, union, type Value } from '../../questions/values.ts';

/** Endings of declaration files, each with the endings of its code in order of preference. */
const codeEndings: readonly (readonly [declarations: string, code: readonly string[]])[] = [
  ['.d.ts', ['.js', '.jsx']],
  ['.d.mts', ['.mjs']],
  ['.d.cts', ['.cjs']],
];

/** Further pairs are left out: a project with so many contains the output of a compiler. */
const maxFilePairs = 200;
/** How many levels below a module's names are paired: the result of a function, its members, their results. */
const maxDepth = 4;
/** The maximum number of pairs of symbols for one module. */
const maxPairs = 4000;
/** The maximum number of ancestors of a declared type whose members are paired. */
const maxBases = 40;

/** Names of members that are not paired: signatures, the constructor, the prototype. */
const unpaired: ReadonlySet<string> = new Set(['()', 'new', '[]', 'constructor', '__proto__']);

/** The pairs of a project; when they are too many, those nearest to the root. */
export function declarationPairs(files: readonly { path: string }[]): FilePair[] {
  const declarations = files.flatMap(({ path }, place) => {
    const endings = path.includes('.d.') ? codeEndings.find(([ending]) => path.endsWith(ending)) : undefined;
    return endings === undefined ? [] : [{ place, stem: path.slice(0, -endings[0].length), code: endings[1] }];
  });
  if (declarations.length === 0) return [];
  const places = new Map(files.map(({ path }, place) => [path, place]));
  const pairs = declarations.flatMap(({ place, stem, code }) => {
    const beside = code.map((ending) => places.get(stem + ending)).find((found) => found !== undefined);
    return beside === undefined ? [] : [{ declarations: place, code: beside }];
  });
  if (pairs.length <= maxFilePairs) return pairs;
  const depth = ({ declarations: place }: FilePair): number => files[place]!.path.split('/').length;
  return pairs.sort((a, b) => depth(a) - depth(b) || a.declarations - b.declarations).slice(0, maxFilePairs);
}

export function declaredByPairs(i: Inference, pairs: readonly FilePair[]): Implied[] {
  return pairs.flatMap(({ declarations, code }) => new Pairing(i).ofModules(declarations, code));
}

/** Walks through the exports of two modules side by side. */
class Pairing {
  readonly #i: Inference;
  readonly #found: Implied[] = [];
  readonly #pairIds = new Set<string>();
  /** Definitions whose values were paired. Each is paired once: a method that returns its object would recur without end. */
  readonly #entered = new Set<number>();

  constructor(i: Inference) {
    this.#i = i;
  }

  ofModules(declarations: number, code: number): readonly Implied[] {
    const { program } = this.#i;
    const [declaring, defining] = [program.at(declarations), program.at(code)];
    for (const name of exportedNames(declaring, defining)) {
      renew(this.#i, declaring);
      const declared = program.exported(declaring, name, spaces.value);
      const defined = program.exported(defining, name, spaces.value);
      if (declared === null || defined === null) continue;
      const declaration = targetOf(declared);
      const definition = targetOf(defined);
      if (declaration !== null && definition !== null) this.#pair(declaration, definition, 0);
      else if (declaration !== null)
        this.#values(declaration, this.#valueOf(declaration), exportedValue(this.#i, defined), 0);
      else this.#members(exportedValue(this.#i, declared), exportedValue(this.#i, defined), 0);
    }
    return this.#found;
  }

  #valueOf(target: Target): Value | null {
    return entityValue(this.#i, target);
  }

  #pair(declared: Target, defined: Target, depth: number): void {
    this.#add(declared, defined);
    const id = entityId(defined);
    if (this.#entered.has(id)) return;
    this.#entered.add(id);
    this.#values(declared, this.#valueOf(declared), this.#valueOf(defined), depth);
  }

  #add(declared: Target, implemented: Target): void {
    if (implemented.file === declared.file || isDeclarationFile(implemented.file)) return;
    const id = `${entityId(declared)} ${entityId(implemented)}`;
    if (this.#pairIds.has(id) || this.#found.length >= maxPairs) return;
    this.#pairIds.add(id);
    this.#found.push({ declared, implemented });
  }

  /** Pairs the values of a name: functions and classes themselves, their results, and the members of all of these. */
  #values(declared: Target, declaredValue: Value | null, definedValue: Value | null, depth: number): void {
    if (depth >= maxDepth) return;
    for (const part of alternatives(definedValue)) {
      if (part.kind !== 'function' && part.kind !== 'static') continue;
      this.#add(declared, { file: part.file, entity: part.entity });
      this.#members(constructedFrom(this.#i, declaredValue), instancesOf(part), depth + 1);
      if (part.kind === 'function')
        this.#members(functionResult(this.#i, declaredValue), functionResult(this.#i, part), depth + 1);
    }
    this.#members(declaredValue, definedValue, depth + 1);
  }

  #members(declaredValue: Value | null, definedValue: Value | null, depth: number): void {
    if (definedValue === null || depth > maxDepth) return;
    for (const part of alternatives(declaredValue)) {
      for (const owner of withBases(this.#i, part)) {
        for (const name of memberNames(owner)) {
          const [declared] = memberTargets(this.#i, owner, name);
          if (declared === undefined) continue;
          for (const defined of memberTargets(this.#i, definedValue, name)) this.#pair(declared, defined, depth);
        }
      }
    }
  }
}

/** The exported names of all files, without those of star exports. */
function exportedNames(...files: ProgramFile[]): string[] {
  const names = new Set<string>();
  for (const file of files) {
    const { exports } = file.summary;
    for (let at = 0; at < exports.length; at += exportWidth) {
      const name = file.text(exports[at]!);
      // `module.exports = value` has the name `=`; `exported` finds it as `default` too.
      if (name !== '*') names.add(name === '=' ? 'default' : name);
    }
  }
  return [...names];
}

function targetOf(exported: Exported): Target | null {
  if (exported.kind !== 'entities') return null;
  const { file, entities } = exported;
  const entity = meantAsValue(file, entities)[0] ?? entities[0];
  return entity === undefined ? null : { file, entity };
}

/** What `new` makes of a declared value: instances of a class, or the result of a construct signature. */
function constructedFrom(i: Inference, declaredValue: Value | null): Value | null {
  const parts = alternatives(declaredValue);
  const signatures = parts.filter(({ kind }) => kind === 'instance').flatMap((part) => memberTargets(i, part, 'new'));
  return union([instancesOf(declaredValue), ...signatures.map((target) => functionResult(i, entityValue(i, target)))]);
}

/** A type with its ancestors. */
function withBases(i: Inference, part: Value): Value[] {
  const all = [part];
  for (const one of all) {
    if (all.length > maxBases) break;
    if (one.kind !== 'instance') continue;
    for (const relation of [heritage.extends, heritage.implements]) all.push(...ancestors(i, one, relation));
  }
  return all;
}

function memberNames(owner: Value): string[] {
  if (owner.kind === 'module') return exportedNames(owner.file);
  if (!('entity' in owner) || owner.file.kind(owner.entity) === entityKinds.enum) return [];
  const table = owner.file.memberTable(owner.entity);
  const names = [...(table?.keys() ?? [])].map((name) => owner.file.text(name));
  return names.filter((name) => !unpaired.has(name));
}
