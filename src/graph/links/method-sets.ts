/**
 * Which types implement which interfaces without declaring so (Go). A type implements an interface when it has all methods of the interface: equal names,
 * numbers of parameters and results, and type names.
 * Only interfaces and types of the project count, and only known methods: an embedded external type adds no methods and requires none. An
 * interface without methods, which every type implements, gets no implementations here.
 * Invariant: the answer depends on the file summaries alone, in the order of the files.
 */
import { entityFields, entityFlags, entityKinds, heritage, ops } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { type Implied, entityId, type Target } from '../program/targets.ts';
import { typesAtTop } from '../program/tables/file-tables.ts';
import { spaces } from '../program/spaces.ts';
import { startInference } from '../infer/inference.ts';
import type { Program } from '../program/program.ts';
import { type Inference, renew, typeValue } from '../questions/questions.ts';
import { alternatives } from '../questions/values.ts';

export interface Implementation {
  type: Target;
  contract: Target;
  /** The interface's methods, each with the method that a call on the type runs. Methods that the type gets from embedded interfaces are left out. */
  methods: readonly Implied[];
}

interface Method extends Target {
  parameters: readonly string[];
  results: readonly string[];
  isRest: boolean;
}

type MethodSet = ReadonlyMap<string, Method>;

/** The maximum number of embedded types that are followed. */
const maxEmbedded = 40;

/** The text of types that are not compared and match every type: type parameters, aliases, types without a name. */
const anything = '*';

interface SearchState {
  i: Inference;
  /** Names of the project's type aliases. A type with such a name matches every type. */
  aliases: ReadonlySet<string>;
  sets: Map<number, MethodSet>;
}

/** All implementations among the types and interfaces of a program. */
export function implicitImplementations(program: Program): Implementation[] {
  const files = program.files.filter(({ rules }) => rules.implementsImplicitly);
  const [types, contracts, aliases] = declarationsOf(files);
  const search: SearchState = { i: startInference(program), aliases, sets: new Map() };
  // By the name of a method: the types that have it, with their method sets.
  const typesByMethod = new Map<string, { type: Target; has: MethodSet }[]>();
  for (const type of types) {
    const candidate = { type, has: methodSet(search, type) };
    for (const name of candidate.has.keys()) {
      const ofMethod = typesByMethod.get(name);
      if (ofMethod === undefined) typesByMethod.set(name, [candidate]);
      else ofMethod.push(candidate);
    }
  }
  return contracts.flatMap((contract) => {
    const wanted = methodSet(search, contract);
    // Only types with the rarest of the interface's methods are compared.
    let candidates: readonly { type: Target; has: MethodSet }[] | null = null;
    for (const name of wanted.keys()) {
      const found = typesByMethod.get(name) ?? [];
      if (candidates === null || found.length < candidates.length) candidates = found;
    }
    return (candidates ?? []).flatMap(({ type, has }) => match(has, wanted, { type, contract }));
  });
}

/** The top-level declarations of the files: types that can have methods, interfaces, and names of aliases. */
function declarationsOf(files: readonly ProgramFile[]): [types: Target[], contracts: Target[], aliases: Set<string>] {
  const types: Target[] = [];
  const contracts: Target[] = [];
  const aliases = new Set<string>();
  for (const file of files)
    for (const declared of typesAtTop(file.summary)) addDeclaration(file, declared, { types, contracts, aliases });
  return [types, contracts, aliases];
}

function addDeclaration(
  file: ProgramFile,
  entity: number,
  { types, contracts, aliases }: { types: Target[]; contracts: Target[]; aliases: Set<string> },
): void {
  const kind = file.kind(entity);
  if (kind === entityKinds.class) types.push({ file, entity });
  else if (kind === entityKinds.interface) contracts.push({ file, entity });
  else if (kind === entityKinds.typeAlias) aliases.add(file.name(entity));
}

function match(
  has: MethodSet,
  wanted: MethodSet,
  { type, contract }: { type: Target; contract: Target },
): Implementation[] {
  const methods: Implied[] = [];
  for (const [name, declared] of wanted) {
    const implemented = has.get(name);
    if (implemented === undefined || !fits(declared, implemented)) return [];
    // Only types of the interface's package can implement its unexported methods.
    if (!declared.file.has(declared.entity, entityFlags.exported) && unitOf(declared) !== unitOf(implemented))
      return [];
    if (ownerKind(implemented) !== entityKinds.interface) {
      const [from, to] = [declared, implemented].map(({ file, entity }): Target => ({ file, entity }));
      methods.push({ declared: from!, implemented: to! });
    }
  }
  return [{ type, contract, methods }];
}

function unitOf({ file }: Target): string {
  return file.summary.unit;
}

function ownerKind({ file, entity }: Target): number {
  const owner = file.get(entity, entityFields.parent);
  return owner < 0 ? -1 : file.kind(owner);
}

function fits(a: Method, b: Method): boolean {
  return a.isRest === b.isRest && sameTypes(a.parameters, b.parameters) && sameTypes(a.results, b.results);
}

function sameTypes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((type, at) => type === b[at] || type === anything || b[at] === anything);
}

/** All methods of a type or interface by name. A method of the type hides those of embedded types, a nearer embedded type those of farther ones. */
function methodSet(search: SearchState, target: Target): MethodSet {
  const key = entityId(target);
  let set = search.sets.get(key);
  if (set === undefined) search.sets.set(key, (set = collectMethods(search, target)));
  return set;
}

function collectMethods(search: SearchState, target: Target): MethodSet {
  const { i } = search;
  const found = new Map<string, Method>();
  const visited = new Set<number>();
  const queue = [target];
  for (let type = queue.shift(); type !== undefined && visited.size < maxEmbedded; type = queue.shift()) {
    const key = entityId(type);
    if (visited.has(key)) continue;
    visited.add(key);
    for (const declaration of [type, ...extensionsOf(i, type)]) addMethods(search, declaration, found);
    queue.push(...embeddedIn(i, type));
  }
  return found;
}

/** The extensions of a top-level type in its package: they have the methods that are declared apart from the type. */
function extensionsOf({ program }: Inference, { file, entity }: Target): readonly Target[] {
  const isTop = file.get(entity, entityFields.scope) === 0 && file.kind(entity) === entityKinds.class;
  return isTop ? program.extensions(file, file.summary.unit, file.name(entity)) : [];
}

function addMethods(search: SearchState, { file, entity }: Target, found: Map<string, Method>): void {
  for (const members of file.memberTable(entity)?.values() ?? []) {
    for (const member of members) {
      const name = file.name(member);
      if (file.kind(member) !== entityKinds.method || name === '()' || found.has(name)) continue;
      found.set(name, methodOf(search, file, member));
    }
  }
}

function embeddedIn(i: Inference, { file, entity }: Target): Target[] {
  const pairs = file.list(file.get(entity, entityFields.listA));
  const relation = file.kind(entity) === entityKinds.interface ? heritage.extends : heritage.mixesIn;
  const found: Target[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    if (pairs[at] !== relation) continue;
    renew(i, file);
    for (const base of alternatives(typeValue(i, file, pairs[at + 1]!, null)))
      if (base.kind === 'instance') found.push({ file: base.file, entity: base.entity });
  }
  return found;
}

function methodOf(search: SearchState, file: ProgramFile, entity: number): Method {
  const parameters = file.list(file.get(entity, entityFields.listA));
  const last = parameters.at(-1);
  const result = file.get(entity, entityFields.type);
  const results = result === 0 ? [] : file.op(result) === ops.tuple ? file.list(file.operand(result, 0)) : [result];
  return {
    file,
    entity,
    parameters: parameters.map((parameter) => typeText(search, file, file.get(parameter, entityFields.type))),
    results: results.map((type) => typeText(search, file, type)),
    isRest: last !== undefined && file.has(last, entityFlags.rest),
  };
}

/** The text of a type without package names, which differ from file to file; `anything` for a type that cannot be compared. */
function typeText(search: SearchState, file: ProgramFile, type: number): string {
  switch (type === 0 ? ops.none : file.op(type)) {
    case ops.named: {
      const path = file.list(file.operand(type, 0));
      const name = path.at(-1);
      if (name === undefined || search.aliases.has(file.text(name))) return anything;
      const declared = path.length > 1 ? [] : file.lookUp(file.operand(type, 1), name, spaces.type, false);
      return declared.some((entity) => file.kind(entity) === entityKinds.typeParameter) ? anything : file.text(name);
    }
    case ops.arrayOf: {
      const element = typeText(search, file, file.operand(type, 0));
      return element === anything ? anything : `[]${element}`;
    }
    case ops.primitiveType:
      return `#${file.operand(type, 0)}`;
    default:
      return anything;
  }
}
