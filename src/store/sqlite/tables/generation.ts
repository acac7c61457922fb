/**
 * The generation: a number that changes when files, links, vectors or the list of skipped files change. Readers compare it to see whether their data
 * in memory is outdated. Writes of trigrams, interfaces and other values in `meta` leave it unchanged.
 */
import type { Database } from '../file/driver.ts';

export function readGeneration(database: Database): number {
  return Number(database.get("SELECT value FROM meta WHERE key = 'generation'")?.[0] ?? 0);
}

export function nextGeneration(database: Database): void {
  database.run("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
}
