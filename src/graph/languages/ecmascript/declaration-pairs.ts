/**
 * Implementations in JavaScript of a declaration file beside it (`lib.d.ts` of `lib.js`). An import means the declarations, as it does for the
 * compiler, so the code would have no callers at all. It therefore overrides the declarations, as a method overrides that of an interface.
 * The code may be in any file that the JavaScript file leads to, and the declarations in any that the declaration file leads to.
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
import { exportedValue, meant } from '../../resolve/names.ts';
import type { Exported } from '../../program/exported.ts';
import { entityValue, renew, type Inference } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import { alternatives, instancesOf, union, type Value } from '../../questions/values.ts';

/** Endings of code by those of declarations; the first existing file is taken. */
const codeEndings: readonly (readonly [declarations: string, code: readonly string[]])[] = [
  ['.d.ts', ['.js', '.jsx']],
  ['.d.mts', ['.mjs']],
  ['.d.cts', ['.cjs']],
];

/** A project with more pairs contains the output of a compiler. */
const maxFilePairs = 200;
/** Levels below a module's names: the result of a function, its members, and their results. */
const maxDepth = 4;
/** The most pairs of symbols for one module. */
const maxPairs = 4000;
const maxBases = 40;

const signatures: ReadonlySet<string> = new Set(['()', 'new', '[]', 'constructor', '__proto__']);

/** All pairs of a project; of too many, those nearest to the root. */
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
  readonly #known = new Set<string>();
  /** Definitions that were entered: each is entered once, because a method that returns its object would go on without end. */
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
      const stated = targetOf(declared);
      const written = targetOf(defined);
      if (stated !== null && written !== null) this.#pair(stated, written, 0);
      else if (stated !== null) this.#values(stated, this.#valueOf(stated), exportedValue(this.#i, defined), 0);
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
    if (this.#known.has(id) || this.#found.length >= maxPairs) return;
    this.#known.add(id);
    this.#found.push({ declared, implemented });
  }

  /** Pairs the values of a name: functions and classes themselves, their results, and the members of all of these. */
  #values(declared: Target, stated: Value | null, written: Value | null, depth: number): void {
    if (depth >= maxDepth) return;
    for (const part of alternatives(written)) {
      if (part.kind !== 'function' && part.kind !== 'static') continue;
      this.#add(declared, { file: part.file, entity: part.entity });
      this.#members(made(this.#i, stated), instancesOf(part), depth + 1);
      if (part.kind === 'function')
        this.#members(functionResult(this.#i, stated), functionResult(this.#i, part), depth + 1);
    }
    this.#members(stated, written, depth + 1);
  }

  #members(stated: Value | null, written: Value | null, depth: number): void {
    if (written === null || depth > maxDepth) return;
    for (const part of alternatives(stated)) {
      for (const owner of withBases(this.#i, part)) {
        for (const name of memberNames(owner)) {
          const [declared] = memberTargets(this.#i, owner, name);
          if (declared === undefined) continue;
          for (const defined of memberTargets(this.#i, written, name)) this.#pair(declared, defined, depth);
        }
      }
    }
  }
}

/** The names of both files: either may re-export names of other modules. */
function exportedNames(...files: ProgramFile[]): string[] {
  const names = new Set<string>();
  for (const file of files) {
    const { exports } = file.summary;
    for (let at = 0; at < exports.length; at += exportWidth) {
      const name = file.text(exports[at]!);
      // A single exported value is found by both.
      if (name !== '*') names.add(name === '=' ? 'default' : name);
    }
  }
  return [...names];
}

function targetOf(exported: Exported): Target | null {
  if (exported.kind !== 'entities') return null;
  const { file, entities } = exported;
  const entity = meant(file, entities)[0] ?? entities[0];
  return entity === undefined ? null : { file, entity };
}

/** The result of `new`: instances of a class, or the result of a construct signature. */
function made(i: Inference, stated: Value | null): Value | null {
  const parts = alternatives(stated);
  const signatures = parts.filter(({ kind }) => kind === 'instance').flatMap((part) => memberTargets(i, part, 'new'));
  return union([instancesOf(stated), ...signatures.map((target) => functionResult(i, entityValue(i, target)))]);
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
  return names.filter((name) => !signatures.has(name));
}
