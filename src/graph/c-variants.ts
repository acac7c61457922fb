/**
 * C, C++: what is declared once and defined in several files, of which a build takes one: for each platform, or in programs of their own.
 * Nobody can tell which of them a call means, so that it leads to the declaration; they stand in for that.
 * Invariant: a definition stands in for declarations only that its file sees.
 */
import { entityFields, entityFlags, entityKinds } from '../model/link-facts.ts';
import { definedElsewhere, entityPath, seenBy } from './c-names.ts';
import type { FileFacts } from './file-facts.ts';
import { globalsIn } from './file-tables.ts';
import { extended } from './outside-types.ts';
import type { Override } from './overrides.ts';
import type { Program } from './program.ts';
import type { Inference } from './questions.ts';
import { isC } from './shared-spaces.ts';
import type { Target } from './values.ts';

export function definedForDeclared(i: Inference, file: FileFacts): Override[] {
  return isC(file) ? [...functionsOf(i, file), ...methodsOf(i, file)] : [];
}

/** Where functions of one name are declared that several files define, one place a file, by their paths. */
type Declared = ReadonlyMap<string, readonly Target[]>;

/** By name, asked once: one like `TEST_F` is that of thousands. The same as long as the program. */
const known = new WeakMap<Program, Map<string, Declared>>();

function severalNamed({ program }: Inference, name: string): Declared {
  let byName = known.get(program);
  if (byName === undefined) known.set(program, (byName = new Map<string, Declared>()));
  let found = byName.get(name);
  if (found === undefined) byName.set(name, (found = findNamed(program.declarers(name).filter(isC), name)));
  return found;
}

function findNamed(files: readonly FileFacts[], name: string): Declared {
  const found = new Map<string, readonly Target[]>();
  // Two that define it, and what declares it.
  if (files.length < 3) return found;
  const all = files
    .flatMap((file) => file.globals(name).map((entity): Target => ({ file, entity })))
    .filter(isFunction);
  for (const [path, same] of Map.groupBy(all, ({ file, entity }) => entityPath(file, entity))) {
    const definers = new Set(same.filter(isDefined).map(({ file }) => file));
    const declared = oneOfEachFile(same.filter(({ file }) => !definers.has(file)));
    if (definers.size > 1 && declared.length > 0) found.set(path, declared);
  }
  return found;
}

function functionsOf(i: Inference, file: FileFacts): Override[] {
  const found: Override[] = [];
  for (const member of globalsIn(file.facts)) {
    if (!isFunction({ file, entity: member }) || !isDefined({ file, entity: member })) continue;
    const several = severalNamed(i, file.name(member));
    const declared = several.size === 0 ? undefined : several.get(entityPath(file, member));
    if (declared === undefined) continue;
    const seen = seenBy(i, file);
    for (const target of declared) {
      if (!seen.has(target.file)) continue;
      file.reads.add(target.file.index);
      found.push({ member, target });
    }
  }
  return found;
}

function methodsOf(i: Inference, file: FileFacts): Override[] {
  const found: Override[] = [];
  for (const type of file.types) {
    const members = file.has(type, entityFlags.extension) ? file.memberTable(type) : undefined;
    // Most classes have all of their methods in one file.
    if (members === undefined || i.program.extending(file, '', file.name(type)).length < 2) continue;
    const own = extended(i, { file, entity: type });
    if (own === null || own.file === file) continue;
    for (const member of [...members.values()].flat()) {
      if (!isDefined({ file, entity: member })) continue;
      const target = declarationOf(own, { file, entity: member });
      if (target === null) continue;
      const [only, ...others] = definedElsewhere(i, target);
      if (others.length === 0 && only!.file === target.file && only!.entity === target.entity)
        found.push({ member, target });
    }
  }
  return found;
}

/** What a class says of a method that is defined elsewhere. */
function declarationOf(type: Target, { file, entity }: Target): Target | null {
  const declared = type.file
    .members(type.entity, file.name(entity))
    .map((one): Target => ({ file: type.file, entity: one }))
    .filter((one) => one.file.kind(one.entity) === entityKinds.method && !isDefined(one));
  return declared.find((one) => countOf(one) === countOf({ file, entity })) ?? null;
}

function countOf({ file, entity }: Target): number {
  return file.list(file.get(entity, entityFields.listA)).length;
}

/** One that other files may mean. */
function isFunction({ file, entity }: Target): boolean {
  return file.kind(entity) === entityKinds.function && !file.has(entity, entityFlags.private);
}

function isDefined({ file, entity }: Target): boolean {
  return file.has(entity, entityFlags.implemented);
}

function oneOfEachFile(targets: readonly Target[]): Target[] {
  return [...new Map(targets.toReversed().map((one) => [one.file, one])).values()].toReversed();
}
