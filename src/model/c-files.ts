/** Distinguishes C and C++ files that are compiled by themselves from files that are only included. */

/** Whether a file is compiled by itself. Other files see none of its definitions, unless a header declares them. */
export function isSourceOfC(path: string): boolean {
  return /\.(?:c|cc|cpp|cxx|c\+\+|cu|ino|m|mm)$/i.test(path);
}
