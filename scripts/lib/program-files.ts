/**
 * The files of the built program: a script for each of the bundle's (script-files.ts), and the entries, which are ES modules and all that Node is
 * given the name of. Invariant: an entry does nothing but run its script, and `dist/bin.js` nothing before it knows Node's version.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { transformSync } from 'esbuild';
import { at } from './repository.ts';
import { scriptFile, type ScriptFile } from './script-files.ts';

export interface ProgramFile {
  name: string;
  text: string;
}

/** The one that programs of others import. */
const library = 'index';
/** The one that looks at Node's version. */
const program = 'bin';

/** Declarations of `scriptsBeside` and what it calls, which Node 12 understands. */
function loader(): string {
  const source = readFileSync(at('scripts', 'lib', 'script-loader.ts'), 'utf8');
  const options = { loader: 'ts', target: 'node12', minifySyntax: true, minifyWhitespace: true } as const;
  return transformSync(source, options)
    .code.replace(/\bexport (?=function)/, '')
    .trim();
}

const scripts = 'scriptsBeside(import.meta.url,name=>import(name))';

function entryText(name: string, { body, exports }: ScriptFile): string {
  if (name === program) return `#!/usr/bin/env node\n${loader()}\nconst load$=name=>${scripts}.load(name);\n${body}\n`;
  const own = JSON.stringify(name);
  if (name !== library) return `${loader()}\n${scripts}.load(${own});\n`;
  const named = exports.map((one) => `${one}=exports$.${one}`).join(',');
  return `${loader()}\nconst exports$=${scripts}.loadNow(${own});\nexport const ${named};\n`;
}

/** @param outputs of the bundler, entries and all that they may import */
export function programFiles(
  outputs: readonly { path: string; text: string }[],
  entries: readonly string[],
): ProgramFile[] {
  const files = new Map(
    outputs.map(({ path, text }) => [basename(path, '.js'), scriptFile(basename(path, '.js'), text)] as const),
  );
  expectOrder(files);
  return [...files].flatMap(([name, file]) => [
    ...(entries.includes(name) ? [{ name: `${name}.js`, text: entryText(name, file) }] : []),
    ...(name === program ? [] : [{ name: `${name}.cjs`, text: file.text }]),
  ]);
}

/** Scripts have run when their exports are asked for: none imports one that imports it. The library needs no package before its first call. */
function expectOrder(files: ReadonlyMap<string, ScriptFile>): void {
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw new Error(`files import each other: ${[...above, name].join(' -> ')}`);
    const file = files.get(name);
    if (file === undefined) throw new Error(`${above.at(-1)} imports ${name}, which is not there`);
    if (above[0] === library && file.packages.length > 0) throw new Error(`${name} imports ${file.packages.join()}`);
    if (above[0] !== library && done.has(name)) return;
    done.add(name);
    for (const one of file.scripts) visit(one, [...above, name]);
  };
  for (const name of files.keys()) visit(name, []);
}
