/** The C of the grammars that the product uses as WebAssembly, from the packages that have it, and programs of it for libFuzzer. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammars } from '../../scripts/lib/grammars.ts';

const root = join(import.meta.dirname, '../..');
const harness = join(import.meta.dirname, 'harness.c');

/** tree-sitter's C library: its newest version in the registry. The product's `web-tree-sitter` is made of a newer one. */
const runtimePackage = 'tree-sitter@0.25.1';

export interface GrammarC {
  /** As in the name of its WebAssembly. */
  name: string;
  /** The folder of src/languages whose samples it reads. */
  folder: string;
  /** The package with its C, `NAME@VERSION`. */
  pkg: string;
  /** Folder of parser.c and scanner.c in the package. */
  source: string;
}

/** Where a package that has a grammar built does not have its C. Null: no package has it. */
const elsewhere: Readonly<Record<string, string | null>> = { swift: 'tree-sitter-swift@0.7.1', dart: null };
/** These have no scanner of their own: a table, and nothing written by hand. */
const withoutScanner: ReadonlySet<string> = new Set(['c', 'go', 'java']);
const folders: Readonly<Record<string, string>> = { c_sharp: 'csharp', tsx: 'typescript' };
/** Packages with several grammars. */
const subfolders: ReadonlySet<string> = new Set(['php', 'typescript', 'tsx']);

/** Corrections in C, so that what is known is not found again: what scripts/copy-grammars.ts corrects in the WebAssembly, what the product avoids, and a shift of a bit too far, which does no harm there. */
const corrections: Readonly<Record<string, readonly { from: string; to: string }[]>> = {
  // The product gives such texts a last line break (`needsLastBreak`).
  kotlin: [
    { from: 'while (!iswspace(lexer->lookahead))', to: 'while (!lexer->eof(lexer) && !iswspace(lexer->lookahead))' },
    { from: 'while ((saw_paren', to: 'while (!lexer->eof(lexer) && (saw_paren' },
  ],
  swift: [
    { from: 'calloc(0, sizeof', to: 'calloc(1, sizeof' },
    { from: '1 << suppressor', to: '1ull << suppressor' },
  ],
};

function versionOf(pkg: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  return `${pkg}@${devDependencies[pkg]}`;
}

/** All grammars with C that was written by hand, and the names of those whose C no package has. */
export function grammarsInC(): { found: GrammarC[]; missing: string[] } {
  const found: GrammarC[] = [];
  const missing: string[] = [];
  for (const [file, [owner]] of Object.entries(grammars)) {
    const name = /^tree-sitter-(\w+)\.wasm$/.exec(file)?.[1];
    if (name === undefined || withoutScanner.has(name)) continue;
    const other = elsewhere[name];
    if (other === null) missing.push(name);
    else {
      const source = subfolders.has(name) ? `${name}/src` : 'src';
      found.push({ name, folder: folders[name] ?? name, pkg: other ?? versionOf(owner), source });
    }
  }
  return { found, missing };
}

/** Whether clang with libFuzzer is installed. */
export function hasClang(): boolean {
  return spawnSync('clang', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** The folder of a package's files, fetched by npm once. */
function unpacked(pkg: string, state: string): string {
  const folder = join(state, 'packages', pkg.replaceAll('/', '+'));
  if (existsSync(folder)) return join(folder, 'package');
  const partial = `${folder}.partial`;
  mkdirSync(partial, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', pkg, '--pack-destination', partial], { encoding: 'utf8' });
  execFileSync('tar', ['-xzf', join(partial, packed.trim().split('\n').at(-1) ?? ''), '-C', partial]);
  renameSync(partial, folder);
  return join(folder, 'package');
}

const sanitizers = '-fsanitize=fuzzer-no-link,address,undefined';
const checked = ['-c', '-O1', '-g', '-w', '-fno-omit-frame-pointer', sanitizers];
/**
 * Undefined behaviour ends the process as a bad access does. Left out is what is written by intention and does no harm: the library adds nothing to a null
 * pointer, Swift's scanner shifts a bit into the sign.
 */
const strict = [
  '-fno-sanitize-recover=undefined',
  '-fno-sanitize=alignment,pointer-overflow,nonnull-attribute,function,shift-base',
];

/** The file of a grammar's scanner, with the corrections. */
function scannerOf(name: string, folder: string): string {
  const file = join(folder, 'scanner.c');
  const known = corrections[name];
  if (known === undefined) return file;
  let text = readFileSync(file, 'utf8');
  const corrected = join(folder, 'scanner-corrected.c');
  for (const { from, to } of known) {
    if (!text.includes(from)) throw new Error(`${name}: nothing to correct in its scanner`);
    text = text.replace(from, to);
  }
  writeFileSync(corrected, text);
  return corrected;
}

/** The program for a grammar, made if it is not there. Throws if it cannot be made. @param state folder that is kept */
export function programFor({ name, pkg, source }: GrammarC, state: string): string {
  // This file says how it is made.
  const digest = createHash('sha256')
    .update(readFileSync(harness))
    .update(readFileSync(import.meta.filename));
  const program = join(state, 'programs', `${name}-${digest.update(pkg).digest('hex').slice(0, 10)}`);
  if (existsSync(program)) return program;
  mkdirSync(join(state, 'programs'), { recursive: true });
  const library = join(unpacked(runtimePackage, state), 'vendor/tree-sitter/lib');
  const own = join(unpacked(pkg, state), source);
  const clang = (...args: readonly string[]): void => void execFileSync('clang', args, { stdio: 'inherit' });
  const includes = ['-I', join(library, 'include')];
  const runtime = join(state, 'programs', `runtime-${runtimePackage}.o`);
  if (!existsSync(runtime)) {
    clang(...checked, ...strict, ...includes, '-I', join(library, 'src'), join(library, 'src/lib.c'), '-o', runtime);
  }
  const object = (part: string): string => `${program}-${part}.o`;
  // The tables and the automaton that tree-sitter has generated: megabytes, for which sanitizers would take minutes.
  clang('-c', '-O1', '-w', '-I', own, join(own, 'parser.c'), '-o', object('parser'));
  clang(...checked, ...strict, '-I', own, scannerOf(name, own), '-o', object('scanner'));
  clang(...checked, ...includes, `-DGRAMMAR=tree_sitter_${name}`, harness, '-o', object('harness'));
  const objects = [runtime, object('parser'), object('scanner'), object('harness')];
  clang('-fsanitize=fuzzer,address,undefined', ...objects, '-o', program);
  return program;
}
