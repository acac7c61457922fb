/**
 * Which packages are in a bundle, and the notices that their licences ask for.
 * Invariant: whatever is copied into what we publish has its licence's text beside it.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { at } from './repository.ts';

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** Packages that another one has in its published file, where the bundler's list does not show them. */
const insideOthers: Readonly<Record<string, readonly string[]>> = {
  'node_modules/@dagrejs/dagre': ['node_modules/@dagrejs/graphlib'],
};

const betweenNotices = `\n${'-'.repeat(72)}\n\n`;

/** The folder of the package that contains a bundled file, as package-lock.json names it; null for our own files. */
function packageFolder(file: string): string | null {
  const marker = 'node_modules/';
  const from = file.lastIndexOf(marker);
  if (from === -1) return null;
  const parts = file.slice(from + marker.length).split('/');
  const name = parts[0]?.startsWith('@') === true ? parts.slice(0, 2) : parts.slice(0, 1);
  // From the first: where node_modules is a link, the bundler names the place that it leads to.
  return file.slice(file.indexOf(marker), from + marker.length) + name.join('/');
}

/** The folders of the packages that bundles contain, relative to the repository, in alphabetical order. */
export function bundledFolders(metafiles: readonly Metafile[]): string[] {
  const files = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const found = files.flatMap((file) => packageFolder(file) ?? []);
  return [...new Set(found.flatMap((folder) => [folder, ...(insideOthers[folder] ?? [])]))].toSorted();
}

/** The text of the licence in a package's folder; null where it ships none. */
function licenceText(folder: string): string | null {
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:$|[.-])/i.test(one));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
}

function licenceNotice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const text = licenceText(folder) ?? '(the package names its licence and ships no text)';
  return `${name} ${version} (${license ?? 'no licence named'})\n\n${text}\n`;
}

/**
 * The notices of packages as one text.
 * @param folders relative to the repository
 * @param others notices of what is in no package of ours
 */
export function thirdPartyNotices(head: string, folders: readonly string[], others: readonly string[] = []): string {
  return [head, ...folders.map((folder) => licenceNotice(at(folder))), ...others].join(betweenNotices);
}
