/**
 * Go: declarations that a package has once for each platform, in files of which a build takes one. The declaration that most builds take is
 * overridden by the others, as an interface by its implementations, so that each declaration has the callers of all.
 * The platform of a file is taken from its name: from the suffixes that Go knows, and from those that projects use (`_other`, `_stub`).
 */
import { entityFields, entityFlags, exportForms, exportWidth } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { byPlatform, platformsOf, suffixesOf } from './platforms.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Override } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** Declarations that several files of a package repeat. */
interface Repeated {
  /** Their declarations by name, in the order of the package. */
  named: ReadonlyMap<string, readonly Target[]>;
  /** By file: the overrides of its declarations, each of the first declaration of the name. */
  overrides: ReadonlyMap<ProgramFile, readonly Override[]>;
}

/** Memo by package; valid as long as the program. */
const repeatedByUnit = new WeakMap<ProgramFile, Repeated>();

function repeatedIn(i: Inference, unit: ProgramFile): Repeated {
  let repeated = repeatedByUnit.get(unit);
  if (repeated === undefined) repeatedByUnit.set(unit, (repeated = findRepeated(i, unit)));
  return repeated;
}

/** Names that Go allows several times in one package. */
const repeatableNames: ReadonlySet<string> = new Set(['init', '_']);

function findRepeated(i: Inference, unit: ProgramFile): Repeated {
  const first = new Map<string, Target>();
  const named = new Map<string, Target[]>();
  const overrides = new Map<ProgramFile, Override[]>();
  for (const { a: module } of unit.exports('*')) {
    const file = i.program.module(unit, module);
    if (file === null) continue;
    const fileOverrides: Override[] = [];
    const { exports, strings } = file.summary;
    for (let at = 0; at < exports.length; at += exportWidth) {
      const [name, entity] = [strings[exports[at]!]!, exports[at + 2]!];
      if (exports[at + 1] !== exportForms.own || entity === -1 || repeatableNames.has(name)) continue;
      const target = first.get(name);
      if (target === undefined) first.set(name, { file, entity });
      else if (target.file !== file) {
        const others = named.get(name);
        if (others === undefined) named.set(name, [target, { file, entity }]);
        else others.push({ file, entity });
        fileOverrides.push({ member: entity, target });
      }
    }
    if (fileOverrides.length > 0) overrides.set(file, fileOverrides);
  }
  return { named, overrides };
}

/**
 * The declaration of a name in a package for the platform of `asking`. Null where the path of `asking` names no platform, where only one file declares
 * the name, or where no declaring file is for that platform.
 */
export function ofSamePlatform(i: Inference, asking: ProgramFile, unit: ProgramFile, name: string): Exported | null {
  const platforms = platformsOf(asking.path);
  if (platforms.length === 0) return null;
  const isSamePlatform = ({ file }: Target): boolean => suffixesOf(file.path).some((part) => platforms.includes(part));
  const found = repeatedIn(i, unit).named.get(name)?.find(isSamePlatform);
  return found === undefined ? null : { kind: 'entities', file: found.file, entities: [found.entity] };
}

/** The overrides of a file's declarations and methods. The target of each is the first declaration of its name in the package, or in its type. */
export function platformVariants(i: Inference, file: ProgramFile): Override[] {
  const unit = i.program.unit(file);
  if (unit === null) return [];
  const fileOverrides = repeatedIn(i, unit).overrides.get(file) ?? [];
  for (const { target } of fileOverrides) file.reads.add(target.file.index);
  return [...fileOverrides, ...repeatedMethods(i, file, unit)];
}

function repeatedMethods(i: Inference, file: ProgramFile, unit: ProgramFile): Override[] {
  const found: Override[] = [];
  for (const type of file.types) {
    const members = file.memberTable(type);
    // Other files cannot name types inside functions.
    if (members === undefined || !(file.has(type, entityFlags.extension) || isAtTop(file, type))) continue;
    const name = file.name(type);
    const types = [
      ...i.program.extensions(file, file.summary.unit, name),
      ...(repeatedIn(i, unit).named.get(name) ?? []),
    ];
    const all = byPlatform(types, ({ file: { path } }) => path);
    if (all.every((one) => one.file === file)) continue;
    for (const [text, [member]] of members) {
      const first = firstWith(all, file.text(text));
      if (member !== undefined && first !== null && first.file !== file) found.push({ member, target: first });
    }
  }
  return found;
}

function isAtTop(file: ProgramFile, type: number): boolean {
  return file.get(type, entityFields.scope) === 0 && file.get(type, entityFields.parent) === -1;
}

function firstWith(types: readonly Target[], name: string): Target | null {
  for (const { file, entity } of types) {
    const [member] = file.members(entity, name);
    if (member !== undefined) return { file, entity: member };
  }
  return null;
}
