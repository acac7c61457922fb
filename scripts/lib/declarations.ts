/**
 * `dist/index.d.ts`: the declarations of the library interface, as one file.
 * Invariant: it refers to no other file, so that no internals are reachable through it or can break it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, start } from './repository.ts';

/** Files of src, as tsconfig.api.json lists them. */
const files = ['plugins/contract', 'api/contract', 'api/index'];

/** An import or re-export between these files; the compiler writes each on a line. */
const link = /^(?:import|export) .*from '\.[^']*';\n/gm;

/** Removes imports and re-exports between the files, and the comment at the beginning of the file. */
function withoutLinks(text: string): string {
  return text.replace(/^\/\*\*[^]*?\*\/\n/, '').replaceAll(link, '');
}

export async function writeDeclarations(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const { code, output } = await start('tsc', ['-p', at('tsconfig.api.json'), '--outDir', folder]);
    if (code !== 0) throw new Error(`the declarations could not be made: ${output}`);
    const text = files.map((file) => withoutLinks(readFileSync(join(folder, `${file}.d.ts`), 'utf8'))).join('');
    const remainingLink = /^.*(?:from |import\()['"]\..*$/m.exec(text);
    if (remainingLink !== null) throw new Error(`dist/index.d.ts would refer to another file: ${remainingLink[0]}`);
    writeFileSync(at('dist', 'index.d.ts'), text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
