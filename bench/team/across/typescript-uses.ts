/** What the called names of TypeScript and JavaScript files mean by the compiler. */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findCompiler, TypescriptCompiler } from '../../../src/graph/compiler/typescript-compiler.ts';

/** A name before an opening parenthesis, perhaps with type arguments between them. What is in a comment or a text means nothing to the compiler. */
const called = /[A-Za-z_$][\w$]*(?=\s*(?:<[^<>()]{0,200}>)?\s*(?:\?\.)?\()/g;

const limits = { memoryBytes: 6e9, timeMs: 1_200_000 };

/**
 * Rows of path, line and column (from 1), name, and path and line of a declaration; the last two are empty where the name is declared outside of both
 * trees, and there is no row for a name without a known meaning, or of a variable or parameter of its own file.
 * @param files paths below `folder`
 * @param modules by specifier: the library's file, below `folder`
 */
export async function compilerRows(
  folder: string,
  files: readonly string[],
  modules: Readonly<Record<string, string>>,
): Promise<string[][]> {
  const root = realpathSync(folder);
  const paths = Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, [`./${path}`]]));
  const compilerOptions = {
    ...{ allowJs: true, jsx: 'preserve', module: 'esnext', moduleResolution: 'bundler', noEmit: true, paths },
    ...{ skipLibCheck: true, strict: true, target: 'esnext', types: [] },
  };
  const config = join(root, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const compiler = await TypescriptCompiler.start(findCompiler()!, root, limits);
  try {
    if ((await compiler.open(config)) === null) throw new Error('the compiler makes no program');
    const rows: string[][] = [];
    const lines = new Map<string, string>();
    for (const path of files) {
      const text = readFileSync(join(root, path), 'utf8');
      const names = [...text.matchAll(called)];
      const meanings = await compiler.meanings(
        join(root, path),
        names.map(({ index }) => index),
        (file) => isInside(root, file),
      );
      for (const [at, { 0: name, index }] of names.entries()) {
        for (const { file, name: declared } of meanings[at] ?? []) {
          const isHere = isInside(root, file);
          if (isHere && !lines.has(file)) lines.set(file, readFileSync(file, 'utf8'));
          // For a call of a variable or parameter, the compiler names that, and not the function that it holds.
          if (file === join(root, path) && !isFunction(text, declared, name)) continue;
          const to = isHere ? [relative(root, file), String(lineAt(lines.get(file)!, declared))] : ['', '0'];
          const column = index - text.lastIndexOf('\n', index - 1);
          rows.push([path, String(lineAt(text, index)), String(column), name, ...to]);
        }
      }
    }
    return rows;
  } finally {
    await compiler.close();
  }
}

function isInside(root: string, file: string): boolean {
  return file.startsWith(`${root}/`) && !file.includes('/node_modules/');
}

/** Whether a name is declared as that of a function, method or class. */
function isFunction(text: string, at: number, name: string): boolean {
  return /^\s*[(<]/.test(text.slice(at + name.length, at + name.length + 100)) || /\bclass\s+$/.test(text.slice(0, at));
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
