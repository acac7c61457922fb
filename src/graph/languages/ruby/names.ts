/**
 * Names of Ruby: constants by the paths of the enclosing scopes, methods of `self`, functions of the file and of the files that it requires.
 * A class or module may have several declarations: links go to the declaration with a superclass, else to the one with the most members.
 */
import { entityFields, entityFlags, entityKinds, scopeKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import { thisValue } from '../../heritage/heritage.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference, ScopedName } from '../../questions/questions.ts';
import { isRuby, rubyDeclarations, rubyScopePath } from './declarations.ts';
import { functionOfAll, mainModules } from './main-object.ts';
import { rubyAncestors, rubyMembers } from './members.ts';
import { classesOfTestBlocks } from './test-classes.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import { sharedFolders } from '../../../util/shared-folders.ts';
import { asKind } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** Methods that every object has. */
const kernel: ReadonlySet<string> = new Set(
  (
    'puts print p pp require raise fail lambda proc loop catch throw format sprintf printf rand srand sleep exit abort at_exit binding ' +
    'block_given? caller eval gets open system spawn fork exec warn freeze frozen? dup clone tap then send public_send __send__ respond_to? ' +
    'instance_variable_get instance_variable_set instance_variables instance_eval instance_exec class_eval class_exec module_eval define_method ' +
    'define_singleton_method method methods object_id inspect to_s hash is_a? kind_of? instance_of? nil? class singleton_class extend Integer ' +
    'Float String Array Hash Rational Complex private public protected module_function private_constant private_class_method public_class_method ' +
    'autoload load attr_accessor attr_reader attr_writer include prepend alias_method remove_method undef_method remove_const const_get const_set ' +
    'const_missing const_defined? instance_method method_defined? ancestors name superclass __method__ __dir__ using refine trap test select ' +
    'set_trace_func yield_self itself display enum_for to_enum instance_methods new allocate constants'
  ).split(' '),
);

export function rubyName(i: Inference, file: ProgramFile, { name, scope, space }: ScopedName): Exported {
  const isConstant = /^(?:::)?\p{Lu}/u.test(name);
  if (isConstant) {
    const found = constantNamed(i, file, { name, scope });
    if (found !== null) return found;
    // In a class body a capitalised name nearly always names a module to mix in, not a method.
    const isInBody = file.scopeKind(scope) === scopeKinds.class || file.scopeKind(scope) === scopeKinds.namespace;
    if (space === spaces.type || isInBody || name.includes('::')) return { kind: 'external' };
  }
  const found = methodNamed(i, file, { name, scope });
  return found ?? (isConstant || kernel.has(name) ? { kind: 'external' } : unknownMeaning(file));
}

function unknownMeaning(file: ProgramFile): Exported {
  return { kind: 'entities', file, entities: [] };
}

/** The declaration that a constant means; null for none. */
function constantNamed(
  i: Inference,
  file: ProgramFile,
  { name, scope }: { name: string; scope: number },
): Exported | null {
  const isTop = name.startsWith('::');
  const path = isTop ? name.slice(2) : name;
  const innermost = isTop ? '' : rubyScopePath(file, scope);
  for (let enclosing = innermost; ; enclosing = outerPath(enclosing)) {
    const found = rubyDeclarations(i, file, enclosing === '' ? path : `${enclosing}::${path}`);
    if (found.length > 0) return representative(file, found);
    if (enclosing === '') break;
  }
  if (isTop) return null;
  const inherited = innermost === '' ? null : inheritedConstant(i, file, { path, scope });
  if (inherited !== null) return inherited;
  for (const module of mainModules(i, file)) {
    const found = rubyDeclarations(i, file, `${module}::${path}`);
    if (found.length > 0) return representative(file, found);
  }
  return null;
}

/**
 * A constant that an ancestor of the enclosing class declares. In the class body itself the answer is null: the body names the ancestors, so the
 * result would depend on which of the two was asked for first.
 */
function inheritedConstant(
  i: Inference,
  file: ProgramFile,
  { path, scope }: { path: string; scope: number },
): Exported | null {
  const kind = file.scopeKind(scope);
  const self = kind === scopeKinds.class || kind === scopeKinds.namespace ? null : thisValue(i, file, scope);
  if (self?.kind !== 'instance' && self?.kind !== 'static') return null;
  for (const ancestor of rubyAncestors(i, asKind(self, 'instance'))) {
    const found = rubyDeclarations(i, file, `${ancestor}::${path}`);
    if (found.length > 0) return representative(file, found);
  }
  return null;
}

function outerPath(path: string): string {
  const at = path.lastIndexOf('::');
  return at === -1 ? '' : path.slice(0, at);
}

/** The declaration to which links of a class or module go; an unknown meaning for a constant that several other files assign. */
function representative(asking: ProgramFile, targets: readonly Target[]): Exported {
  const classes = targets.filter(({ file, entity }) => file.kind(entity) === entityKinds.class);
  if (classes.length === 0) {
    const inFile = targets.find(({ file }) => file === asking);
    const meant = inFile ?? (targets.length === 1 ? targets[0] : undefined);
    return meant === undefined
      ? unknownMeaning(asking)
      : { kind: 'entities', file: meant.file, entities: [meant.entity] };
  }
  let heaviest = heaviestByDeclarations.get(targets);
  if (heaviest === undefined) heaviestByDeclarations.set(targets, (heaviest = findHeaviest(classes)));
  const [copy] = nearestTargets(asking, heaviest.copies);
  // The nearest copy is in another part of the project: a class of this name in the asking file is a separate one.
  const isInOtherPart = copy !== undefined && sharedFolders(copy.file.path, asking.path) === 0;
  const separate = isInOtherPart ? classes.find(({ file }) => file === asking) : undefined;
  const { file, entity } = separate ?? copy ?? heaviest.target;
  return { kind: 'entities', file, entities: [entity] };
}

interface Heaviest {
  target: Target;
  /** Declarations in files that are named after the class: a project may have a copy in each of its parts. The heaviest is first. */
  copies: readonly Target[];
}

/** Memo by the list of a path's declarations, which is one object in a program. */
const heaviestByDeclarations = new WeakMap<readonly Target[], Heaviest>();

function findHeaviest(classes: readonly Target[]): Heaviest {
  const weights = new Map(classes.map((one) => [one, weight(one)]));
  const sorted = classes.toSorted((a, b) => weights.get(b)! - weights.get(a)!);
  return { target: sorted[0]!, copies: sorted.filter(isInOwnFile) };
}

/** Whether a declaration is in a file that is named after it: `HTMLParser` in `html_parser.rb`. */
function isInOwnFile({ file, entity }: Target): boolean {
  const name = file.name(entity);
  const fileName = file.path.slice(file.path.lastIndexOf('/') + 1).replaceAll('_', '');
  return fileName.toLowerCase() === `${name.slice(name.lastIndexOf(':') + 1).toLowerCase()}.rb`;
}

/** The weight of a declaration: the number of its members; one with a superclass outweighs any without. */
function weight({ file, entity }: Target): number {
  const members = new Set(file.membersIn(entity).map((member) => file.get(member, entityFields.name))).size;
  return members + (file.get(entity, entityFields.listA) === 0 ? 0 : 1_000_000);
}

/** The method of `self`, or the function, that a name means; null for none. */
function methodNamed(
  i: Inference,
  file: ProgramFile,
  { name, scope }: { name: string; scope: number },
): Exported | null {
  const self = thisValue(i, file, scope);
  const isClassBody = self?.kind === 'instance' && isBodyOf(self, file, scope);
  // In a class body `self` is the class, but a block in it (`test "…" do`) mostly runs on an instance, so instance methods count too.
  const receivers = isClassBody ? [asKind(self, 'static'), self] : [self];
  for (const one of receivers) {
    const [member] = one?.kind === 'instance' || one?.kind === 'static' ? rubyMembers(i, one, name) : [];
    if (member !== undefined) return { kind: 'entities', file: member.file, entities: [member.entity] };
  }
  const enclosing = enclosingFunctionNamed(file, scope, name);
  if (enclosing.length > 0) return { kind: 'entities', file, entities: enclosing };
  // The set grows while it is iterated, so that the files that required files require are visited too.
  const required = new Set([file]);
  for (const other of required) {
    const global = other === file ? [] : globalFunctions(other, name);
    if (global.length > 0) return { kind: 'entities', file: other, entities: global };
    for (let module = 0; module < other.modules.length; module++) {
      const target = i.program.module(other, module);
      if (target !== null && isRuby(target)) required.add(target);
    }
  }
  const ofTests = self === null && isInTestBlock(file, scope) ? memberOfTests(i, file, name) : null;
  if (ofTests !== null) return ofTests;
  for (const module of mainModules(i, file)) {
    const [declaration] = rubyDeclarations(i, file, module);
    if (declaration?.file.kind(declaration.entity) !== entityKinds.class) continue;
    const [member] = rubyMembers(i, { kind: 'instance', ...declaration, environment: null }, name);
    if (member !== undefined) return { kind: 'entities', file: member.file, entities: [member.entity] };
  }
  const helper = functionOfAll(i, file, name);
  return helper === null ? null : { kind: 'entities', file: helper.file, entities: [helper.entity] };
}

function isInTestBlock(file: ProgramFile, from: number): boolean {
  for (let scope = from; scope > 0; scope = file.scopeParent(scope))
    if (file.scopeKind(scope) === scopeKinds.block) return true;
  return false;
}

/** A member of the class of a file's test blocks. A test block runs on an instance of the class, the blocks around it run on the class. */
function memberOfTests(i: Inference, file: ProgramFile, name: string): Exported | null {
  for (const declaration of classesOfTestBlocks(i, file)) {
    for (const kind of ['instance', 'static'] as const) {
      const [member] = rubyMembers(i, { kind, ...declaration, environment: null }, name);
      if (member !== undefined) return { kind: 'entities', file: member.file, entities: [member.entity] };
    }
  }
  return null;
}

/** The functions of a name in the innermost enclosing scope that declares any. */
function enclosingFunctionNamed(file: ProgramFile, from: number, name: string): number[] {
  const string = file.stringOf(name);
  if (string === -1) return [];
  for (let scope = from; scope >= 0; scope = file.scopeParent(scope)) {
    const found = file.declared(scope, string).filter((one) => file.kind(one) === entityKinds.function);
    if (found.length > 0) return found;
  }
  return [];
}

/** Global functions of another file. Functions inside of blocks, as in tests, are visible only in the block. */
function globalFunctions(file: ProgramFile, name: string): number[] {
  const string = file.stringOf(name);
  const found = string === -1 ? [] : file.declared(0, string);
  return found.filter((one) => file.kind(one) === entityKinds.function && file.has(one, entityFlags.global));
}

function isBodyOf(self: Target, file: ProgramFile, scope: number): boolean {
  const owner = file.scopeOwner(scope);
  return owner === self.entity && file === self.file && !file.has(owner, entityFlags.extension);
}
