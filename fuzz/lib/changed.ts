/** Which targets may behave otherwise than at an earlier commit. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Whatever else they say, these decide which parsers run, and how. */
const everywhere = ['package.json', 'package-lock.json', 'fuzz/lib/', 'scripts/build.ts', 'scripts/lib/grammars.ts'];

const known = new Map<string, Promise<Set<string>>>();

/** The folders of all files that a file imports, in one step or many. */
function foldersFor(entry: string): Promise<Set<string>> {
  const folders = known.get(entry) ?? importedFolders(entry);
  known.set(entry, folders);
  return folders;
}

async function importedFolders(entry: string): Promise<Set<string>> {
  const { metafile } = await build({
    ...{ entryPoints: [join(root, entry)], absWorkingDir: root, bundle: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'node', packages: 'external', splitting: true, outdir: 'out', logLevel: 'silent' },
  });
  return new Set(Object.keys(metafile.inputs).map((path) => dirname(path)));
}

/** The file that a target is made of, and the folder of the language that it reads alone; null for all. */
function entryOf(target: string): { entry: string; language: string | null } {
  const own = `fuzz/targets/${target}.ts`;
  if (existsSync(join(root, own))) return { entry: own, language: null };
  const language = target.replace(/^extract-/, '');
  return {
    entry: 'fuzz/targets/extraction.ts',
    language: existsSync(join(root, `src/languages/${language}`)) ? language : null,
  };
}

const languages = 'src/languages/';

/** Whether a file may matter for a target that imports files of these folders: what is no TypeScript lies beside what reads it. */
function concerns(
  file: string,
  folders: ReadonlySet<string>,
  language: string | null,
  own: ReadonlySet<string>,
): boolean {
  if (everywhere.some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one))) return true;
  if (/\.test\.ts$|\/(?:golden|fixtures)\//.test(file)) return false;
  const folder = dirname(file);
  // The host of a module in AssemblyScript stands above the module's folder.
  if (file.startsWith('src/kernels/')) return folders.has('src/kernels');
  if (language === null || !file.startsWith(languages) || folder === 'src/languages') return folders.has(folder);
  return file.startsWith(`${languages}${language}/`) || own.has(folder);
}

/** @param files that have changed, relative to the repository's root, with slashes */
export async function hasChanged(target: string, files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return false;
  const { entry, language } = entryOf(target);
  const own = language === null ? new Set<string>() : await foldersFor(`${languages}${language}/${language}.ts`);
  const folders = await foldersFor(entry);
  return files.some((file) => concerns(file, folders, language, own));
}
