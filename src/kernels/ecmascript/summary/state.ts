/** The state of the walk that collects a file summary from an ESTree program. */
import { Ints } from '../ints';

/** The innermost class entity, which owns the fields and methods that the walk finds; -1 outside classes. */
export let classEntity: i32 = -1;
/** Values that the current function has returned so far; null outside functions. */
export let returns: Ints | null = null;
/** Values that the current generator has yielded so far; null outside generators. */
export let yields: Ints | null = null;

/** Members whose class a test determines, in triples: the scope in which it does, the address of the member's path as a text, the class as a value. */
export let narrowedMembers: Ints = Ints.of(0);

export function startState(): void {
  narrowedMembers = Ints.of(0);
  classEntity = -1;
  returns = null;
  yields = null;
}

export function setClassEntity(entity: i32): void {
  classEntity = entity;
}

export function setResults(returned: Ints | null, yielded: Ints | null): void {
  returns = returned;
  yields = yielded;
}
