/**
 * The links of one site: what the site names or runs, and how that is known.
 * Invariant: a site that may mean one of several definitions is not linked. Exceptions are definitions of each type that the receiver may have,
 * overloads that match a call equally well, and variants for different builds.
 */
import { dialectOf } from '../languages/dialect.ts';
import { entityFields, entityFlags, entityKinds, heritage, ops, siteKinds } from '../../model/file-summary.ts';
import { contextOf } from '../infer/callables.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { spaces } from '../program/spaces.ts';
import { constructorsOf, functionsIn } from '../infer/overloads/functions-run.ts';
import { isMeantByImports } from '../program/import-alternatives.ts';
import { ancestors, thisValue } from '../heritage/heritage.ts';
import { memberTargets } from '../members/members.ts';
import { entityTargets, exportedTargets, typeTargets } from '../resolve/named-targets.ts';
import { isOnlyAssigned, namedTarget, starImport } from '../resolve/names.ts';
import { inNearestPackage } from '../resolve/nearest-declaration.ts';
import { type Meaning, lookUpNominal } from '../heritage/nominal.ts';
import { visibleAddedMembers } from '../members/external-members.ts';
import { handedValue } from '../infer/argument-flow.ts';
import { chooseOverloads, functionGroup, ofFirstOwner, overloadTargets } from '../infer/overloads/overloads.ts';
import { meantByReference } from '../infer/overloads/references.ts';
import { isExternal, mayBeOfProject } from '../infer/external-values.ts';
import { guessedLinks } from './possible-extensions.ts';
import type { SiteLinks, Unlinked } from './site-links.ts';
import { entityValue, nodeValue, type Inference, type ScopedName } from '../questions/questions.ts';
import { definitionsOf, scopedName } from '../resolve/scoped-names.ts';
import { alternatives, type Member, type Value } from '../questions/values.ts';
import { includes, type Target } from '../program/targets.ts';

/** An alias of an alias is followed, up to this many. */
const maxAliases = 8;

/** Properties of any module that `import()` loads: its default export, which may be missing, and those of the promise. */
const propertiesOfLoaded: ReadonlySet<string> = new Set(['default', 'then', 'catch', 'finally']);

const noTargets: readonly Target[] = [];

/** The links of a site. No question may be in progress. @param kind one of `siteKinds` */
export function linksOf(i: Inference, file: ProgramFile, node: number, kind: number): SiteLinks {
  const isCall = kind === siteKinds.call || runsWithoutCall(kind);
  const named = targetsOf(i, file, node, kind);
  const plain = file.rules.sharesNames && file.op(node) === ops.overload ? file.operand(node, 0) : node;
  if (named === 'external' || named === 'unknown') {
    // An expression that is no name can be called too: `handlers[0]()`, `make()()`.
    const isByName = isKnownByName(file, plain);
    const callees = isCall && !isByName ? dedupe(functionsIn(i, nodeValue(i, file, plain))) : noTargets;
    const guessed = named === 'external' && callees.length === 0 ? guessedLinks(i, file, plain) : null;
    if (guessed !== null) return guessed;
    return { targets: noTargets, resolution: 'type', callees, unlinked: callees.length > 0 ? null : named };
  }
  const targets = dedupe(meantBy(i, named));
  // A member of a module or of a class itself is found by name. Any other member is known by the type of its receiver.
  const resolution =
    file.op(plain) === ops.member && !isNamespaceLike(i, file, file.operand(plain, 0)) ? 'type' : 'scope';
  const runs = isCall && (kind !== siteKinds.call || !isRead(file, targets));
  const callees = runs ? withDefinitions(i, calleesOf(i, { file, node }, targets)) : noTargets;
  return { targets, resolution, callees, unlinked: targets.length === 0 ? 'unknown' : null };
}

/** Whether a node's name decides its targets, so that its value need not be inferred. */
function isKnownByName(file: ProgramFile, node: number): boolean {
  const op = file.op(node);
  if (op === ops.name) return dialectOf(file).isKnownByName?.(file, file.operand(node, 0)) === true;
  return op === ops.member && file.rules.extendsExternal;
}

/** Whether a call of these targets runs no known function: there are no targets, or the language says that such a call only converts or reads. */
function isRead(file: ProgramFile, targets: readonly Target[]): boolean {
  return targets.length === 0 || dialectOf(file).runsNothing?.(targets) === true;
}

/** Whether a site runs what it names without being a call: a construction, a rendered component, a decorator, an operator. */
export function runsWithoutCall(kind: number): boolean {
  return (
    kind === siteKinds.construct ||
    kind === siteKinds.render ||
    kind === siteKinds.decorate ||
    kind === siteKinds.implicit
  );
}

/** Follows aliases to their targets, and replaces declarations by their definitions. */
function meantBy(i: Inference, named: readonly Target[]): readonly Target[] {
  return withDefinitions(i, named.some(isAlias) ? followAliases(i, named) : named);
}

function isAlias({ file, entity }: Target): boolean {
  return file.has(entity, entityFlags.alias);
}

function followAliases(i: Inference, targets: readonly Target[]): readonly Target[] {
  return targets.flatMap((target) => followAlias(i, target));
}

function withDefinitions(i: Inference, targets: readonly Target[]): readonly Target[] {
  return targets.some(mayBeDefinedElsewhere) ? eachDefinition(i, targets) : targets;
}

function mayBeDefinedElsewhere({ file }: Target): boolean {
  return dialectOf(file).definedElsewhere !== undefined;
}

function eachDefinition(i: Inference, targets: readonly Target[]): readonly Target[] {
  return targets.flatMap((target) => definitionsOf(i, target));
}

function isNamespaceLike(i: Inference, file: ProgramFile, node: number): boolean {
  const value = nodeValue(i, file, node);
  return value?.kind === 'module' || value?.kind === 'static';
}

/** The targets of what a node names. @param kind the kind of the site, one of `siteKinds` */
function targetsOf(i: Inference, file: ProgramFile, node: number, kind: number): readonly Target[] | Unlinked {
  const operand = file.operand(node, 0);
  switch (file.op(node)) {
    case ops.name: {
      const named = nameTargets(i, file, { name: operand, scope: file.operand(node, 1) }, kind);
      const found = kind === siteKinds.read ? inGroup(i, file, node, named) : named;
      return typeof found === 'string' ? found : (dialectOf(file).withArguments?.(i, file, node, found) ?? found);
    }
    case ops.member: {
      const found = memberLinks(i, file, node);
      return kind === siteKinds.read ? inGroup(i, file, node, found) : found;
    }
    case ops.overload: {
      if (file.rules.sharesNames) return chosenOf(i, file, node, kind);
      const found = overloadTargets(i, file, node);
      if (found.length > 0) return file.operand(node, 1) === -1 ? meantByReference(i, file, node, found) : found;
      if (kind === siteKinds.construct || file.op(operand) === ops.super) return targetsOf(i, file, operand, kind);
      // The callee is a type, or a variable that contains a function.
      if (file.rules.callsByName) {
        const read = targetsOf(i, file, operand, siteKinds.read);
        if (typeof read !== 'string') return read;
      }
      if (file.op(operand) !== ops.member) return 'external';
      const receiver = nodeValue(i, file, file.operand(operand, 0));
      const name = file.text(file.operand(operand, 1));
      const isOfProject =
        memberTargets(i, receiver, name, 'function').length > 0 || mayBeOfProject(i, receiver, name, 'function');
      return isExternal(i, receiver) && !isOfProject ? 'external' : 'unknown';
    }
    case ops.expectedMember: {
      const found = memberTargets(i, contextOf(i, file, operand), file.text(file.operand(node, 1)));
      return found.length > 0 ? found : 'external';
    }
    case ops.named: {
      const target = namedTarget(i, file, { path: file.list(operand), scope: file.operand(node, 1) });
      if (target === null || target === 'external') return 'external';
      const types = typeTargets(target);
      return dialectOf(file).withArguments?.(i, file, node, types) ?? types;
    }
    case ops.entity: {
      // A call of a function expression itself is no link: the calls inside of it belong to the enclosing code.
      if (file.name(operand) === '' && !i.everyFunction) return 'external';
      const exported = i.program.followEntities(file, [operand], spaces.any);
      // A module is a file, and no symbol.
      if (exported?.kind === 'module') return 'external';
      return exportedTargets(exported) ?? (exported === null ? 'unknown' : 'external');
    }
    case ops.fieldGiven: {
      const fields =
        dialectOf(file).fieldsGiven?.(i, nodeValue(i, file, operand), file.text(file.operand(node, 1))) ?? noTargets;
      return fields.length > 0 ? fields : 'external';
    }
    case ops.super: {
      const self = thisValue(i, file, operand);
      if (self === null || (self.kind !== 'instance' && self.kind !== 'static')) return 'unknown';
      const bases = ancestors(i, self, heritage.extends);
      return bases.length === 0 ? 'external' : bases.map((base) => ({ file: base.file, entity: base.entity }));
    }
    default:
      return 'unknown';
  }
}

/** What a name without a call means where it may be that of a method group. @param found what it means by itself */
function inGroup(
  i: Inference,
  file: ProgramFile,
  node: number,
  found: readonly Target[] | Unlinked,
): readonly Target[] | Unlinked {
  const { methodGroups } = dialectOf(file);
  if (methodGroups === undefined) return found;
  const isOther = typeof found !== 'string' && !found.every(isFunction);
  if (isOther || (typeof found === 'string' && file.op(node) !== ops.member)) return found;
  const group = functionGroup(i, file, node);
  if (group.length === 0) return found;
  const meant = meantByReference(i, file, node, group);
  if (methodGroups !== 'whereExpected') return meant;
  return meant.length < group.length ? ofFirstOwner(meant) : found;
}

/** The functions that a call means by its arguments, in languages that look the name up without them. */
function chosenOf(i: Inference, file: ProgramFile, node: number, kind: number): readonly Target[] | Unlinked {
  const callee = file.operand(node, 0);
  const found = targetsOf(i, file, callee, kind);
  const args = { file, list: file.operand(node, 1), callee };
  const named = dialectOf(file).calledFunctions?.(i, args, found) ?? found;
  if (typeof named === 'string' || !named.every(isFunction)) return named;
  const members = named.map((target): Member => ({ environment: null, self: null, ...target }));
  // A function that no other one competes with is meant, unless its labels are others: then it is a namesake of the library's.
  if (named.length < 2) return dialectOf(file).takesLabels?.(members, args) === false ? noTargets : named;
  return chooseOverloads(i, members, args);
}

function isFunction({ file, entity }: Target): boolean {
  const kind = file.kind(entity);
  return kind === entityKinds.function || kind === entityKinds.method;
}

/** The targets of a member access. */
function memberLinks(i: Inference, file: ProgramFile, node: number): readonly Target[] | Unlinked {
  const a = file.operand(node, 0);
  const receiver = nodeValue(i, file, a);
  const name = file.text(file.operand(node, 1));
  const ofPackage = receiver?.kind === 'module' ? inNearestPackage(i, file, receiver.file, name) : null;
  const dialect = dialectOf(file);
  const all = ofPackage === null ? membersOn(i, file, receiver, name) : (exportedTargets(ofPackage) ?? noTargets);
  const found = dialect.callableFrom?.(file, all) ?? all;
  if (found.length > 0 && file.op(a) === ops.super && dialect.superMembers !== undefined)
    return dialect.superMembers(i, thisValue(i, file, file.operand(a, 0)), name) ?? found;
  if (found.length > 0) return file.rules.extendsExternal ? visibleAddedMembers(i, file, found) : found;
  if (file.op(a) === ops.this && dialect.subclassesWith !== undefined) {
    const ofSubclasses = dialect
      .subclassesWith(i, receiver, name)
      .flatMap((subclass) => memberTargets(i, subclass, name));
    if (ofSubclasses.length > 0) return ofSubclasses;
  }
  const qualified = dialect.qualifiedName?.(i, file, node) ?? null;
  if (qualified !== null) return exportedTargets(qualified) ?? 'external';
  const extensions = dialect.namedExtensions?.(i, file, node) ?? noTargets;
  if (extensions.length > 0) return extensions;
  if (receiver?.kind === 'module' && propertiesOfLoaded.has(name)) return 'external';
  if (mayBeOfProject(i, receiver, name, 'variable')) return 'unknown';
  if (!isExternal(i, receiver) && dialect.isLibraryMember?.(i, receiver, name) !== true) return 'unknown';
  return dialect.addedToExternal?.(i, file, alternatives(receiver), name) ?? 'external';
}

/** The declarations of `value.name`: members of the value, or else of the values that it contains. */
function membersOn(i: Inference, file: ProgramFile, value: Value | null, name: string): readonly Target[] {
  const found = memberTargets(i, value, name);
  return found.length > 0 ? found : (dialectOf(file).containedMembers?.(i, value, name) ?? noTargets);
}

interface Name {
  name: number;
  scope: number;
}

/** The targets of a name without a receiver. @param kind the kind of the site, one of `siteKinds` */
function nameTargets(
  i: Inference,
  file: ProgramFile,
  { name, scope }: Name,
  kind: number,
): readonly Target[] | Unlinked {
  const dialect = dialectOf(file);
  const ofLanguage = dialect.namedApart?.(i, file, { name, scope });
  if (ofLanguage !== undefined) return ofLanguage;
  const space = spaceNamed(file, kind);
  if (file.rules.sharesNames) {
    const wanted = { name: file.text(name), scope, space };
    const scoped = scopedName(i, file, wanted);
    if (scoped !== null) {
      const targets = exportedTargets(scoped) ?? 'external';
      return targets.length > 0 && targets !== 'external' ? targets : (namedType(i, file, wanted) ?? targets);
    }
  }
  const nominal = file.rules.nominal ? lookUpNominal(i, file, { name, scope, meaning: meaningOf(kind) }) : null;
  if (nominal !== null && nominal.members.length > 0) return [...nominal.members];
  const found = nominal?.declared ?? file.lookUp(scope, name, space, false);
  if (found.length > 0 && !isOnlyAssigned(i, file, found)) {
    if (!isMeantByImports(file, found)) return entityTargets(file, found);
    const exported = i.program.followEntities(file, found, space);
    return exportedTargets(exported) ?? (exported === null ? 'unknown' : 'external');
  }
  const isType = kind === siteKinds.type && file.rules.nominal;
  const viaStar = starImport(i, file, name, isType ? spaces.type : spaces.any);
  if (viaStar !== null) return exportedTargets(viaStar) ?? 'external';
  const globals = i.program.globals(file, file.text(name));
  if (globals.length > 0) return dialect.globalNamed?.(file, globals) ?? globals.slice(0, 1);
  // Frameworks provide names to some files (components) that the files do not import.
  const mayBeProvided =
    (kind === siteKinds.call || kind === siteKinds.render) && dialect.getsNamesFromFrameworks?.(file) === true;
  return mayBeProvided || dialect.mayBeGlobal?.(file.text(name)) === true ? 'unknown' : 'external';
}

/** The targets of a name that the grammar reads as a value and that means a type; null for none. */
function namedType(i: Inference, file: ProgramFile, wanted: ScopedName): readonly Target[] | null {
  const { typeAsValue } = dialectOf(file);
  if (typeAsValue === undefined || wanted.space !== spaces.value) return null;
  const type = typeAsValue(i, file, wanted);
  const targets = type === null ? null : exportedTargets(type);
  return targets === null || targets.length === 0 ? null : targets;
}

/** The spaces in which a name at a site is looked up. @param kind the kind of the site, one of `siteKinds` */
export function spaceNamed({ rules }: ProgramFile, kind: number): number {
  if (rules.typesAreValues) return spaces.any;
  return kind === siteKinds.type || isImport(kind) ? spaces.any : spaces.value;
}

function isImport(kind: number): boolean {
  return kind === siteKinds.import || kind === siteKinds.reexport;
}

function meaningOf(kind: number): Meaning {
  if (isImport(kind)) return 'any';
  return kind === siteKinds.type || kind === siteKinds.construct ? 'type' : 'variable';
}

/** The targets that an alias finally names. A target that is no alias, or an alias of something unknown, is returned as it is. */
function followAlias(i: Inference, target: Target): Target[] {
  let named = target;
  for (let step = 0; step < maxAliases; step++) {
    const { file, entity } = named;
    if (!file.has(entity, entityFlags.alias)) return [named];
    const value = file.get(entity, entityFields.value);
    const next = value === 0 ? 'unknown' : targetsOf(i, file, value, siteKinds.read);
    if (typeof next === 'string' || next.length === 0) return [named];
    const [first] = next;
    if (next.length > 1 || first === undefined) return [...next];
    named = first;
  }
  return [named];
}

interface CallSite {
  file: ProgramFile;
  node: number;
}

/** The functions that a call of the targets runs: functions among the targets, constructors of classes, and functions in variables and properties. */
function calleesOf(i: Inference, { file, node }: CallSite, targets: readonly Target[]): readonly Target[] {
  if (targets.length === 1) {
    const { file: of, entity } = targets[0]!;
    const kind = of.kind(entity);
    if (kind === entityKinds.function || kind === entityKinds.method) return targets;
  }
  if (targets.length === 0) {
    const plain = file.rules.sharesNames && file.op(node) === ops.overload ? file.operand(node, 0) : node;
    return dedupe(functionsIn(i, nodeValue(i, file, plain)));
  }
  const callees: Target[] = [];
  for (const target of targets) {
    const targetKind = target.file.kind(target.entity);
    if (targetKind === entityKinds.interface && target.file.rules.companions !== 'none') {
      callees.push(...companionsCalled(i, target, { file, node }));
      continue;
    }
    if (targetKind === entityKinds.class) {
      const constructors = constructorsOf(
        i,
        target,
        file.op(node) === ops.overload ? { file, list: file.operand(node, 1) } : null,
      );
      // `super()` runs nothing where the superclass has no constructor: `constructorsOf` then returns the class itself.
      const callee = file.op(node) === ops.overload ? file.operand(node, 0) : node;
      if (file.op(callee) !== ops.super || constructors[0]?.entity !== target.entity) callees.push(...constructors);
      continue;
    }
    if (targetKind === entityKinds.function || targetKind === entityKinds.method) {
      callees.push(target);
      continue;
    }
    if (targetKind === entityKinds.typeAlias && target.file.rules.callsTypes)
      callees.push(...constructorsOfAliased(i, target, { file, node }));
    if (targetKind === entityKinds.interface || targetKind === entityKinds.typeAlias) continue;
    const isTyped = target.file.get(target.entity, entityFields.type) !== 0;
    const called = isTyped ? calledTyped(i, target) : functionsIn(i, entityValue(i, target));
    callees.push(...(called.length > 0 ? called : calledConstant(i, target)), ...calledProperties(i, target));
  }
  return dedupe(callees);
}

/** What a call of an interface runs, which has no constructor: the call member of its companion. */
function companionsCalled(i: Inference, { file: of, entity }: Target, { file, node }: CallSite): readonly Target[] {
  const name = of.rules.callMember;
  if (name === null || file.op(node) !== ops.overload) return noTargets;
  const companion = { kind: 'static', file: of, entity, environment: null } as const;
  const found = ancestors(i, companion, heritage.mixesIn).flatMap((one) => memberTargets(i, one, name, 'function'));
  return chooseOverloads(i, found, { file, list: file.operand(node, 1) });
}

/** The constructors that a call of a type's alias runs. */
function constructorsOfAliased(i: Inference, alias: Target, { file, node }: CallSite): readonly Target[] {
  const args = file.op(node) === ops.overload ? { file, list: file.operand(node, 1) } : null;
  return alternatives(entityValue(i, alias)).flatMap((part) =>
    part.kind === 'static' && part.file.kind(part.entity) === entityKinds.class ? constructorsOf(i, part, args) : [],
  );
}

/**
 * The top-level constant that a call of `target` calls, where only its declared type says that it can be called: the target itself, or the constant
 * whose value the target has. Empty for anything else.
 */
function calledConstant(i: Inference, target: Target): readonly Target[] {
  let constant = target;
  for (let step = 0; step < maxAliases; step++) {
    const { file, entity } = constant;
    if (file.kind(entity) !== entityKinds.variable) return noTargets;
    if (file.get(entity, entityFields.type) !== 0)
      return file.get(entity, entityFields.scope) === 0 ? [constant] : noTargets;
    const value = file.get(entity, entityFields.value);
    const isName = mayBeFollowed(file) && (file.op(value) === ops.name || file.op(value) === ops.member);
    const next = isName ? targetsOf(i, file, value, siteKinds.read) : 'unknown';
    if (typeof next === 'string' || next.length !== 1) return noTargets;
    constant = next[0]!;
  }
  return noTargets;
}

/**
 * The typed properties from which a variable was destructured: `const { getProps } = useButton()`. A call of the variable is a call
 * of the property, as in `button.getProps()`.
 */
function calledProperties(i: Inference, { file, entity }: Target): readonly Target[] {
  if (!mayBeFollowed(file) || file.kind(entity) !== entityKinds.variable) return noTargets;
  const value = file.get(entity, entityFields.value);
  // A default or a condition gives several alternatives.
  const taken = file.op(value) === ops.either ? file.list(file.operand(value, 0)) : [value];
  return taken.flatMap((node) => {
    const named = file.op(node) === ops.member ? targetsOf(i, file, node, siteKinds.read) : 'unknown';
    return typeof named === 'string' ? [] : named.filter(isTypedProperty);
  });
}

/** Whether the language links a call of a variable to the callable that was assigned to it. */
function mayBeFollowed(file: ProgramFile): boolean {
  return dialectOf(file).followsCalled?.() === true;
}

function isTypedProperty({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.property && file.get(entity, entityFields.type) !== 0;
}

/** What a call of a variable with a declared type runs: the type's call member, or the functions that calls in the file hand to a parameter. */
function calledTyped(i: Inference, target: Target): readonly Target[] {
  const called = calledMembers(i, target);
  return called.length > 0 ? called : functionsIn(i, handedValue(i, target));
}

/** The members that run when an object of a declared type is called. */
function calledMembers(i: Inference, target: Target): Target[] {
  const name = target.file.rules.callMember;
  if (name === null) return [];
  return functionsIn(i, entityValue(i, target)).filter(({ file, entity }) => file.name(entity) === name);
}

function dedupe(targets: readonly Target[]): readonly Target[] {
  if (targets.length < 2) return targets;
  const result: Target[] = [];
  for (let at = 0; at < targets.length; at++) if (!includes(result, targets[at]!)) result.push(targets[at]!);
  return result;
}
