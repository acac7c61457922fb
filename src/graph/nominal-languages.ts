/** Languages in which a class's body sees its members by their names alone, and overloads are told apart by what they take. */
const nominal: ReadonlySet<string> = new Set(['java', 'csharp', 'kotlin', 'scala']);

export function isNominalLanguage(language: string): boolean {
  return nominal.has(language);
}

/** Where a type can be called to construct it, and a variable that holds a function can be called by its name. */
export function callsByName(language: string): boolean {
  return language !== 'java' && nominal.has(language);
}

/** Where calling a type constructs it. */
export function callsTypes(language: string): boolean {
  return language === 'kotlin' || language === 'scala';
}
