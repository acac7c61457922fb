/**
 * `npm run bench -- swift-calls DIR... [--compiler PATH] [--flag FLAG]... [--trees DIR] [--show N] [--write]`: the calls of Swift modules compared to
 * the Swift compiler, overload by overload. Each folder is one module: `PACKAGE/Sources/NAME`; the whole package is linked. The compiler (default: `swiftc`; 6.0 writes the trees that are read here) prints
 * its typed trees; `--flag` adds to its arguments, such as the folder of modules that a module imports. `--trees` keeps what it prints in a folder, and
 * reads what is there.
 *
 * A call counts as found if our links at its name include the function that the compiler names; every other function that is linked there is wrong,
 * so several candidates for one call lower the precision. Operators, accessors, enum cases and initializers that nobody wrote are
 * no part of the truth. Functions of one signature in branches of `#if` are one function.
 * `--show N` prints N differences of each kind, and says which of them are of overloaded names.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { entityFields, siteWidth } from '../../src/model/file-summary.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { labelsOf } from '../../src/model/languages/overload-types.ts';
import { recordResults } from '../lib/results.ts';
import { isMethod, placeOf, type Score, scoreColumns, scoreRow, spread } from './callee-scores.ts';
import { openLanguages } from './graph-languages.ts';
import { openTree } from './graph-tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compiler: { type: 'string', default: 'swiftc' },
    flag: { type: 'string', multiple: true, default: [] },
    trees: { type: 'string' },
    show: { type: 'string', default: '0' },
    write: { type: 'boolean' },
  },
});

/** The compiler's typed trees of the files of a module. */
function typedTrees(folder: string, paths: readonly string[]): string {
  const kept = values.trees === undefined ? null : resolve(values.trees, `${basename(folder)}.ast`);
  if (kept !== null && existsSync(kept)) return readFileSync(kept, 'utf8');
  // Only primary files get types in the bodies of their functions.
  const sources = paths.flatMap((path) => ['-primary-file', path]);
  const args = [
    '-frontend',
    '-dump-ast',
    '-parse-as-library',
    '-module-name',
    basename(folder),
    ...values.flag,
    ...sources,
  ];
  const trees = execFileSync(values.compiler, args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (kept !== null) {
    mkdirSync(resolve(values.trees!), { recursive: true });
    writeFileSync(kept, trees);
  }
  return trees;
}

/** The lines of files of the tree, by absolute path; null for a file outside of it. */
class Texts {
  readonly #root: string;
  readonly #lines = new Map<string, readonly string[] | null>();

  constructor(root: string) {
    this.#root = root;
  }

  /** A place as the compiler writes it (`/a/b.swift:3:7`): with the path in the tree, and the line's text around it; null outside of the tree. */
  at(written: string): { place: string; before: string; text: string } | null {
    const [, path = '', line = '', column = ''] = /^(.*):(\d+):(\d+)$/.exec(written) ?? [];
    if (!path.startsWith(`${this.#root}/`)) return null;
    let lines = this.#lines.get(path);
    if (lines === undefined) {
      lines = readFileSync(path, 'utf8').split('\n');
      this.#lines.set(path, lines);
    }
    // The compiler counts columns in bytes.
    const bytes = Buffer.from(lines?.[Number(line) - 1] ?? '');
    const before = bytes.subarray(0, Number(column) - 1).toString('utf8');
    const text = bytes.subarray(Number(column) - 1).toString('utf8');
    return { place: `${relative(this.#root, path)}:${line}:${before.length + 1}`, before, text };
  }
}

const reference = /\(declref_expr .*? location=(\S.*?:\d+:\d+) range=.*? decl="([^"]*?)(?:@([^"[]*?))?(?: \[with|")/;

/** The place of the called function by the place of the call; null for a function outside of the tree. */
function readTruth(root: string, trees: string): Map<string, string | null> {
  const texts = new Texts(root);
  const truth = new Map<string, string | null>();
  for (const line of trees.split('\n')) {
    const [, location, decl = '', declared] = reference.exec(line) ?? [];
    const name = /([^.]*)\([^()]*\)$/.exec(decl)?.[1];
    const call = location === undefined || name === undefined ? null : texts.at(location);
    const [, word] = /^`?(\w+)`?\s*[({<]/.exec(call?.text ?? '') ?? [];
    if (call === null || word === undefined || (name !== 'init' && word !== name)) continue;
    const callee = declared === undefined ? null : texts.at(declared);
    if (callee === null) truth.set(call.place, truth.get(call.place) ?? null);
    else if (name === 'init' ? callee.text.startsWith('init') : /\bfunc\s+`?$/.test(callee.before))
      truth.set(call.place, callee.place);
  }
  return truth;
}

/** The first place of a function that a file declares several times (`#if`), by its other places. */
function repeatedIn(files: readonly ProgramFile[]): Map<string, string> {
  const repeated = new Map<string, string>();
  const first = new Map<string, string>();
  for (const one of functionsIn(files)) {
    const key = `${one.file.path} ${fullName(one)} ${labelsOf(one.file.summary, one.entity, true)}`;
    const known = first.get(key);
    if (known === undefined) first.set(key, placeOf(one));
    else repeated.set(placeOf(one), known);
  }
  return repeated;
}

function functionsIn(files: readonly ProgramFile[]): Target[] {
  return files.flatMap((file) =>
    Array.from({ length: file.entityCount }, (_, entity): Target => ({ file, entity })).filter(isMethod),
  );
}

/** The name of a function after that of its type. */
function fullName({ file, entity }: Target): string {
  const parent = file.get(entity, entityFields.parent);
  return parent < 0 ? file.name(entity) : `${file.name(parent)}.${file.name(entity)}`;
}

/** Places of functions of which another one has the full name. */
function overloadsOf(files: readonly ProgramFile[]): Set<string> {
  const groups = [...Map.groupBy(functionsIn(files), fullName).values()].filter((group) => group.length > 1);
  return new Set(groups.flat().map(placeOf));
}

interface TreeScore {
  all: Score;
  overloaded: Score;
  /** Number of overloads that are called. */
  overloads: number;
}

function scoreTree(folder: string, all: Awaited<ReturnType<typeof openLanguages>>): TreeScore {
  // A file of a package sees the files of its module, which the linker knows by the folder in `Sources`.
  const root = folder.replace(/\/Sources\/[^/]+$/, '');
  const tree = openTree(
    root,
    all.filter(({ accepts }) => accepts('a.swift')),
  );
  const { files } = tree.program;
  const paths = files.map(({ path }) => join(root, path)).filter((path) => path.startsWith(`${folder}/`));
  const repeated = repeatedIn(files);
  const idOf = (place: string): string => repeated.get(place) ?? place;
  const truth = readTruth(root, typedTrees(folder, paths));
  const overloaded = overloadsOf(files);
  const linked = new Map<string, ReadonlySet<string>>();
  tree.linkAll((file: ProgramFile, site, { targets, callees }) => {
    const { sites } = file.summary;
    const at = site * siteWidth;
    const place = `${file.path}:${sites[at + 2]}:${sites[at + 3]}`;
    const methods = [...targets, ...callees].filter(isMethod).map((one) => idOf(placeOf(one)));
    linked.set(place, new Set([...(linked.get(place) ?? []), ...methods]));
  });
  const score = { all: { calls: 0, found: 0, wrong: 0 }, overloaded: { calls: 0, found: 0, wrong: 0 } };
  const called = new Set<string>();
  const [missing, wrong]: [string[], string[]] = [[], []];
  for (const [place, declared] of truth) {
    const callee = declared === null ? null : idOf(declared);
    const methods = linked.get(place) ?? new Set<string>();
    const others = [...methods].filter((one) => one !== callee);
    const isOfOverloads = [...others, callee ?? ''].some((one) => overloaded.has(one));
    if (callee !== null && overloaded.has(callee)) called.add(callee);
    for (const one of isOfOverloads ? [score.all, score.overloaded] : [score.all]) {
      if (callee !== null) one.calls++;
      if (callee !== null && methods.has(callee)) one.found++;
      one.wrong += others.length;
    }
    const of = isOfOverloads ? 'of overloads ' : '';
    const difference = `${of}${place} -> ${callee ?? 'outside'}, linked to ${[...methods].join(' ') || 'nothing'}`;
    if (callee !== null && !methods.has(callee)) missing.push(`missing: ${difference}`);
    if (others.length > 0) wrong.push(`wrong: ${difference}`);
  }
  const shown = Number(values.show);
  for (const difference of [...spread(missing, shown), ...spread(wrong, shown)]) console.log(difference);
  return { ...score, overloads: called.size };
}

const languages = await openLanguages();
const rows = positionals.flatMap((root) => {
  const { all, overloaded, overloads } = scoreTree(resolve(root), languages);
  return [
    `| ${basename(root)} | all | | ${scoreRow(all)} |`,
    `| | of overloaded names | ${overloads} | ${scoreRow(overloaded)} |`,
  ];
});
const lines = [`| module | calls | overloads | ${scoreColumns} |`, '|---|---|---|---|---|---|---|---|', ...rows];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('swift-calls', 'Overloads of Swift, compared to its compiler', 'npm run bench -- swift-calls', lines);
