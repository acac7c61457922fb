/**
 * Simulates an agent without an index: it searches all files for the words of the question and reads whole files, those
 * with most of the words first, until it has the right one.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { approximateTokens } from '../../src/tools/explore/tokens.ts';

export interface GrepAndRead {
  /** Tokens of the files that were read; the list of matches is separate. */
  tokens: number;
  isFound: boolean;
}

/** The limits of reading: files of an answer, and characters of a file. */
const maxFiles = 10;
const maxCharacters = 60_000;
/** Larger files are skipped (bytes). */
const largest = 1_000_000;

/** @param pack folder of the evaluation pack, whose baseline defines the words */
export async function grepAndRead(
  pack: string,
  { root, query, relevant }: { root: string; query: string; relevant: readonly string[] },
): Promise<GrepAndRead> {
  const lib = (await import(pathToFileURL(join(pack, 'tools', 'lib.mjs')).href)) as {
    terms: (query: string, most?: number) => Iterable<string>;
  };
  const words = [...lib.terms(query, 12)].map((word) => word.toLowerCase());
  const scored: { path: string; distinct: number; hits: number; text: string }[] = [];
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    // Files of git and of other tools' indexes are skipped.
    if (!entry.isFile() || /[\\/]\.(?:git|codegraph)(?:[\\/]|$)/.test(entry.parentPath)) continue;
    const place = join(entry.parentPath, entry.name);
    if (statSync(place).size > largest) continue;
    const text = readFileSync(place, 'utf8');
    if (text.slice(0, 4096).includes('\0')) continue;
    const lower = text.toLowerCase();
    const counts = words.map((word) => lower.split(word).length - 1);
    const distinct = counts.filter((count) => count > 0).length;
    if (distinct === 0) continue;
    scored.push({ path: place.slice(root.length + 1), distinct, hits: counts.reduce((a, b) => a + b, 0), text });
  }
  scored.sort((a, b) => b.distinct - a.distinct || b.hits - a.hits || (a.path < b.path ? -1 : 1));
  let tokens = 0;
  for (const { path, text } of scored.slice(0, maxFiles)) {
    tokens += approximateTokens(text.slice(0, maxCharacters));
    if (relevant.includes(path)) return { tokens, isFound: true };
  }
  return { tokens, isFound: false };
}
