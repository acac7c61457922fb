/** Which files of C and C++ are compiled by themselves, and which are only included. */

/** Whether a file is compiled by itself. Other files see none of its definitions, unless a header declares them. */
export function isSourceOfC(path: string): boolean {
  return /\.(?:c|cc|cpp|cxx|c\+\+|cu|ino|m|mm)$/i.test(path);
}
