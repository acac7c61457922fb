/** Files of C and C++ that others include, and those that are compiled by themselves. */

/** Whether a file is compiled by itself: what it defines it has for itself, unless that is declared elsewhere. */
export function isSourceOfC(path: string): boolean {
  return /\.(?:c|cc|cpp|cxx|c\+\+|cu|ino|m|mm)$/i.test(path);
}
