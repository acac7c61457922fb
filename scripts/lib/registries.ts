/** Writes the registries of languages and tools from their folders. */
import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Language } from '../../src/languages/language.ts';
import { tableLine } from '../../src/languages/table.ts';
import { at } from './repository.ts';
import { camelCase } from './scaffold.ts';

const header = (folder: string): string =>
  `/** Written by \`npm run gen\` from the folders of ${folder}; do not edit. */\n`;

function foldersWith(parent: string, entry: (folder: string) => string): string[] {
  return readdirSync(at(parent), { withFileTypes: true })
    .filter((item) => item.isDirectory() && existsSync(at(parent, item.name, entry(item.name))))
    .map((item) => item.name)
    .toSorted();
}

interface LanguageFolder {
  folder: string;
  name: string;
  languages: readonly Language[];
  /** Whether the module exports a list of languages, even if it has only one. */
  isList: boolean;
}

async function readLanguageFolder(folder: string): Promise<LanguageFolder> {
  const file = `src/languages/${folder}/${folder}.ts`;
  const name = camelCase(folder);
  const module = (await import(pathToFileURL(at(file)).href)) as Record<
    string,
    Language | readonly Language[] | undefined
  >;
  const exported = module[name];
  if (exported === undefined) throw new Error(`${file} must export \`${name}\`, a Language or a list of them`);
  return { folder, name, languages: [exported].flat(), isList: Array.isArray(exported) };
}

export async function readLanguages(): Promise<LanguageFolder[]> {
  const folders = foldersWith('src/languages', (folder) => `${folder}.ts`);
  const read = await Promise.all(folders.map(readLanguageFolder));
  const owners = new Map<string, string>();
  for (const { folder, languages } of read) {
    for (const { id } of languages) {
      if (owners.has(id)) throw new Error(`the language ${id} is in ${owners.get(id)} and in ${folder}`);
      owners.set(id, folder);
    }
  }
  return read;
}

export function languageRegistry(folders: readonly LanguageFolder[]): string {
  const lines = folders.flatMap(({ folder, languages }) => languages.map((language) => tableLine(folder, language)));
  const loaders = folders.map(({ folder, name, isList }) => {
    const module = `(await import('./${folder}/${folder}.ts')).${name}`;
    return `  '${folder}': async () => ${isList ? module : `[${module}]`},\n`;
  });
  return [
    header('src/languages'),
    `import type { Language, LanguageEntry } from './language.ts';\n`,
    `import { readTable } from './table.ts';\n`,
    '\n/** One line for each language, as `tableLine` writes it. */\n',
    `const lines: readonly string[] = [\n${lines.map((line) => `  ${JSON.stringify(line)},\n`).join('')}];\n`,
    `\nconst folders: Record<string, () => Promise<readonly Language[]>> = {\n${loaders.join('')}};\n`,
    '\n/** Every language, by folder. */\n',
    `export const languages: readonly LanguageEntry[] = readTable(lines, folders);\n`,
  ].join('');
}

/** The ids alone, for the configuration, which may not import languages. */
export function languageIds(folders: readonly LanguageFolder[]): string {
  const ids = folders.flatMap(({ languages }) => languages.map(({ id }) => id)).toSorted();
  return `${header('src/languages')}export const languageIds = [${ids.map((id) => `'${id}'`).join(', ')}] as const;\n`;
}

export function toolRegistry(): string {
  const folders = foldersWith('src/tools', () => 'tool.ts');
  const imports = folders.map((folder) => `import { tool as ${camelCase(folder)} } from './${folder}/tool.ts';`);
  return [
    header('src/tools'),
    `${imports.join('\n')}\n`,
    `import type { Tool } from './tool.ts';\n`,
    '\n/** Every tool, by name. */\n',
    `export const tools: readonly Tool[] = [${folders.map(camelCase).join(', ')}];\n`,
  ].join('');
}
