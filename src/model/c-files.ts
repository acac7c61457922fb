/** Which files of C and C++ are compiled by themselves, and which are only included. */

/** Whether a file is compiled by itself. What it defines is its own, unless it is declared elsewhere. */
export function isSourceOfC(path: string): boolean {
  return /\.(?:c|cc|cpp|cxx|c\+\+|cu|ino|m|mm)$/i.test(path);
}
