/** Projects that are built in parts (Gradle, Maven): chooses, of equally near declarations, those that other parts can see. */
import type { Exported } from '../program/exported.ts';

export function nearestOfParts(near: readonly Exported[]): Exported[] {
  return shallowest(published(near));
}

/** The declarations in a part's main sources, which other parts see; all where none is in main sources. */
function published(found: readonly Exported[]): readonly Exported[] {
  const main = found.filter((one) => one.kind !== 'external' && one.file.path.includes('/main/'));
  return main.length === 0 ? found : main;
}

/** The declarations with the fewest folders: a copy for another platform lies below an additional folder (`android/guava` beside `guava`). */
function shallowest(found: readonly Exported[]): Exported[] {
  const depths = found.map((one) => (one.kind === 'external' ? Infinity : one.file.path.split('/').length));
  const least = Math.min(...depths);
  return found.filter((_, index) => depths[index] === least);
}
