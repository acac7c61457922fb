/** The state of the walk that collects link facts from an ESTree program. */
import { Ints } from '../ints';

/** Innermost class entity: whose member a field or method is. */
export let classEntity: i32 = -1;
/** What the function that is walked returns so far; null outside functions. */
export let returns: Ints | null = null;
/** What the generator that is walked yields so far; null elsewhere. */
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
