/**
 * Methods that traits of the project add to external types. They are targets of calls on external values, where a trait that the calling file sees
 * has a method of the name.
 */
import {
  entityKinds,
  exportForms,
  exportWidth,
  heritage,
  ops,
  entityFields,
  primitives,
} from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { ancestors } from '../../heritage/heritage.ts';
import { namedTarget } from '../../resolve/names.ts';
import { isExternalType } from '../../members/external-types.ts';
import type { Inference } from '../../questions/questions.ts';
import { isLibraryMethod, isNumberMethod } from './values.ts';
import { spaces } from '../../program/spaces.ts';
import type { Value } from '../../questions/values.ts';
import { includes, type Target } from '../../program/targets.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const strings = words('str String');
const numbers = words('i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char');
const lists = words('[] Vec VecDeque HashSet BTreeSet LinkedList BinaryHeap');
const optionTypes = words('Option Result');
const maps = words('HashMap BTreeMap IndexMap');

/** The types that an external value may have; null where it may have any. */
function typesOf(value: Value): ReadonlySet<string> | null {
  if (value.kind === 'list') return lists;
  if (value.kind === 'map') return maps;
  if (value.kind === 'promise') return optionTypes;
  if (value.kind !== 'primitive') return null;
  return value.code === primitives.string ? strings : numbers;
}

export function addedInRust(
  i: Inference,
  file: ProgramFile,
  parts: readonly Value[],
  name: string,
): readonly Target[] | 'external' | 'unknown' {
  const traits = visibleTraits(i, file).filter((one) => one.file.members(one.entity, name).length > 0);
  if (traits.length === 0) return 'external';
  const types = parts.map(typesOf);
  const isKnown = !types.includes(null);
  if (isLibraryMethod(name)) return isKnown ? 'external' : 'unknown';
  if (isNumberMethod(name) && types.every((names) => names === numbers)) return 'external';
  const impls = traits.flatMap((trait) => implsOf(i, file, trait));
  const fitting = isKnown
    ? impls.filter((one) => types.some((names) => names!.has(one.file.name(one.entity))) && isExternalType(i, one))
    : [];
  const added = fitting.flatMap((one) => membersOf(one, name));
  if (added.length === 1) return added;
  // Of several impls (of numbers of different sizes) any may be called. A type that implements the trait without the method has that of the trait.
  if (fitting.length > 0 && traits.length === 1) return membersOf(traits[0]!, name);
  if (added.length > 0) return 'unknown';
  const [blanket, ...others] = impls.filter((one) => isBlanket(i, one));
  if (blanket === undefined || others.length > 0 || traits.length > 1) return 'unknown';
  const inImpl = membersOf(blanket, name);
  return inImpl.length > 0 ? inImpl : membersOf(traits[0]!, name);
}

function membersOf({ file, entity }: Target, name: string): Target[] {
  return file.members(entity, name).map((member): Target => ({ file, entity: member }));
}

/** The impls of a trait in the trait's file and in `file`. */
function implsOf(i: Inference, file: ProgramFile, trait: Target): Target[] {
  const files = trait.file === file ? [file] : [trait.file, file];
  if (trait.file !== file) file.reads.add(trait.file.index);
  return files.flatMap((from) =>
    [...from.allExtensions.values()].flatMap((entities) =>
      entities
        .map((entity): Target => ({ file: from, entity }))
        .filter((impl) =>
          includes(ancestors(i, { kind: 'instance', ...impl, environment: null }, heritage.implements), trait),
        ),
    ),
  );
}

/** Whether an impl is for any type: `impl<T: Bound> Trait for T`. */
function isBlanket(i: Inference, { file, entity }: Target): boolean {
  const type = file.get(entity, entityFields.type);
  if (type === 0 || file.op(type) !== ops.named) return false;
  const found = namedTarget(i, file, { path: file.list(file.operand(type, 0)), scope: file.operand(type, 1) });
  if (found === null || found === 'external') return false;
  return found.entities.some((one) => found.file.kind(one) === entityKinds.typeParameter);
}

/** Memo of visible traits by file; valid as long as the inference. */
const traitsByFile = new WeakMap<Inference, Map<number, readonly Target[]>>();

/** The project's traits that a file declares or imports in any of its scopes. Rust allows calls of a trait's methods where the trait is visible. */
function visibleTraits(i: Inference, file: ProgramFile): readonly Target[] {
  let ofFiles = traitsByFile.get(i);
  if (ofFiles === undefined) traitsByFile.set(i, (ofFiles = new Map<number, readonly Target[]>()));
  let traits = ofFiles.get(file.index);
  if (traits === undefined) ofFiles.set(file.index, (traits = findTraits(i, file)));
  return traits;
}

function findTraits(i: Inference, file: ProgramFile): Target[] {
  const traits: Target[] = [];
  const add = (from: ProgramFile, entities: readonly number[]): void => {
    for (const entity of entities)
      if (from.kind(entity) === entityKinds.interface && !includes(traits, { file: from, entity }))
        traits.push({ file: from, entity });
  };
  for (let entity = 0; entity < file.entityCount; entity++) {
    if (file.kind(entity) === entityKinds.interface) add(file, [entity]);
    if (file.kind(entity) !== entityKinds.import) continue;
    const found = i.program.followEntities(file, [entity], spaces.type);
    if (found?.kind === 'entities') add(found.file, found.entities);
  }
  for (const { form, a } of file.exports('*')) {
    if (form === exportForms.opens) continue;
    const module = i.program.module(file, a);
    if (module !== null && module !== file) for (const { from, entities } of exportsOf(i, module)) add(from, entities);
  }
  return traits;
}

/** The entities that a star import of a module makes visible. */
function exportsOf(i: Inference, module: ProgramFile): { from: ProgramFile; entities: readonly number[] }[] {
  const { exports } = module.summary;
  const opened: { from: ProgramFile; entities: readonly number[] }[] = [];
  for (let at = 0; at < exports.length; at += exportWidth) {
    const name = module.text(exports[at]!);
    const found = name === '*' ? null : i.program.exported(module, name, spaces.type);
    if (found?.kind === 'entities') opened.push({ from: found.file, entities: found.entities });
  }
  return opened;
}
