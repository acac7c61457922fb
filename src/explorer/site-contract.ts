/**
 * The part of the explorer's contract about static sites: answers to questions that were asked beforehand, in files that the page loads from disk.
 * Browsers read no file from disk but scripts, so that each file of answers is a script that hands a table of answers to `siteHandover`.
 */
import type { SymbolRef } from './list-contract.ts';

/** What a site says about itself. It is handed over by `answers/site.js`. */
export interface SiteInfo {
  project: string;
  /** The commit that the working tree was based on; null without git. */
  commit: { id: string; subject: string } | null;
  /** The range whose impact is in the site; null for none. */
  range: string | null;
  symbols: { total: number; inSite: number };
  files: { total: number; inSite: number };
  /** Number of the files of answers: `answers/0.js` and so on. */
  buckets: number;
}

/** `names`: what the palette of a site finds. The site's own question: a server is asked letter by letter. */
export interface SiteNames {
  symbols: SymbolRef[];
  files: string[];
}

/** The global functions that the scripts of a site call. */
export const siteHandover = { site: 'codeScoutSite', answers: 'codeScoutAnswers' } as const;

/** Lines of a file stand in a site in blocks of so many. A block is a list of answers, of which each has the next lines. */
export const siteBlockLines = 400;

/** The first line of the block that a line is in. */
export function blockStart(line: number): number {
  return line - ((line - 1) % siteBlockLines);
}

/** Parameters with a value that means the same as none. */
const usual: Readonly<Record<string, string>> = { known: 'name', tests: '', exported: 'no', least: '1', at: '0' };
const usualTests: Readonly<Record<string, string>> = { symbol: 'all', map: 'without', mapEdge: 'without' };

/** The name of an answer in a site. Two ways to ask for the same have one name. */
export function answerKey(question: string, parameters: object): string {
  const query = new URLSearchParams();
  const given = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, value] of given as [string, string | number | undefined][]) {
    const isUsual = String(value) === (name === 'tests' ? usualTests[question] : usual[name]);
    if (value !== undefined && value !== '' && !isUsual) query.set(name, String(value));
  }
  return `${question}?${query.toString()}`;
}

/** The file of answers that an answer is in (FNV-1a). */
export function answerFileOf(key: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0;
  return hash % buckets;
}
