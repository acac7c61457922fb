/**
 * All links of one file, as the index stores them. A link leads from the innermost definition that contains a site to the symbol that the site names
 * or runs.
 * Invariant: the links of a file depend only on its summary and on the summaries of the files in its `reads`.
 * This folder imports `infer/` and what `infer/` imports.
 */
import {
  entityFields,
  entityFlags,
  entityKinds,
  heritage,
  ops,
  siteKinds,
  siteWidth,
} from '../../model/file-summary.ts';
import type { Link, LinkKind, LinkResolution, UnresolvedSite } from '../../model/link.ts';
import { Slot } from '../program/memo.ts';
import { spaces } from '../program/spaces.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { handedNodes } from '../program/tables/handed-nodes.ts';
import { type Access, accessorsMeant } from './accessors.ts';
import { signatureBits } from '../infer/overloads/signature-lists.ts';
import type { SiteLinks } from './site-links.ts';
import { linkSite } from './shared-links.ts';
import { lastName } from '../resolve/last-name.ts';
import { overriddenMembers } from './overrides.ts';
import type { Inference } from '../questions/questions.ts';
import type { Override } from '../questions/values.ts';
import { includes, type Target } from '../program/targets.ts';
import { dialectOf } from '../languages/dialect.ts';

export interface LinksOfFile {
  /** Links by the place of the file to which they lead. */
  links: Map<number, Link[]>;
  /** Unresolved sites by their last name. */
  unresolved: Map<string, UnresolvedSite[]>;
}

/** Returns the key of an entity's symbol in its file; null for an entity that is not a definition of the index. */
export type KeyOf = (target: Target) => number | null;

const kindOfSite: Readonly<Record<number, LinkKind>> = {
  [siteKinds.call]: 'call',
  [siteKinds.construct]: 'construct',
  [siteKinds.render]: 'render',
  [siteKinds.decorate]: 'decorate',
  [siteKinds.read]: 'read',
  [siteKinds.write]: 'write',
  [siteKinds.type]: 'type',
  [siteKinds.extends]: 'extends',
  [siteKinds.implements]: 'implements',
  [siteKinds.import]: 'import',
  [siteKinds.reexport]: 'reexport',
  [siteKinds.implicit]: 'implicit',
  [siteKinds.update]: 'write',
};

const handedOfFile = new Slot(handedNodes);

/** A site of the file whose links are collected. */
interface SitePlace {
  kind: LinkKind;
  line: number;
  column: number;
  container: number;
}

/** A site that has links. */
interface LinkedSite {
  kind: LinkKind;
  node: number;
  access: Access;
}

/** Collects the links of one file, one site after the other. */
class LinkCollector {
  readonly links = new Map<number, Link[]>();
  readonly unresolved = new Map<string, UnresolvedSite[]>();
  readonly #file: ProgramFile;
  readonly #keyOf: KeyOf;
  /** The site of the links that are added next. `#container` is the index of the file's definition that contains the site, or -1. */
  #line = 0;
  #column = 0;
  #container = -1;
  readonly #isDefinition = (entity: number): boolean => this.#keyOf({ file: this.#file, entity }) !== null;

  constructor(file: ProgramFile, keyOf: KeyOf) {
    this.#file = file;
    this.#keyOf = keyOf;
  }

  add(target: Target, kind: LinkKind, resolution: LinkResolution, signatures = 0): void {
    const key = this.#keyOf(target);
    if (key === null) return;
    const line = this.#line;
    const column = this.#column;
    const container = this.#container;
    // An export list that names a declaration of its own file is no re-export.
    const actualKind = kind === 'reexport' && target.file === this.#file ? 'import' : kind;
    const link: Link = { target: key, kind: actualKind, resolution, line, column, container };
    if (signatures !== 0) link.signatures = signatures;
    const list = this.links.get(target.file.index);
    if (list === undefined) this.links.set(target.file.index, [link]);
    else list.push(link);
  }

  /** Adds the links of a site, or the site as unresolved. @param subtypes classes and interfaces by the nodes that name their heritage */
  collect(i: Inference, site: number, subtypes: Subtypes): void {
    const file = this.#file;
    const { sites } = file.summary;
    const at = site * siteWidth;
    const kind = kindOfSite[sites[at]!];
    if (kind === undefined) return;
    const found = linkSite(i, file, site, this.#isDefinition);
    // An operator or loop whose method is unknown is taken to be the language's own.
    if (found.unlinked === 'external' || (found.unlinked === 'unknown' && kind === 'implicit')) return;
    const node = sites[at + 1]!;
    this.#line = sites[at + 2]!;
    this.#column = sites[at + 3]!;
    // A name in the heritage of a class belongs to the class.
    const subtype = subtypeAt(file, subtypes.get(node), this.#line);
    this.#container = subtype === undefined ? containerOf(file, sites[at + 4]!) : file.definition(subtype);
    if (found.unlinked === null) {
      this.addSite(i, found, { kind, node, access: accessOf(sites[at]!) });
      if (kind === 'call') this.#addUsedByCall(i, node, found.targets);
    } else this.#addUnresolved(siteName(file, node, kind), this.#mayHandOn(node, kind) ? 'pass' : kind);
  }

  /** Whether an unresolved member that is an argument may be a function. */
  #mayHandOn(node: number, kind: LinkKind): boolean {
    const file = this.#file;
    return kind === 'read' && file.op(node) === ops.member && file.memo(handedOfFile).has(node);
  }

  #addUnresolved(name: string, kind: LinkKind): void {
    addUnresolved(this.unresolved, name, { kind, line: this.#line, column: this.#column, container: this.#container });
  }

  addOverride({ member, target }: Override): void {
    const file = this.#file;
    this.#line = file.get(member, entityFields.line);
    this.#column = file.get(member, entityFields.column);
    this.#container = file.definition(member);
    if (this.#container !== -1) this.add(target, 'overrides', 'type');
  }

  /**
   * How a site uses its target. A call of a class is a construction (`Shop()`). A mere name may be a call (Scala's `size`), or pass a function as an
   * argument.
   */
  #actualKind(target: Target, kind: LinkKind, node: number): LinkKind {
    if (kind === 'call' && target.file.kind(target.entity) === entityKinds.class) return 'construct';
    const isReference = (kind === 'call' || kind === 'read') && isMethodReference(this.#file, node);
    if (kind !== 'read' && !isReference) return kind;
    if (!isReference && dialectOf(this.#file).runsWhereNamed?.(target) === true) return 'call';
    // A method reference is written only to hand a function on.
    const isHandedOn = isReference || this.#file.memo(handedOfFile).has(node);
    return isFunction(target) && isHandedOn ? 'pass' : 'read';
  }

  /** Adds links to what a site names, and to the functions that a call runs where these differ. @param site with its node */
  addSite(i: Inference, { targets, callees, resolution }: SiteLinks, site: LinkedSite): void {
    const { kind, node, access } = site;
    for (let at = 0; at < targets.length; at++) {
      const target = targets[at]!;
      const isClass = target.file.kind(target.entity) === entityKinds.class;
      // A constructor that nobody calls in writing: the class itself is not named.
      if (isClass && kind === 'implicit') continue;
      // A call of a variable reads the variable, and calls the function that the variable contains.
      const asCall =
        callees.length === 0 || callees === targets || isClass || includes(callees, target) || isResult(target);
      for (const meant of accessorsMeant(target, access)) {
        const runs = asCall && (kind === 'read' || kind === 'write') ? accessorKinds(meant, access) : none;
        if (runs.length === 0) {
          const actualKind = asCall ? this.#actualKind(meant, kind, node) : 'read';
          this.add(meant, actualKind, resolution, this.#signatures(i, meant, actualKind, node));
        }
        for (const run of runs) this.add(meant, run, resolution);
      }
    }
    if (callees === targets) return;
    for (let at = 0; at < callees.length; at++) {
      const callee = callees[at]!;
      if (includes(targets, callee)) continue;
      const actualKind = kind === 'construct' ? 'call' : kind;
      this.add(callee, actualKind, 'type', this.#signatures(i, callee, actualKind, node));
    }
  }

  #addUsedByCall(i: Inference, node: number, targets: readonly Target[]): void {
    for (const { target, isCalled } of dialectOf(this.#file).usedByCall?.(i, this.#file, node, targets) ?? noUses)
      this.add(target, isCalled ? 'call' : isFunction(target) ? 'pass' : 'read', 'scope');
  }

  /** The bits of `Link.signatures`. */
  #signatures(i: Inference, target: Target, kind: LinkKind, node: number): number {
    return kind === 'call' ? signatureBits(i, { file: this.#file, callee: node }, target) : 0;
  }
}

function accessOf(siteKind: number): Access {
  if (siteKind === siteKinds.update) return 'update';
  return siteKind === siteKinds.write ? 'write' : 'read';
}

const none: readonly LinkKind[] = [];
const noUses: readonly { target: Target; isCalled: boolean }[] = [];

/** How a site runs an accessor: it calls the getter implicitly, sets through the setter, or both. Empty where it runs none. */
function accessorKinds(target: Target, access: Access): readonly LinkKind[] {
  const { file, entity } = target;
  if (!file.has(entity, entityFlags.getter | entityFlags.setter)) return none;
  if (dialectOf(file).runsNothing?.([target]) === true) return none;
  const kinds: LinkKind[] = [];
  if (access !== 'write' && file.has(entity, entityFlags.getter)) kinds.push('implicit');
  if (access !== 'read' && file.has(entity, entityFlags.setter)) kinds.push('set');
  return kinds;
}

/** Whether a target holds the result of a call. In `const later = debounce(save)`, `later` is a function of its own, even if it runs `save`. */
function isResult({ file, entity }: Target): boolean {
  return file.op(file.get(entity, entityFields.value)) === ops.call;
}

/** Whether a node chooses among functions without calling one: `this::save` runs only where its value is called. */
function isMethodReference(file: ProgramFile, node: number): boolean {
  return file.op(node) === ops.overload && file.operand(node, 1) === -1;
}

/** Whether a target is a function, or a variable or property whose value is a function expression. */
function isFunction({ file, entity }: Target): boolean {
  const kind = file.kind(entity);
  if (kind === entityKinds.function || kind === entityKinds.method) return true;
  const value = file.get(entity, entityFields.value);
  return file.op(value) === ops.entity && file.kind(file.operand(value, 0)) === entityKinds.function;
}

export function linksOfFile(i: Inference, file: ProgramFile, keyOf: KeyOf): LinksOfFile {
  const steps = linkSteps(i, file, keyOf);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** So many sites are linked in one step. */
const sitesAtOnce = 64;

/** As `linksOfFile`, in steps: a large file takes longer than a question may hold the event loop. Between two steps the inference may answer others. */
export function* linkSteps(i: Inference, file: ProgramFile, keyOf: KeyOf): Generator<void, LinksOfFile, void> {
  const collector = new LinkCollector(file, keyOf);
  const subtypes = subtypesByNode(file);
  const { siteCount } = file;
  for (let site = 0; site < siteCount; site++) {
    collector.collect(i, site, subtypes);
    if (site % sitesAtOnce === 0) yield;
  }
  for (const override of overriddenMembers(i, file)) collector.addOverride(override);
  return collector;
}

/** All sites of a file as unresolved, without imports, re-exports and implicit calls. */
export function allSitesUnresolved(file: ProgramFile): Map<string, UnresolvedSite[]> {
  const unresolved = new Map<string, UnresolvedSite[]>();
  const { sites } = file.summary;
  for (let at = 0; at < sites.length; at += siteWidth) {
    const kind = kindOfSite[sites[at]!];
    if (kind === undefined || kind === 'import' || kind === 'reexport' || kind === 'implicit') continue;
    const container = containerOf(file, sites[at + 4]!);
    addUnresolved(unresolved, nameOf(file, sites[at + 1]!), {
      kind,
      line: sites[at + 2]!,
      column: sites[at + 3]!,
      container,
    });
  }
  return unresolved;
}

function addUnresolved(
  unresolved: Map<string, UnresolvedSite[]>,
  path: string,
  { kind, line, column, container }: SitePlace,
): void {
  const name = lastName(path);
  if (name === '') return;
  const sites = unresolved.get(name);
  const site: UnresolvedSite = { name, kind, line, column, container };
  if (sites === undefined) unresolved.set(name, [site]);
  else sites.push(site);
}

/** The last name at a site. */
function nameOf(file: ProgramFile, node: number): string {
  switch (file.op(node)) {
    case ops.name: {
      const name = file.text(file.operand(node, 0));
      return withoutArity(dialectOf(file).plainName?.(name) ?? name);
    }
    case ops.member:
    case ops.expectedMember:
      return withoutArity(file.text(file.operand(node, 1)));
    case ops.overload:
      return nameOf(file, file.operand(node, 0));
    case ops.named:
      return withoutArity(file.text(file.list(file.operand(node, 0)).at(-1) ?? 0));
    case ops.entity:
      return importedName(file, file.operand(node, 0));
    default:
      return '';
  }
}

/** The last name at a site; of an import the name in its module, which may have another one here (`import { a as b }`). */
function siteName(file: ProgramFile, node: number, kind: LinkKind): string {
  const name = nameOf(file, node);
  if (kind !== 'import' || file.op(node) !== ops.name) return name;
  const [declared = -1] = file.lookUp(file.operand(node, 1), file.operand(node, 0), spaces.any, false);
  const imported = declared === -1 ? '' : importedName(file, declared);
  return imported === '' || imported === 'default' ? name : imported;
}

/** The name that an import takes from its module; empty for the module itself, and for other entities. */
function importedName(file: ProgramFile, entity: number): string {
  if (file.kind(entity) !== entityKinds.import) return '';
  const name = file.text(file.get(entity, entityFields.listB));
  return name === '*' ? '' : name;
}

/** A name without the number of type parameters that C#'s collector appends to a generic type or a call with type arguments (`List` of ``List`1``). */
function withoutArity(name: string): string {
  const at = name.indexOf('`');
  return at === -1 ? name : name.slice(0, at);
}

/** Classes and interfaces by the nodes that name their heritage, in source order. Types that name the same base may share a node. */
type Subtypes = ReadonlyMap<number, readonly number[]>;

function subtypesByNode(file: ProgramFile): Subtypes {
  const subtypes = new Map<number, number[]>();
  for (const entity of file.types) addSubtype(file, entity, subtypes);
  return subtypes;
}

function addSubtype(file: ProgramFile, entity: number, subtypes: Map<number, number[]>): void {
  const add = (node: number): void => {
    const known = subtypes.get(node);
    if (known === undefined) subtypes.set(node, [entity]);
    else known.push(entity);
  };
  const pairs = file.list(file.get(entity, entityFields.listA));
  for (let at = 0; at < pairs.length; at += 2) {
    if (pairs[at] === heritage.mixesIn || pairs[at] === heritage.gives) continue;
    const node = pairs[at + 1]!;
    add(node);
    // `extends Base<T>` is a `call` node, and the site has the node of its callee.
    if (file.op(node) === ops.call) add(file.operand(node, 0));
  }
}

/** The type whose heritage a site is in: of several the last that is declared before the site, or on its line. */
function subtypeAt(file: ProgramFile, subtypes: readonly number[] | undefined, line: number): number | undefined {
  return subtypes?.findLast((entity) => file.get(entity, entityFields.line) <= line) ?? subtypes?.at(-1);
}

/** The index of the innermost definition that contains a scope; -1 at the top of the file. */
function containerOf(file: ProgramFile, from: number): number {
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const owner = file.scopeOwner(scope);
    if (owner === -1) continue;
    const definition = file.definition(owner);
    if (definition !== -1) return definition;
  }
  return -1;
}
