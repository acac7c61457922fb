/** The state of the walk that collects a file summary from an ESTree program. */
import { Ints } from '../ints';

/** The innermost class entity, which owns the fields and methods that the walk finds; -1 outside classes. */
export let classEntity: i32 = -1;
/** Values that the current function has returned so far; null outside functions. */
export let returns: Ints | null = null;
/** Values that the current generator has yielded so far; null outside generators. */
export let yields: Ints | null = null;

export function startState(): void {
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
