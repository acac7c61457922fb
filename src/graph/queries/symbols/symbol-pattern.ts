/** What a pattern of a name means, by itself. */

/** A name that may have wildcards, and the file that a symbol has to be in; null for any. */
export interface WrittenPattern {
  name: string;
  file: string | null;
}

export function isGlob(name: string): boolean {
  return /[*?{}[\]!()|+@]/.test(name);
}

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether it is `Class.*`: all names match the last part, so the search begins with the type. */
export function meansAllMembers(name: string): boolean {
  return name.lastIndexOf('.') > 0 && !hasLetters(lastPart(name));
}

/** The pattern with which names of definitions are compared: that of the type for `Class.*`. */
export function nameToMatch(name: string): string {
  return lastPart(meansAllMembers(name) ? name.slice(0, name.lastIndexOf('.')) : name);
}

/** The name to which names may be near; null for a pattern that has nothing in common with names. */
export function nameToCompare(name: string): string | null {
  const word = hasLetters(lastPart(name)) ? lastPart(name) : name.split('.').findLast(hasLetters);
  return word === undefined ? null : word.replaceAll(/[*?]/g, '');
}

export function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
