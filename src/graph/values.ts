/** What an expression can be, as far as linking needs to know: enough to find its members, call it, or go through it. */
import type { FileFacts } from './file-facts.ts';

/** An entity with its file. */
export interface Target {
  file: FileFacts;
  entity: number;
}

/** What type parameters stand for, by entity of one file; the outer ones behind it. */
export interface Environment {
  file: FileFacts;
  bound: Map<number, Value>;
  outer: Environment | null;
}

export type Value =
  /** An instance of a class, an interface, a type in braces, an object literal, or of a function called with `new`. */
  | { kind: 'instance'; file: FileFacts; entity: number; environment: Environment | null }
  /** A class, enum or namespace itself. */
  | { kind: 'static'; file: FileFacts; entity: number; environment: Environment | null }
  | { kind: 'function'; file: FileFacts; entity: number; environment: Environment | null; self: Value | null }
  | { kind: 'module'; file: FileFacts }
  /** From outside the project, or built in: its members are not ours. */
  | { kind: 'external' }
  /** Anything that is gone through: array, set, iterator. `items`: of a tuple. */
  | { kind: 'list'; of: Value | null; items?: (Value | null)[] }
  | { kind: 'map'; key: Value | null; of: Value | null }
  | { kind: 'promise'; of: Value | null }
  | { kind: 'primitive'; code: number }
  /** A function that is known by its parameters alone: what a container's method calls. */
  | { kind: 'callback'; parameters: (Value | null)[] }
  | { kind: 'union'; of: Value[] };

/** Alternatives that are followed: more mean nothing in particular. */
const maxAlternatives = 12;

export function union(values: readonly (Value | null)[]): Value | null {
  const flat: Value[] = [];
  for (const value of values) {
    if (value === null) continue;
    const parts = value.kind === 'union' ? value.of : [value];
    for (const part of parts) if (!flat.some((known) => same(known, part))) flat.push(part);
  }
  if (flat.length > 1) {
    // `T | undefined` is T to whoever asks for members.
    const useful = flat.filter((value) => value.kind !== 'primitive');
    if (useful.length === 1) return useful[0]!;
  }
  if (flat.length === 0) return null;
  return flat.length === 1 ? flat[0]! : { kind: 'union', of: flat.slice(0, maxAlternatives) };
}

function same(a: Value, b: Value): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'external') return true;
  if (a.kind === 'primitive') return a.code === (b as { code: number }).code;
  if ('entity' in a && 'entity' in b) return a.file === b.file && a.entity === b.entity;
  return a.kind === 'module' && b.kind === 'module' && a.file === b.file;
}

/** The alternatives of a value; none for null. */
export function alternatives(value: Value | null): readonly Value[] {
  if (value === null) return [];
  return value.kind === 'union' ? value.of : [value];
}
