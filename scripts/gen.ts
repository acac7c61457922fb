/** `npm run gen`: writes the registries, docs/reference, the list of dependencies, and the examples and the picture of README.md; `--check` only says what differs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProgram } from '../src/cli/program.ts';
import { exitCodeMeanings } from '../src/cli/exit-codes.ts';
import { processTerminal } from '../src/cli/terminal/terminal.ts';
import type { Tool } from '../src/tools/tool.ts';
import { readLock } from './lib/bill-of-materials.ts';
import { dependenciesPage } from './lib/dependencies.ts';
import { cliPage, configurationPage, languagesPage, roomsPage, toolsPage } from './lib/reference-docs.ts';
import { languageIds, languageRegistry, readLanguages, toolRegistry } from './lib/registries.ts';
import { readmeParts } from './lib/readme.ts';
import { at, start } from './lib/repository.ts';

async function format(path: string, content: string): Promise<string> {
  if (!path.endsWith('.ts')) return content;
  const { code, stdout, output } = await start('oxfmt', [`--stdin-filepath=${at(path)}`], { input: content });
  if (code !== 0) throw new Error(`${path}: ${output}`);
  return stdout;
}

/** Writes the file, or reports that it would change. */
async function update(path: string, content: string, checkOnly: boolean): Promise<boolean> {
  const newContent = await format(path, content);
  const file = at(path);
  if (existsSync(file) && readFileSync(file, 'utf8') === newContent) return false;
  if (!checkOnly) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, newContent);
  }
  console.log(`${checkOnly ? 'out of date' : 'written'}: ${path}`);
  return true;
}

async function toolsPageFromRegistry(): Promise<string> {
  // Imported lazily, because the registry may just have been written.
  const { tools } = (await import(pathToFileURL(at('src/tools/registry.ts')).href)) as { tools: readonly Tool[] };
  const { schemasOf } = await import('../src/tools/json-schema.ts');
  return toolsPage(tools, (tool) => schemasOf(tool).input);
}

async function generate(checkOnly: boolean): Promise<number> {
  const languages = await readLanguages();
  let changed = 0;
  const updateAll = async (files: Record<string, string>): Promise<void> => {
    for (const [path, content] of Object.entries(files)) if (await update(path, content, checkOnly)) changed++;
  };
  await updateAll({
    'src/languages/registry.ts': languageRegistry(languages),
    'src/config/language-ids.ts': languageIds(languages),
    'src/tools/registry.ts': toolRegistry(),
  });
  const program = createProgram({ terminal: processTerminal(), exit: () => {} });
  await updateAll({
    'docs/reference/configuration.md': configurationPage(),
    'docs/reference/cli.md': cliPage(program, exitCodeMeanings),
    'docs/reference/languages.md': languagesPage(languages.flatMap((folder) => folder.languages)),
    'docs/reference/tools.md': await toolsPageFromRegistry(),
    'docs/reference/rooms.md': roomsPage(),
    'docs/contributing/dependencies.md': dependenciesPage(readLock()),
  });
  const { readme, picture } = await readmeParts(readFileSync(at('README.md'), 'utf8'));
  await updateAll({ 'README.md': readme, 'docs/impact.svg': picture });
  return changed;
}

const checkOnly = process.argv.includes('--check');
const changed = await generate(checkOnly);
if (checkOnly && changed > 0) {
  console.log('Run `npm run gen` and commit what it writes.');
  process.exitCode = 1;
}
