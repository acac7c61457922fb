/**
 * Checks src/graph against scripts/lib/boundaries.ts: which room imports which, and that the core knows no language.
 */
import { dialects } from '../../src/graph/languages/registry.ts';
import { plainRules, type LanguageRules } from '../../src/graph/program/language-rules.ts';
import * as rules from './boundaries.ts';

/** The room of a file in src/graph, or the file itself where it has its own rule; null for other files. */
function roomOf(file: string): string | null {
  if (!file.startsWith('graph/')) return null;
  const path = file.slice('graph/'.length);
  return path in rules.linkerRooms ? path : path.split('/')[0]!;
}

/** Why a file may not import another; null if it may. Both are paths in src. */
export function roomProblem(importer: string, imported: string): string | null {
  const [from, to] = [roomOf(importer), roomOf(imported)];
  if (from === null || to === null || from === to) return null;
  const allowed = rules.linkerRooms[from];
  if (allowed === undefined)
    return `src/graph/${from} is in no rule; add it to linkerRooms in scripts/lib/boundaries.ts`;
  return allowed.includes(to) ? null : `src/graph/${from} may not import src/graph/${imported.slice('graph/'.length)}`;
}

const languageIds: ReadonlySet<string> = new Set(dialects.flatMap(({ linkedAs, family }) => [linkedAs, family]));
const languageFields: ReadonlySet<string> = new Set(['language', 'family', 'platform', 'linkedAs']);

export function isInCore(file: string): boolean {
  const room = roomOf(file);
  return room !== null && rules.linkerCore.includes(room);
}

/**
 * What is wrong with a string in the core's code.
 * @param compared the name of the value that it is compared with, or null
 */
export function languageProblem(text: string, compared: string | null): string | null {
  const isNamed = languageIds.has(text) || (compared !== null && languageFields.has(compared));
  return isNamed ? `'${text}' names a language: the linker's core asks a file's dialect` : null;
}

/** Rules that only one language sets, which therefore only identify that language. */
export function loneRules(all: readonly LanguageRules[]): string[] {
  const names = Object.keys(plainRules('')) as (keyof LanguageRules)[];
  return names.filter((name) => {
    const setting = all.filter((one) => one[name] !== plainRules(one.linkedAs)[name]);
    return setting.length === 1;
  });
}

export function loneRuleProblems(all: readonly LanguageRules[] = dialects): string[] {
  const lone = loneRules(all);
  const listed = Object.keys(rules.rulesOfOneLanguage);
  const max = rules.maxRulesOfOneLanguage;
  return [
    ...lone.filter((name) => !listed.includes(name)).map((name) => `${name} is set by one language alone`),
    ...listed.filter((name) => !lone.includes(name)).map((name) => `${name} is not set by one language alone`),
    ...(lone.length > max ? [`${lone.length} rules are set by one language alone (at most ${max})`] : []),
  ].map(
    (problem) =>
      `src/graph/program/language-rules.ts:1: ${problem}; see rulesOfOneLanguage in scripts/lib/boundaries.ts`,
  );
}
