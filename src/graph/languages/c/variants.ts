/**
 * C, C++: functions that are declared once and defined in several files, of which a build takes one: for each platform, or in separate programs.
 * Which of them a call means is unknown, so the call is linked to the declaration, and the definitions override the declaration.
 * A method that is defined outside of its class also overrides what the bases of the class declare.
 * Invariant: a definition overrides only declarations that its file sees.
 */
import { entityFields, entityFlags, entityKinds, heritage } from '../../../model/file-summary.ts';
import { definedElsewhere, visibleFiles } from './names.ts';
import { isC } from './namespaces.ts';
import { signatureOf } from './signatures.ts';
import { hasFlag, type GlobalDeclaration } from '../../program/global-declarations.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { scopePath } from '../../program/scope-path.ts';
import { globalsIn } from '../../program/tables/file-tables.ts';
import { ancestors } from '../../heritage/heritage.ts';
import { extendedType } from '../../members/external-types.ts';
import { memberTargets } from '../../members/members.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Override } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The overrides of declarations by a file's definitions. */
export function overridesOfDeclarations(i: Inference, file: ProgramFile): Override[] {
  return [...functionOverrides(i, file), ...methodOverrides(i, file)];
}

/** The functions of one name. */
interface FunctionsOfName {
  /** All files that declare a function of the name; empty where the name cannot have overrides. The overrides depend on each of these files. */
  files: readonly ProgramFile[];
  /** By the namespaces around them, for functions that several files define: the declarations, one for each file. */
  declared: ReadonlyMap<string, readonly Target[]>;
}

const none: FunctionsOfName = { files: [], declared: new Map() };
/** A name in more files belongs to separate programs (`main`) or is made by a macro (`TEST_F`), and gets no overrides. */
const maxFiles = 64;

/** Memo by the list of all global declarations of a name; valid as long as the program. */
const functionsByName = new WeakMap<readonly GlobalDeclaration[], FunctionsOfName>();

function functionsNamed({ program }: Inference, name: string): FunctionsOfName {
  const files = program.declarers(name).filter(isC);
  // A function gets overrides only where at least two files define it and another declares it.
  if (files.length < 3 || files.length > maxFiles) return none;
  const declared = program.declarations(name);
  let found = functionsByName.get(declared);
  if (found === undefined) functionsByName.set(declared, (found = findFunctions(files, declared)));
  return found;
}

function findFunctions(files: readonly ProgramFile[], all: readonly GlobalDeclaration[]): FunctionsOfName {
  const functions = all.filter((one) => isC(one.file) && isVisibleFunction(one));
  if (functions.every(hasBody)) return none;
  const declaredWithin = new Map<string, readonly Target[]>();
  for (const [within, inNamespace] of Map.groupBy(functions, (one) => one.within)) {
    const definers = new Set(inNamespace.filter(hasBody).map(({ file }) => file));
    const declared = oneOfEachFile(inNamespace.filter(({ file }) => !definers.has(file)));
    if (definers.size > 1 && declared.length > 0) declaredWithin.set(within, declared);
  }
  return { files, declared: declaredWithin };
}

function functionOverrides(i: Inference, file: ProgramFile): Override[] {
  const found: Override[] = [];
  for (const member of globalsIn(file.summary)) {
    if (file.kind(member) !== entityKinds.function || file.has(member, entityFlags.private)) continue;
    if (!isDefined({ file, entity: member })) continue;
    const { files, declared } = functionsNamed(i, file.name(member));
    for (const other of files) file.reads.add(other.index);
    const within = declared.size === 0 ? '' : scopePath(file, file.get(member, entityFields.scope));
    const targets = declared.get(within) ?? [];
    const visible = targets.length === 0 ? null : visibleFiles(i, file);
    for (const target of targets) if (visible!.has(target.file)) found.push({ member, target });
  }
  return found;
}

function methodOverrides(i: Inference, file: ProgramFile): Override[] {
  const found: Override[] = [];
  for (const type of file.types) {
    const members = file.has(type, entityFlags.extension) ? file.memberTable(type) : undefined;
    if (members === undefined) continue;
    const extended = extendedType(i, { file, entity: type });
    if (extended === null) continue;
    const methods = [...members.values()].flat().filter((member) => isDefined({ file, entity: member }));
    found.push(...overridesOfBases(i, extended, file, methods));
    // Most classes have all of their methods in one file.
    if (extended.file !== file && i.program.extending(file, '', file.name(type)).length >= 2)
      found.push(...overridesInClass(i, extended, file, methods));
  }
  return found;
}

/** Overrides of the declarations in a class, by methods that are defined outside of it in several files. */
function overridesInClass(i: Inference, type: Target, file: ProgramFile, methods: readonly number[]): Override[] {
  const found: Override[] = [];
  for (const member of methods) {
    const target = declarationOf(type, { file, entity: member });
    if (target === null) continue;
    // Where several files define the method, `definedElsewhere` returns the declaration.
    const [only, ...others] = definedElsewhere(i, target);
    if (others.length === 0 && only!.file === target.file && only!.entity === target.entity)
      found.push({ member, target });
  }
  return found;
}

/** Overrides of what the bases of a class declare, by methods of the class that are defined outside of it. */
function overridesOfBases(i: Inference, type: Target, file: ProgramFile, methods: readonly number[]): Override[] {
  const bases = ancestors(i, { kind: 'instance', ...type, environment: null }, heritage.extends);
  if (bases.length === 0) return [];
  return methods
    .filter((member) => file.name(member) !== 'constructor')
    .flatMap((member) => {
      const signature = signatureOf({ file, entity: member });
      return bases
        .flatMap((base) => memberTargets(i, base, file.name(member)))
        .filter((target) => target.file.kind(target.entity) === entityKinds.method && signatureOf(target) === signature)
        .map((target) => ({ member, target }));
    });
}

/** The declaration, inside of its class, of a method that is defined outside of the class. */
function declarationOf(type: Target, { file, entity }: Target): Target | null {
  const declared = type.file
    .members(type.entity, file.name(entity))
    .map((one): Target => ({ file: type.file, entity: one }))
    .filter((one) => one.file.kind(one.entity) === entityKinds.method && !isDefined(one));
  const same = declared.find((one) => signatureOf(one) === signatureOf({ file, entity }));
  return same ?? declared.find((one) => parameterCount(one) === parameterCount({ file, entity })) ?? null;
}

function parameterCount({ file, entity }: Target): number {
  return file.list(file.get(entity, entityFields.listA)).length;
}

/** Whether other files can mean a function. */
function isVisibleFunction(one: GlobalDeclaration): boolean {
  return one.entityKind === entityKinds.function && !hasFlag(one, entityFlags.private);
}

function hasBody(one: GlobalDeclaration): boolean {
  return hasFlag(one, entityFlags.implemented);
}

function isDefined({ file, entity }: Target): boolean {
  return file.has(entity, entityFlags.implemented);
}

function oneOfEachFile(targets: readonly Target[]): Target[] {
  return [...new Map(targets.toReversed().map((one) => [one.file, one])).values()].toReversed();
}
