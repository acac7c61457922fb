/**
 * Go: what a package declares once for each platform, in files of which a build takes one. The others stand in for the one that most
 * builds take, as implementations do for an interface, so that each has the callers of all.
 * Which files a build takes is read from their names: the suffixes that Go knows, and what stands for the rest of them.
 */
import { entityFields, entityFlags, exportForms, exportWidth } from '../model/link-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { isGo } from './language-rules.ts';
import type { Override } from './overrides.ts';
import type { Exported } from './program.ts';
import type { Inference } from './questions.ts';
import type { Target } from './values.ts';

/** By part of a file's name: the fewer, the more builds take it. Files without any of these are 1. */
const ranks: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'linux unix posix inotify epoll amd64': 0,
    'darwin macos bsd kqueue arm64 64bit cgo': 2,
    'windows win iocp freebsd netbsd openbsd dragonfly 386 arm 32bit': 3,
    'aix fen android hurd illumos ios js nacl plan9 solaris wasip1 wasm zos': 4,
    'loong64 mips mipsle mips64 mips64le ppc64 ppc64le riscv64 s390x': 4,
    'other others generic noasm nocgo nolinux nonlinux nounix': 5,
    'no not non stub stubs noop fake dummy disabled unsupported unimplemented appengine tinygo purego': 6,
  }).flatMap(([parts, rank]) => parts.split(' ').map((part) => [part, rank] as const)),
);
const plain = 1;

/** The parts of a file's name behind its first. */
function suffixesOf(path: string): string[] {
  return path
    .slice(path.lastIndexOf('/') + 1, -'.go'.length)
    .split('_')
    .slice(1);
}

/** Of which a build is for one. */
const systems: ReadonlySet<string> = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos'.split(
    ' ',
  ),
);

/** Whether the names of two files say that no build takes both. */
export function areNeverTogether(one: string, other: string): boolean {
  const [own, others] = [one, other].map((path) => suffixesOf(path).filter((part) => systems.has(part)));
  return own!.length > 0 && others!.length > 0 && !own!.some((part) => others!.includes(part));
}

/** How few builds take a file, by its name. */
export function platformRank(path: string): number {
  const known = suffixesOf(path).flatMap((part) => ranks.get(part) ?? []);
  return known.length === 0 ? plain : Math.max(...known);
}

/** Files of a package or of a type, those that most builds take first, and else as they were. */
export function byPlatform<T>(files: readonly T[], pathOf: (file: T) => string): readonly T[] {
  if (files.length < 2) return files;
  const ranked = files.map((file) => ({ file, rank: platformRank(pathOf(file)) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
}

/** Of packages, by name, what several of their files declare, in the order of the package; the same as long as the program. */
const declaredTwice = new WeakMap<FileFacts, ReadonlyMap<string, readonly Target[]>>();

function severalIn(i: Inference, unit: FileFacts): ReadonlyMap<string, readonly Target[]> {
  let known = declaredTwice.get(unit);
  if (known === undefined) declaredTwice.set(unit, (known = findSeveral(i, unit)));
  return known;
}

/** Names that files of one package may share without more. */
const shared: ReadonlySet<string> = new Set(['init', '_']);

function findSeveral(i: Inference, unit: FileFacts): Map<string, Target[]> {
  const first = new Map<string, Target>();
  const several = new Map<string, Target[]>();
  for (const { a: module } of unit.exports('*')) {
    const file = i.program.module(unit, module);
    if (file === null) continue;
    const { exports, strings } = file.facts;
    for (let at = 0; at < exports.length; at += exportWidth) {
      const [name, entity] = [strings[exports[at]!]!, exports[at + 2]!];
      if (exports[at + 1] !== exportForms.own || entity === -1 || shared.has(name)) continue;
      const known = first.get(name);
      if (known === undefined) first.set(name, { file, entity });
      else if (known.file !== file) several.set(name, [...(several.get(name) ?? [known]), { file, entity }]);
    }
  }
  return several;
}

/** What a package declares under a name for the platform of `asking`; null where its name tells none, or the package has but one. */
export function ofSamePlatform(i: Inference, asking: FileFacts, unit: FileFacts, name: string): Exported | null {
  const platforms = suffixesOf(asking.path).filter((part) => ranks.has(part));
  if (platforms.length === 0) return null;
  const isSame = ({ file }: Target): boolean => suffixesOf(file.path).some((part) => platforms.includes(part));
  const same = severalIn(i, unit).get(name)?.find(isSame);
  return same === undefined ? null : { kind: 'entities', file: same.file, entities: [same.entity] };
}

/** What the declarations of a file stand in for: the first ones of their names in the package. */
export function platformVariants(i: Inference, file: FileFacts): Override[] {
  const unit = isGo(file) ? i.program.unit(file) : null;
  return unit === null ? [] : [...declaredAgain(i, file, unit), ...methodsAgain(i, file, unit)];
}

function declaredAgain(i: Inference, file: FileFacts, unit: FileFacts): Override[] {
  const found: Override[] = [];
  for (const [name, [target, ...others]] of severalIn(i, unit)) {
    if (file.exports(name).length === 0) continue;
    const own = others.find((other) => other.file === file);
    if (own === undefined) continue;
    file.reads.add(target!.file.index);
    found.push({ member: own.entity, target: target! });
  }
  return found;
}

function methodsAgain(i: Inference, file: FileFacts, unit: FileFacts): Override[] {
  const found: Override[] = [];
  for (const type of file.types) {
    const members = file.memberTable(type);
    // Types within functions are nobody else's.
    if (members === undefined || !(file.has(type, entityFlags.extension) || isAtTop(file, type))) continue;
    const name = file.name(type);
    const types = [...i.program.extensions(file, file.facts.unit, name), ...(severalIn(i, unit).get(name) ?? [])];
    const all = byPlatform(types, ({ file: { path } }) => path);
    if (all.every((one) => one.file === file)) continue;
    for (const [name, [member]] of members) {
      const first = firstWith(all, file.text(name));
      if (member !== undefined && first !== null && first.file !== file) found.push({ member, target: first });
    }
  }
  return found;
}

function isAtTop(file: FileFacts, type: number): boolean {
  return file.get(type, entityFields.scope) === 0 && file.get(type, entityFields.parent) === -1;
}

function firstWith(types: readonly Target[], name: string): Target | null {
  for (const { file, entity } of types) {
    const [member] = file.members(entity, name);
    if (member !== undefined) return { file, entity: member };
  }
  return null;
}
