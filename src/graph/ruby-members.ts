/**
 * Members of Ruby's classes and modules: all declarations of one path are one, in whichever files they stand.
 * Invariant: terminates on any heritage, since ancestors are counted.
 */
import { entityFields, entityFlags, entityKinds, heritage, scopeKinds } from '../model/link-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { type Typed, ancestors } from './heritage.ts';
import type { Member } from './nominal.ts';
import type { Inference } from './questions.ts';
import type { Target } from './values.ts';

const maxAncestors = 40;
/** Declarations of one path that are looked at. */
const maxDeclarations = 200;

export function isRuby({ language }: FileFacts): boolean {
  return language === 'ruby';
}

/** `A::B` of the classes and modules around a scope; '' at the top. */
export function rubyScopePath(file: FileFacts, from: number): string {
  const names: string[] = [];
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const kind = file.scopeKind(scope);
    const owner = file.scopeOwner(scope);
    if (owner !== -1 && (kind === scopeKinds.class || kind === scopeKinds.namespace)) names.unshift(file.name(owner));
  }
  return names.join('::');
}

export function rubyPath(file: FileFacts, entity: number): string {
  const around = rubyScopePath(file, file.get(entity, entityFields.scope));
  return around === '' ? file.name(entity) : `${around}::${file.name(entity)}`;
}

/** All that is declared under a path. */
export function rubyDeclarations(i: Inference, asking: FileFacts, path: string): Target[] {
  const last = path.slice(path.lastIndexOf(':') + 1);
  if (i.program.declarers(last).length === 0) return [];
  return i.program
    .globals(asking, last)
    .filter(({ file, entity }) => isRuby(file) && rubyPath(file, entity) === path)
    .slice(0, maxDeclarations);
}

function declarationsOf(i: Inference, value: Typed): Typed[] {
  const { file, entity } = value;
  const others = rubyDeclarations(i, file, rubyPath(file, entity)).filter(
    (one) => one.file.kind(one.entity) === entityKinds.class,
  );
  return others.length === 0 ? [value] : others.map((one) => ({ ...value, ...one }));
}

/** Members of an instance, or of the class itself: its own, what is mixed in, what is inherited. */
export function rubyMembers(i: Inference, value: Typed, name: string): Member[] {
  const seen = new Set<string>();
  return value.kind === 'static' ? ofClass(i, value, { name, seen }) : ofInstance(i, value, { name, seen });
}

interface Wanted {
  name: string;
  seen: Set<string>;
}

function isSeen({ file, entity, kind }: Typed, seen: Set<string>): boolean {
  const key = `${kind} ${rubyPath(file, entity)} ${file.get(entity, entityFields.parent) === -2 ? entity : ''}`;
  if (seen.has(key) || seen.size > maxAncestors) return true;
  seen.add(key);
  return false;
}

function own(declarations: readonly Typed[], name: string, isStatic: boolean): Member[] {
  for (const { file, entity, kind } of declarations) {
    const found = file.members(entity, name).filter((one) => file.has(one, entityFlags.static) === isStatic);
    const meant = found.find((one) => file.has(one, entityFlags.implemented)) ?? found[0];
    const self = { kind, file, entity, environment: null } as const;
    if (meant !== undefined) return [{ file, entity: meant, environment: null, self }];
  }
  return [];
}

function ofInstance(i: Inference, value: Typed, wanted: Wanted): Member[] {
  if (isSeen(value, wanted.seen)) return [];
  const declarations = declarationsOf(i, value);
  const found = own(declarations, wanted.name, false);
  if (found.length > 0) return found.map((member) => ({ ...member, self: value }));
  for (const relation of [heritage.mixesIn, heritage.extends]) {
    for (const declaration of declarations) {
      for (const base of ancestors(i, declaration, relation).toReversed()) {
        const inherited = ofInstance(i, base, wanted);
        if (inherited.length > 0) return inherited.map((member) => ({ ...member, self: value }));
      }
    }
  }
  return [];
}

function ofClass(i: Inference, value: Typed, wanted: Wanted): Member[] {
  if (isSeen(value, wanted.seen)) return [];
  const declarations = declarationsOf(i, value);
  const found = own(declarations, wanted.name, true);
  if (found.length > 0) return found.map((member) => ({ ...member, self: value }));
  for (const declaration of declarations) {
    for (const base of ancestors(i, declaration, heritage.implements).toReversed()) {
      const extended = ofInstance(i, base, wanted);
      if (extended.length > 0) return extended.map((member) => ({ ...member, self: value }));
    }
  }
  for (const declaration of declarations) {
    for (const base of ancestors(i, declaration, heritage.extends)) {
      const inherited = ofClass(i, { ...base, kind: 'static' }, wanted);
      if (inherited.length > 0) return inherited.map((member) => ({ ...member, self: value }));
    }
  }
  return [];
}
