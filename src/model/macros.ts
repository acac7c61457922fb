/**
 * Macros across files. A file is read by itself, so a macro that another file defines is given to the reading as a text. Which macros a file gets follows
 * from what all files define and call (`indexer/outside-macros.ts`).
 */

/** What a file says about macros that declare something where they are called: functions, variables, items. */
export interface FileMacros {
  /** Files with the same one can call each other's macros: C and C++ share theirs. */
  family: string;
  /** The names of the macros that the file offers to others. */
  names: readonly string[];
  /** Their definitions as written, one after the other. */
  text: string;
  /** Distinct names of the macros that are called beside declarations and not defined in the file, sorted. It depends on the file's text alone. */
  calls: readonly string[];
  /** The number of calls of macros beside declarations that are not expanded: what they may declare has no symbol. */
  unexpanded: number;
}

/** The same as the index has it. */
export interface IndexedMacros extends FileMacros {
  /** Identifies `text`. */
  digest: string;
  /** Identifies the macros of other files with which the file was read; '' for none. */
  given: string;
}

/** The macros that another file offers. */
export interface OutsideMacros {
  path: string;
  text: string;
}

/** Where a text with calls of macros is from, and the macros of other files that it may call. */
export interface MacroContext {
  /** Relative to the project's root. */
  path: string;
  /** In the order of their paths. */
  outside: readonly OutsideMacros[];
}

/** A file offers at most this much text (UTF-16 units); further macros are not offered. */
const maxOffered = 100_000;

/** The macros that fit into what a file may offer. @param definitions each with its text as written */
export function offered(definitions: readonly { name: string; text: string }[]): Pick<FileMacros, 'names' | 'text'> {
  const names: string[] = [];
  let all = '';
  for (const { name, text } of definitions) {
    if (all.length + text.length >= maxOffered) continue;
    names.push(name);
    all += `${text}\n`;
  }
  return { names, text: all };
}

/** The text of a file followed by the macros of other files: offsets behind the file's end are of other files. */
export function withOutside(text: string, outside: readonly OutsideMacros[]): string {
  return outside.length === 0 ? text : [text, ...outside.map((one) => one.text)].join('\n');
}
