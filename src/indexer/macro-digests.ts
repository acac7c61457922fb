/** Digests of macros. They say whether a file was read with the macros that it calls now. */
import type { FileMacros, IndexedMacros, OutsideMacros } from '../model/macros.ts';
import { Digest } from '../util/bytes/running-digest.ts';

/** @param outside the macros of other files with which the file was read */
export function indexedMacros(macros: FileMacros, outside: readonly OutsideMacros[]): IndexedMacros {
  const given = outside.map(({ path, text }) => ({ path, digest: textDigest(text) }));
  return { ...macros, digest: textDigest(macros.text), given: outsideDigest(given) };
}

function textDigest(text: string): string {
  const digest = new Digest();
  digest.text(text);
  return digest.toString();
}

/** Identifies the macros of other files, in the order of their paths; '' for none. */
export function outsideDigest(outside: readonly { path: string; digest: string }[]): string {
  if (outside.length === 0) return '';
  const all = new Digest();
  for (const { path, digest } of outside) {
    all.text(path);
    all.text(digest);
  }
  return all.toString();
}
