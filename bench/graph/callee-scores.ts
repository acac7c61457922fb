/** Compares the methods that links name with those that a compiler chose. */
import { entityFields, entityKinds } from '../../src/model/file-summary.ts';
import type { Target } from '../../src/graph/program/targets.ts';

export interface Score {
  calls: number;
  found: number;
  wrong: number;
}

export const scoreColumns = 'calls of its own methods | found | wrong | precision | recall';

/** The columns of a table for a score, as `scoreColumns` names them. */
export function scoreRow({ calls, found, wrong }: Score): string {
  return [calls, found, wrong, (found / (found + wrong)).toFixed(4), (found / calls).toFixed(4)].join(' | ');
}

export function isMethod({ file, entity }: Target): boolean {
  const kind = file.kind(entity);
  return kind === entityKinds.method || kind === entityKinds.function;
}

/** Path, line and column of a declared name. */
export function placeOf({ file, entity }: Target): string {
  return `${file.path}:${file.get(entity, entityFields.line)}:${file.get(entity, entityFields.column)}`;
}

/** `count` of a list, evenly from its whole length. */
export function spread(list: readonly string[], count: number): string[] {
  const shown = Math.min(count, list.length);
  return Array.from({ length: shown }, (_, at) => list[Math.floor((at * list.length) / shown)]!);
}
