/** For languages whose projects are built in parts (Gradle, Maven): of equally near declarations, those that other parts see. */
import type { Exported } from '../program/exported.ts';

export function nearestOfParts(near: readonly Exported[]): Exported[] {
  return shallowest(published(near));
}

/** Declarations that other parts of a project are built with, rather than those that a part has for its tests. */
function published(found: readonly Exported[]): readonly Exported[] {
  const main = found.filter((one) => one.kind !== 'external' && one.file.path.includes('/main/'));
  return main.length === 0 ? found : main;
}

/** A copy for another platform lies below a folder of its own (`android/guava` beside `guava`). */
function shallowest(found: readonly Exported[]): Exported[] {
  const depths = found.map((one) => (one.kind === 'external' ? Infinity : one.file.path.split('/').length));
  const least = Math.min(...depths);
  return found.filter((_, index) => depths[index] === least);
}
