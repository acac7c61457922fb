/**
 * Names of C and C++: those of the enclosing scopes, classes and namespaces, and those that the file includes. Declarations lead to the
 * program's definitions.
 * Invariant: a definition is linked only when the asking file sees it, or when it is the only definition of a name that the file sees declared.
 */
import { isSourceOfC } from '../../../model/file.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import { namespacesOf, isC } from './namespaces.ts';
import { signatureOf } from './signatures.ts';
import { declarationOf, hasFlag, type GlobalDeclaration } from '../../program/global-declarations.ts';
import { Slot } from '../../program/memo.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { scopePath } from '../../program/scope-path.ts';
import { spaces } from '../../program/spaces.ts';
import { memberTargets } from '../../members/members.ts';
import { extendedType } from '../../members/external-types.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference, ScopedName } from '../../questions/questions.ts';
import { includes, type Target } from '../../program/targets.ts';

interface Wanted extends ScopedName {
  /**
   * The full path, where `name` is that path without a first namespace that a macro opens. `using` declarations of the full path are skipped:
   * they would lead back to this question.
   */
  opened?: string;
  /** Receives every function that the name means where it is found, in whatever file; of a definition and its declarations, all. */
  functions?: Target[];
}

const external: Exported = { kind: 'external' };
/** How deep the look-up of a name may lead to look-ups of other names (through aliases and `using` declarations). */
const maxDepth = 8;
/** The name under which scopes store their `using namespace` directives. */
const usingName = 'using namespace';

/**
 * Memo of `visibleFiles`; null until it was asked for. It ends with the file's derived results: a file of a large tree sees hundreds of others, which
 * is more than the rest of what is known of it.
 */
const inclusions = new Slot((): { visible: ReadonlySet<ProgramFile> | null } => ({ visible: null }));

/** The files that a file sees: itself and the files that it includes, directly or through other files. */
export function visibleFiles(i: Inference, file: ProgramFile): ReadonlySet<ProgramFile> {
  return (file.memo(inclusions).visible ??= findVisible(i, file));
}

function findVisible(i: Inference, file: ProgramFile): ReadonlySet<ProgramFile> {
  const found = new Set([file]);
  // The set grows while it is iterated.
  for (const includer of found) {
    for (let module = 0; module < includer.modules.length; module++) {
      const target = i.program.module(includer, module);
      if (target !== null && isC(target)) found.add(target);
    }
  }
  return found;
}

/** Memo by name of `visibleGlobals`. */
const knownVisible = new Slot(() => new Map<string, readonly GlobalDeclaration[]>());

/** The global declarations of a name in the files that a file sees. */
function visibleGlobals(i: Inference, file: ProgramFile, name: string): readonly GlobalDeclaration[] {
  const memo = file.memo(knownVisible);
  let found = memo.get(name);
  if (found === undefined) {
    const visible = visibleFiles(i, file);
    found = i.program.declarations(name).filter((one) => visible.has(one.file));
    memo.set(name, found);
  }
  return found;
}

/** Memo by name of `definitionsAnywhere`. */
const knownDefinitions = new Slot(() => new Map<string, readonly GlobalDeclaration[]>());

/** The definitions of a name that other files can mean, in all of the program: what a file may mean by a name that it sees only declared. */
function definitionsAnywhere(i: Inference, file: ProgramFile, name: string): readonly GlobalDeclaration[] {
  const memo = file.memo(knownDefinitions);
  let found = memo.get(name);
  if (found === undefined) {
    found = i.program
      .globals(file, name)
      .filter(
        (one) => isDefinition(one) && !hasFlag(one, entityFlags.private) && one.entityKind !== entityKinds.typeAlias,
      );
    memo.set(name, found);
  }
  return found;
}

/** The meaning of a name of C or C++: entities (none: unknown) or external. */
export function cName(i: Inference, file: ProgramFile, wanted: Wanted, depth = 0): Exported {
  const found = depth > maxDepth ? null : lookUp(i, file, wanted, depth);
  if (found !== null) return found;
  const path = wanted.name.split('::');
  const isOfProject = !/^(?:::)?std(?:::|$)/.test(wanted.name) && i.program.declarers(path.at(-1)!).some(isC);
  // The project declares the name where this file does not see it: the meaning is unknown.
  return isOfProject ? { kind: 'entities', file, entities: [] } : external;
}

function lookUp(i: Inference, file: ProgramFile, wanted: Wanted, depth: number): Exported | null {
  const { name } = wanted;
  if (name.startsWith('::')) {
    const top = { ...wanted, name: name.slice(2), scope: 0 };
    return (
      declaredAt(i, file, { ...top, level: '' }, depth) ??
      (top.name.includes('::') ? throughFirstName(i, file, top, depth) : null)
    );
  }
  const isPath = name.includes('::');
  const string = isPath ? -1 : file.stringOf(name);
  const using = file.stringOf(usingName);
  // Paths of namespaces that the scopes so far open with `using namespace`. They are searched at the next enclosing namespace or the file's top.
  let directives: string[] | null = null;
  let at = wanted.scope;
  for (; at !== -1; at = file.scopeParent(at)) {
    const kind = file.scopeKind(at);
    if (kind === scopeKinds.file || kind === scopeKinds.namespace) break;
    const found = isPath ? null : inBlockOrClass(i, file, { ...wanted, scope: at, string }, depth);
    if (found !== null) return found;
    const opened = [...directivesOf(file, at, using), ...namespaceOfClass(i, file, at)];
    if (opened.length > 0) directives = [...(directives ?? []), ...opened];
  }
  const found = inNamespaces(i, file, { ...wanted, scope: at, directives: directives ?? none }, depth);
  return found ?? (isPath ? throughFirstName(i, file, wanted, depth) : null);
}

const none: readonly string[] = [];

/** The paths of the namespaces that a scope opens with `using namespace`. */
function directivesOf(file: ProgramFile, scope: number, using: number): readonly string[] {
  const declared = using === -1 ? noScopes : file.declared(scope, using);
  return declared.length === 0 ? none : declared.map((one) => pathOfType(file, one));
}

/** A name that no scope inside of a namespace declares. `scope` is the innermost namespace around the asking scope, or the file's top. */
interface Outside extends Wanted {
  /** The namespaces that the scopes inside of it open. */
  directives: readonly string[];
}

/** What a name means in the namespaces around a scope, and the functions that it means there. */
interface InNamespaces {
  found: Exported | null;
  functions: readonly Target[];
}

/** Memo of `inNamespaces`: most scopes of a namespace ask for the same names. */
const knownInNamespaces = new Slot(() => new Map<string, InNamespaces>());

function inNamespaces(i: Inference, file: ProgramFile, wanted: Outside, depth: number): Exported | null {
  // A look-up for another file must record its reads as those of the asking file, and one that skips declarations is another question.
  if (i.at !== file || wanted.opened !== undefined) return searchNamespaces(i, file, wanted, depth);
  const memo = file.memo(knownInNamespaces);
  const key = `${wanted.scope} ${wanted.space} ${wanted.name} ${wanted.directives.join(' ')}`;
  let known = memo.get(key);
  if (known === undefined) {
    const { cut } = i;
    i.cut = Infinity;
    const functions: Target[] = [];
    const found = searchNamespaces(i, file, { ...wanted, functions }, depth);
    known = { found, functions };
    // A deeper look-up may have reached the limit of depth, and a result that depends on an unfinished question is not memoised.
    if (i.cut === Infinity && depth === 0) memo.set(key, known);
    i.cut = Math.min(i.cut, cut);
  }
  if (wanted.functions !== undefined && known.functions.length > 0) wanted.functions.push(...known.functions);
  return known.found;
}

function searchNamespaces(i: Inference, file: ProgramFile, wanted: Outside, depth: number): Exported | null {
  const using = file.stringOf(usingName);
  let opened = wanted.directives;
  for (let at = wanted.scope; at !== -1; at = file.scopeParent(at)) {
    const found = declaredAt(i, file, { ...wanted, scope: at, level: scopePath(file, at) }, depth);
    if (found !== null) return found;
    for (const level of [...opened, ...directivesOf(file, at, using)]) {
      const inOpened = declaredAt(i, file, { ...wanted, scope: at, level }, depth);
      if (inOpened !== null) return inOpened;
    }
    opened = none;
  }
  return null;
}

/** In `void a::B::f() {` the body sees the names of `a`. */
function namespaceOfClass(i: Inference, file: ProgramFile, scope: number): string[] {
  const owner = file.scopeKind(scope) === scopeKinds.function ? file.scopeOwner(scope) : -1;
  const extension = owner === -1 ? -1 : file.get(owner, entityFields.parent);
  const type =
    extension >= 0 && file.has(extension, entityFlags.extension) ? extendedType(i, { file, entity: extension }) : null;
  const path = type === null ? '' : scopePath(type.file, type.file.get(type.entity, entityFields.scope));
  return path === '' || path === scopePath(file, scope) ? [] : [path];
}

/** The meaning of a name that a block, a function or a class declares, or a class inherits; null when none does. */
function inBlockOrClass(
  i: Inference,
  file: ProgramFile,
  { scope, space, string, name, functions }: Wanted & { string: number },
  depth: number,
): Exported | null {
  const all = string === -1 ? noScopes : file.declared(scope, string);
  const declared = all.length === 0 ? all : all.filter((entity) => fits(file, entity, space));
  if (declared.length > 0) return follow(i, file, declared, { space, depth, functions });
  const owner = file.scopeOwner(scope);
  if (owner === -1) return null;
  const holder = file.scopeKind(scope) === scopeKinds.class ? owner : file.get(owner, entityFields.parent);
  if (holder < 0 || file.kind(owner) === entityKinds.namespace) return null;
  // The scope of the class itself comes next.
  const outer = file.scopeParent(scope);
  if (holder !== owner && outer !== -1 && file.scopeOwner(outer) === holder) return null;
  if (file.name(holder) === name && file.kind(holder) === entityKinds.class && !file.has(holder, entityFlags.extension))
    return { kind: 'entities', file, entities: [holder] };
  const members = memberTargets(i, { kind: 'instance', file, entity: holder, environment: null }, name);
  functions?.push(...members.filter(isFunction));
  return ofOneFile(withDefinitions(i, members).filter((member) => fits(member.file, member.entity, space)));
}

export function isFunction({ file, entity }: Target): boolean {
  const kind = file.kind(entity);
  return (kind === entityKinds.function && !file.has(entity, entityFlags.constant)) || kind === entityKinds.method;
}

/** Replaces each nested class that its outer class only declares by the definition outside of the outer class. */
function withDefinitions(i: Inference, members: readonly Target[]): readonly Target[] {
  return members.some(isOnlyDeclared)
    ? members.flatMap((member) => (isOnlyDeclared(member) ? classElsewhere(i, member) : member))
    : members;
}

function isOnlyDeclared({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.class && !file.has(entity, entityFlags.implemented);
}

function classElsewhere(i: Inference, target: Target): readonly Target[] {
  const found = membersElsewhere(i, target).filter(
    ({ file, entity }) => file.kind(entity) === entityKinds.class && file.has(entity, entityFlags.implemented),
  );
  return new Set(found.map((one) => one.file)).size === 1 ? found : [target];
}

/** The targets in the file of the first target; null for no targets. */
function ofOneFile(targets: readonly Target[]): Exported | null {
  const [first] = targets;
  if (first === undefined) return null;
  const entities = targets.filter(({ file }) => file === first.file).map(({ entity }) => entity);
  return { kind: 'entities', file: first.file, entities };
}

const typeKinds: ReadonlySet<number> = new Set([
  entityKinds.class,
  entityKinds.enum,
  entityKinds.interface,
  entityKinds.typeAlias,
  entityKinds.typeParameter,
  entityKinds.namespace,
]);

/** C has a separate namespace for structs, unions and enums. */
function fits(file: ProgramFile, entity: number, space: number): boolean {
  return fitsKind(file, file.kind(entity), space);
}

function fitsKind(file: ProgramFile, kind: number, space: number): boolean {
  if (space === spaces.any || kind === entityKinds.import) return true;
  if (typeKinds.has(kind)) {
    if (space === spaces.type) return kind !== entityKinds.namespace;
    return (
      file.language === 'cpp' &&
      (kind === entityKinds.class || kind === entityKinds.enum || kind === entityKinds.typeAlias)
    );
  }
  return space === spaces.value;
}

const noScopes: readonly number[] = [];

interface Level extends Wanted {
  /** The namespace in which the name is looked up; empty for the file's top. */
  level: string;
}

/** The meaning of a full path: its declarations in the file itself and in the files that it includes. */
function declaredAt(i: Inference, file: ProgramFile, wanted: Level, depth: number): Exported | null {
  const { name, level, space } = wanted;
  const end = name.lastIndexOf('::');
  const last = end === -1 ? name : name.slice(end + 2);
  const path = end === -1 ? '' : name.slice(0, end);
  const within = level === '' || path === '' ? level + path : `${level}::${path}`;
  const string = file.stringOf(last);
  let fitting: GlobalDeclaration[] | null = null;
  const add = (one: GlobalDeclaration): void => {
    if (!fitsKind(one.file, one.entityKind, space)) return;
    const isUsing = wanted.opened !== undefined && one.entityKind === entityKinds.import;
    if (isUsing && pathOfType(one.file, one.entity) === wanted.opened) return;
    if (fitting === null) fitting = [one];
    else if (!includes(fitting, one)) fitting.push(one);
  };
  const scopes = string === -1 ? noScopes : (namespacesOf(file).get(within) ?? noScopes);
  for (const scope of scopes)
    for (const entity of file.declared(scope, string)) add(declarationOf(file, entity, within));
  for (const one of visibleGlobals(i, file, last)) if (one.within === within) add(one);
  if (fitting === null) return null;
  const targets: readonly GlobalDeclaration[] = fitting;
  const { functions } = wanted;
  if (functions !== undefined) for (const one of targets) if (isFunction(one)) functions.push(one);
  const chosen = chooseDeclaration(i, file, { targets, name: last, within, space });
  return chosen.kind === 'entities' ? follow(i, chosen.file, chosen.entities, { space, depth, functions }) : chosen;
}

interface Choice {
  /** Declarations of one path: of `name` in the namespaces of `within`. */
  targets: readonly GlobalDeclaration[];
  name: string;
  within: string;
  space: number;
}

/**
 * The definition among all declarations of one path: the definition in the file itself, else the only one that the file sees, else the program's only
 * one. Where there is no only definition, the declarations; external for a type that the project does not define.
 */
function chooseDeclaration(i: Inference, file: ProgramFile, { targets, name, within, space }: Choice): Exported {
  const values = targets.filter((one) => !typeKinds.has(one.entityKind));
  // A `using` declaration does not show whether it names a type.
  const types = targets.filter((one) => typeKinds.has(one.entityKind) || one.entityKind === entityKinds.import);
  const tags = types.filter((one) => one.entityKind !== entityKinds.typeAlias);
  // A macro may wrap a function of the macro's name: then the function is meant.
  const functions = values.filter((one) => !hasFlag(one, entityFlags.constant));
  const useful =
    space !== spaces.type && values.length > 0
      ? functions.length > 0
        ? functions
        : values
      : tags.length > 0 && (tags.some(isDefinition) || tags.length === types.length)
        ? tags
        : types;
  const inFile = useful.filter((one) => one.file === file);
  for (const group of [inFile, useful]) {
    const written = group.filter(isDefinition);
    if (written.length > 0) return ofOnlyFile(written, file);
  }
  const [first] = useful;
  if (first === undefined) return { kind: 'entities', file, entities: [] };
  const isType = typeKinds.has(first.entityKind);
  const elsewhere = definitionsAnywhere(i, file, name).filter(
    (one) =>
      one.within === within &&
      typeKinds.has(one.entityKind) === isType &&
      (isType || one.entityKind === first.entityKind),
  );
  // Another file cannot mean a type that a source file (not a header) defines.
  const shared = isType ? elsewhere.filter((one) => !isSourceOfC(one.file.path)) : [];
  for (const some of [elsewhere, shared])
    if (new Set(some.map((one) => one.file)).size === 1) return ofOnlyFile(some, file);
  // A type that the project declares but does not define is one of the system.
  return isType && elsewhere.length === 0 ? external : ofOnlyFile(useful, file);
}

function isDefinition(one: Pick<GlobalDeclaration, 'entityKind' | 'flags'>): boolean {
  return hasFlag(one, entityFlags.implemented) || one.entityKind === entityKinds.import;
}

/** Targets in several files have an unknown meaning, unless all are the same alias. */
function ofOnlyFile(targets: readonly GlobalDeclaration[], file: ProgramFile): Exported {
  const [first] = targets;
  if (first === undefined) return { kind: 'entities', file, entities: [] };
  const inFirstFile = targets.filter((one) => one.file === first.file);
  if (inFirstFile.length === targets.length || targets.every((one) => isSameAlias(first, one)))
    return { kind: 'entities', file: first.file, entities: inFirstFile.map((one) => one.entity) };
  // Many files declare one namespace, which is no unknown name.
  return first.entityKind === entityKinds.namespace ? external : { kind: 'entities', file, entities: [] };
}

/** Several headers may declare the same alias: `using Iterator = IteratorBase<Slice>;`. */
function isSameAlias(a: GlobalDeclaration, b: GlobalDeclaration): boolean {
  if (a.entityKind !== entityKinds.typeAlias || b.entityKind !== entityKinds.typeAlias) return false;
  const type = typeText(a.file, a.file.get(a.entity, entityFields.type), 0);
  return type !== '' && type === typeText(b.file, b.file.get(b.entity, entityFields.type), 0);
}

/** The text of a type that consists of names only; '' for any other. */
function typeText(file: ProgramFile, type: number, depth: number): string {
  if (type === 0 || depth > maxDepth || file.op(type) !== ops.named) return '';
  const path = file.list(file.operand(type, 0)).map((part) => file.text(part));
  const args = file.list(file.operand(type, 2)).map((arg) => typeText(file, arg, depth + 1));
  if (args.includes('')) return '';
  return args.length === 0 ? path.join('::') : `${path.join('::')}<${args.join(',')}>`;
}

/** Follows `using` declarations to the entities that they name. */
function follow(
  i: Inference,
  file: ProgramFile,
  entities: readonly number[],
  { space, depth, functions }: { space: number; depth: number; functions?: Target[] | undefined },
): Exported {
  const plain = entities.filter((entity) => file.kind(entity) !== entityKinds.import);
  if (plain.length > 0) return { kind: 'entities', file, entities: plain };
  const [using] = entities;
  if (using === undefined) return { kind: 'entities', file, entities: [] };
  const scope = file.get(using, entityFields.scope);
  return cName(i, file, { name: pathOfType(file, using), scope, space, ...(functions && { functions }) }, depth + 1);
}

/** `A::f` where A is an alias, a class with an inherited f, or a namespace that a macro opens. */
function throughFirstName(
  i: Inference,
  file: ProgramFile,
  { name, scope, space, functions }: Wanted,
  depth: number,
): Exported | null {
  const collected = functions === undefined ? null : { functions };
  const at = name.lastIndexOf('::');
  const [first, ...rest] = name.split('::');
  const alias = aliasOf(file, first!, scope);
  if (alias !== '') return cName(i, file, { name: [alias, ...rest].join('::'), scope, space, ...collected }, depth + 1);
  const isOpened = visibleGlobals(i, file, first!).some(isOpenedByMacro);
  if (isOpened)
    return cName(i, file, { name: `::${rest.join('::')}`, scope, space, opened: name, ...collected }, depth + 1);
  const holder =
    depth >= maxDepth ? null : cName(i, file, { name: name.slice(0, at), scope, space: spaces.any }, depth + 1);
  if (holder?.kind !== 'entities') return holder;
  const last = name.slice(at + 2);
  for (const entity of holder.entities) {
    const kind = holder.file.kind(entity);
    if (kind === entityKinds.class) {
      const self = { kind: 'instance', file: holder.file, entity, environment: null } as const;
      const isConstructor = holder.file.name(entity) === last;
      const members = memberTargets(i, self, isConstructor ? 'constructor' : last);
      functions?.push(...members.filter(isFunction));
      const found = ofOneFile(withDefinitions(i, members));
      if (found !== null) return found;
    } else if (kind === entityKinds.enum) {
      const members = holder.file.members(entity, last);
      if (members.length > 0) return { kind: 'entities', file: holder.file, entities: members };
    } else if (kind === entityKinds.typeAlias) {
      const type = pathOfType(holder.file, entity);
      const inside = holder.file.get(entity, entityFields.scope);
      const aliased = { name: `${type}::${last}`, scope: inside, space, ...collected };
      if (type !== '') return cName(i, holder.file, aliased, depth + 1);
    }
  }
  return null;
}

/** The path that a namespace alias means; '' for a name that is no alias. */
function aliasOf(file: ProgramFile, name: string, from: number): string {
  const string = file.stringOf(name);
  if (string === -1) return '';
  for (let at = from; at !== -1; at = file.scopeParent(at)) {
    const alias = file.declared(at, string).find((entity) => file.kind(entity) === entityKinds.import);
    const path = alias === undefined ? '' : pathOfType(file, alias);
    if (path !== '' && path !== name && !path.startsWith(`${name}::`)) return path;
  }
  return '';
}

function isOpenedByMacro({ file, entity, entityKind }: GlobalDeclaration): boolean {
  return entityKind === entityKinds.namespace && file.get(entity, entityFields.ownScope) === -1;
}

/** The path that an entity's type names; '' for none. */
function pathOfType(file: ProgramFile, entity: number): string {
  const type = file.get(entity, entityFields.type);
  const [name] = type === 0 || file.list(file.operand(type, 0)).length === 0 ? [] : file.list(file.operand(type, 0));
  return name === undefined ? '' : file.text(name);
}

/** The definitions of a member that its class only declares, when all are of one file. */
export function definedElsewhere(i: Inference, target: Target): readonly Target[] {
  const { file, entity } = target;
  if (file.has(entity, entityFlags.implemented) || file.kind(entity) !== entityKinds.method) return [target];
  const signature = signatureOf(target);
  const count = file.list(file.get(entity, entityFields.listA)).length;
  const found = membersElsewhere(i, target);
  const same = found.filter((one) => signatureOf(one) === signature);
  const alike = found.filter((one) => one.file.list(one.file.get(one.entity, entityFields.listA)).length === count);
  const meant = same.length > 0 ? same : alike.length > 0 ? alike : found;
  return new Set(meant.map((one) => one.file)).size === 1 ? meant : [target];
}

/** Definitions outside of a class under the name of one of its members. */
function membersElsewhere(i: Inference, { file, entity }: Target): Target[] {
  const owner = file.get(entity, entityFields.parent);
  const found: Target[] = [];
  if (owner < 0) return found;
  for (const extension of i.program.extensions(file, '', file.name(owner))) {
    if (!isC(extension.file)) continue;
    const members = extension.file.members(extension.entity, file.name(entity));
    if (members.length === 0) continue;
    const extended = extendedType(i, extension);
    if (extended === null || extended.file !== file || extended.entity !== owner) continue;
    for (const member of members) found.push({ file: extension.file, entity: member });
  }
  return found;
}
