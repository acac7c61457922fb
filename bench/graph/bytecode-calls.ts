/**
 * `npm run bench -- bytecode-calls kotlin|scala|csharp DIR... [--flag FLAG]... [--classes DIR] [--show N] [--write]`: the calls of trees compared to
 * the code that the compiler (`kotlinc`, `scalac` or `mcs` on the path, with the flags) makes of them, overload by overload. Dependencies must be on
 * the class path. `--classes` keeps what compilers write in a folder for each tree, and reads what is there.
 *
 * Compiled files know the line of a call, not its place. So a call is judged by line and name: of the methods that the code calls by a name on a line,
 * those that a link at the name includes are found; any other method that is linked there is wrong. A name on a line that the compiled files do not call is not
 * judged (inlined or not compiled), nor is a link to a function that was not compiled (`#if`), nor a call that nobody wrote (operators, accessors).
 * `--show N` prints N differences of each kind, and says which of them are of overloaded names.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { entityFields, entityFlags, siteKinds, siteWidth } from '../../src/model/file-summary.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { typeName } from '../../src/graph/infer/argument-match.ts';
import type { Target } from '../../src/graph/program/targets.ts';
import { isExpected } from '../../src/graph/languages/kotlin/expected-declaration.ts';
import { recordResults } from '../lib/results.ts';
import { isMethod, placeOf, type Score, scoreColumns, scoreRow, spread } from './callee-scores.ts';
import { compileAssembly, readAssemblyCalls } from './assembly-calls.ts';
import { type ClassFile, type ClassMethod, type MethodName, readClassFile } from './class-files.ts';
import { openLanguages } from './graph-languages.ts';
import { openTree } from './graph-tree.ts';

interface Sources {
  paths: readonly string[];
  /** Where compiled files are written. */
  folder: string;
}

interface Compiler {
  /** The language's name in titles. */
  title: string;
  command: string;
  extensions: readonly string[];
  compile: (root: string, sources: Sources) => void;
  read: (root: string, folder: string) => ClassFile[];
}

function compileClasses(command: string) {
  return (root: string, { paths, folder }: Sources): void => {
    const args = [...values.flag, '-nowarn', '-d', folder, ...paths];
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  };
}

function readClasses(_: string, folder: string): ClassFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.class'))
    .map((path) => readClassFile(readFileSync(join(folder, path))));
}

const compilers: Readonly<Record<string, Compiler>> = {
  kotlin: {
    ...{ title: 'Kotlin', command: 'kotlinc', extensions: ['.kt', '.java'] },
    ...{ compile: compileClasses('kotlinc'), read: readClasses },
  },
  scala: {
    ...{ title: 'Scala', command: 'scalac', extensions: ['.scala', '.java'] },
    ...{ compile: compileClasses('scalac'), read: readClasses },
  },
  csharp: {
    ...{ title: 'C#', command: 'mcs', extensions: ['.cs'] },
    compile: (root, sources) => compileAssembly(root, { ...sources, flags: values.flag }),
    read: readAssemblyCalls,
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    flag: { type: 'string', multiple: true, default: [] },
    show: { type: 'string', default: '0' },
    classes: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const [language = '', ...trees] = positionals;
const compiler = compilers[language];
if (compiler === undefined) throw new Error(`name one of ${Object.keys(compilers).join(', ')}, then folders`);

function classesOf(root: string, paths: readonly string[]): ClassFile[] {
  const kept = values.classes === undefined ? null : resolve(values.classes, basename(root));
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'code-scout-bytecode-'));
  try {
    if (kept === null || !existsSync(kept)) {
      mkdirSync(folder, { recursive: true });
      compiler!.compile(root, { paths, folder });
    }
    return compiler!.read(root, folder);
  } finally {
    if (kept === null) rmSync(folder, { recursive: true, force: true });
  }
}

/** Scala's names of operators in class files. */
const operators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ plus: '+', minus: '-', times: '*', div: '/', percent: '%', eq: '=', less: '<', greater: '>', bang: '!' },
    ...{ amp: '&', bar: '|', up: '^', tilde: '~', qmark: '?', colon: ':', at: '@', hash: '#', bslash: '\\' },
  }),
);
const operator = new RegExp(`\\$(${[...operators.keys()].join('|')})`, 'g');

/** The name of a method in its source: without what compilers add for modules (`read$okio`), defaults and access. */
function sourceName(name: string): string {
  const decoded = name.replace(operator, (_, word: string) => operators.get(word)!);
  const plain = decoded.startsWith('access$') ? decoded.slice('access$'.length) : decoded;
  return plain.replace(/\$.*/, '');
}

/** The number of parameters of a descriptor. */
function parameterCount(descriptor: string): number {
  return descriptor.slice(1, descriptor.indexOf(')')).match(/\[*(?:L[^;]*;|[A-Z])/g)?.length ?? 0;
}

/** Finds the file that compiled files name by the end of its path. */
class Files {
  readonly #byName: ReadonlyMap<string, readonly ProgramFile[]>;

  constructor(files: readonly ProgramFile[]) {
    this.#byName = Map.groupBy(files, ({ path }) => basename(path));
  }

  /** Kotlin's files need not be in the folder of their package. Of files for several platforms, those with what their package expects are compiled. */
  of(source: string): ProgramFile | null {
    const named = this.#byName.get(basename(source)) ?? [];
    const inPackage = named.filter(({ path }) => path === source || path.endsWith(`/${source}`));
    return inPackage.find(implementsExpected) ?? inPackage[0] ?? named[0] ?? null;
  }
}

function implementsExpected(file: ProgramFile): boolean {
  return Array.from({ length: file.entityCount }, (_, entity) => entity).some((one) =>
    file.has(one, entityFlags.actual),
  );
}

/** Finds the declared methods that the calls of class files name. */
class Declarations {
  readonly #classes: ReadonlyMap<string, ClassFile>;
  readonly #files: Files;
  readonly #functions: ReadonlyMap<string, readonly Target[]>;
  readonly #known = new Map<string, Target | null>();

  constructor(classes: readonly ClassFile[], files: readonly ProgramFile[]) {
    this.#classes = new Map(classes.map((one) => [one.name, one]));
    this.#files = new Files(files);
    const functions = files.flatMap((file) => functionsOf(file));
    this.#functions = Map.groupBy(functions, ({ file, entity }) => file.name(entity));
  }

  /** The function that a call names; null for one outside of the files, and where several could be meant. */
  of(callee: MethodName): Target | null {
    const key = `${callee.owner} ${callee.name} ${callee.descriptor}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#find(callee);
      this.#known.set(key, known);
    }
    return known;
  }

  #find(callee: MethodName): Target | null {
    const method = this.#method(callee, 0);
    if (method === null) return null;
    const name = sourceName(method.name);
    // Methods that compilers add call the one that is meant.
    const isAdded = /^access\$|\$default$/.test(method.name);
    const meant = method.calls.find(
      (call) => isAdded && call.callee.name !== method.name && sourceName(call.callee.name) === name,
    );
    if (meant !== undefined) return this.of(meant.callee);
    const file = method.source === null ? null : this.#files.of(method.source);
    const candidates = (this.#functions.get(name) ?? []).filter(
      (one) => (file === null || one.file === file) && isIn(one, method.owner),
    );
    const line = method.line ?? this.#bodyLine(method);
    if (line !== null)
      return candidates.findLast(({ file, entity }) => file.get(entity, entityFields.line) <= line) ?? null;
    const fitting = candidates.filter((one) => fits(one, method));
    return fitting.length === 1 ? fitting[0]! : null;
  }

  /** The method that a name means, in its class or the first base that has it. */
  #method(name: MethodName, depth: number): ClassMethod | null {
    const owner = this.#classes.get(name.owner);
    if (owner === undefined || depth > 20) return null;
    const own = owner.methods.find((one) => one.name === name.name && one.descriptor === name.descriptor);
    if (own !== undefined) return own;
    for (const base of owner.bases) {
      const inherited = this.#method({ ...name, owner: base }, depth + 1);
      if (inherited !== null) return inherited;
    }
    return null;
  }

  /** The first line of a method of an interface that has its body in a class beside it, which takes the receiver as its first parameter. */
  #bodyLine({ owner, name, descriptor }: MethodName): number | null {
    for (const beside of [`${owner}$DefaultImpls`, `${owner}$class`]) {
      const body = this.#classes
        .get(beside)
        ?.methods.find((one) => one.name === name && one.descriptor === descriptor.replace('(', `(L${owner};`));
      if (body !== undefined) return body.line;
    }
    return null;
  }
}

/** Whether a function may be the declaration of a method without code. */
function fits({ file, entity }: Target, { descriptor, parameters }: ClassMethod): boolean {
  const declared = file.list(file.get(entity, entityFields.listA));
  if (parameters === undefined) return declared.length === parameterCount(descriptor);
  if (declared.length !== parameters.length) return false;
  return declared.every((one, index) => {
    const [name, type] = parameters[index]!;
    const written = typeName(file, file.get(one, entityFields.type));
    // Names of the platform's types (`Int32`) differ from keywords (`int`) in the first letter.
    return file.name(one) === name && (written === null || type.toLowerCase().startsWith(written.toLowerCase()));
  });
}

/** The functions of a file in the order of their lines. */
function functionsOf(file: ProgramFile): Target[] {
  return Array.from({ length: file.entityCount }, (_, entity) => ({ file, entity }))
    .filter(isMethod)
    .sort((a, b) => file.get(a.entity, entityFields.line) - file.get(b.entity, entityFields.line));
}

/** The names of a class and of those around it, outermost first. */
function typeNames(owner: string): string[] {
  return owner
    .slice(owner.lastIndexOf('/') + 1)
    .replace(/`\d+/g, '')
    .split('$');
}

/** Whether a function is a member of the type that a class was made of; top-level functions are in classes named after files. */
function isIn({ file, entity }: Target, owner: string): boolean {
  const parent = file.get(entity, entityFields.parent);
  const names = typeNames(owner);
  return parent < 0 || names.includes(file.name(parent)) || file.name(parent) === 'Companion';
}

/** Whether a method only calls the one that it was made of with default values (`@JvmOverloads`). */
function fillsDefaults(declarations: Declarations, method: ClassMethod, callee: MethodName): boolean {
  if (!callee.name.endsWith('$default') || sourceName(callee.name) !== method.name) return false;
  const [own, called] = [declarations.of(method), declarations.of(callee)];
  if (own === null || called === null || placeOf(own) !== placeOf(called)) return false;
  return parameterCount(method.descriptor) < own.file.count(own.file.get(own.entity, entityFields.listA));
}

/** The methods that code calls by a name on a line. */
interface CalledByName {
  name: string;
  /** Places of declared names. */
  callees: Map<string, Target>;
}

/** What class files call, by path and line of the source. */
function truthOf(
  declarations: Declarations,
  classes: readonly ClassFile[],
  files: readonly ProgramFile[],
): Map<string, CalledByName[]> {
  const places = new Files(files);
  const truth = new Map<string, CalledByName[]>();
  for (const method of classes.flatMap(({ methods }) => methods)) {
    const { source, calls } = method;
    const file = source === null ? null : places.of(source);
    if (file === null || method.name.endsWith('$default')) continue;
    for (const { line, callee } of calls) {
      const target = declarations.of(callee);
      if (target === null || fillsDefaults(declarations, method, callee)) continue;
      const key = `${file.path}:${line}`;
      const onLine = truth.get(key) ?? [];
      truth.set(key, onLine);
      const declared = target.file.name(target.entity);
      const name = declared === 'constructor' ? typeNames(callee.owner).at(-1)! : declared;
      let called = onLine.find((one) => one.name === name);
      if (called === undefined) onLine.push((called = { name, callees: new Map() }));
      called.callees.set(placeOf(target), target);
    }
  }
  return truth;
}

/** Places of methods that compiled calls name by another declaration: C#'s overrides, and what Kotlin expects of each platform. */
function representedPlaces(
  declarations: Declarations,
  classes: readonly ClassFile[],
  files: readonly ProgramFile[],
): Map<string, string> {
  const represented = new Map<string, string>();
  for (const method of classes.flatMap(({ methods }) => methods)) {
    if (method.overridden === undefined) continue;
    const [own, first] = [declarations.of(method), declarations.of(method.overridden)];
    if (own !== null && first !== null) represented.set(placeOf(own), placeOf(first));
  }
  const functions = files.flatMap((file) => functionsOf(file));
  const actual = functions.filter(({ file, entity }) => file.has(entity, entityFlags.actual));
  const actualBySignature = new Map(actual.map((one) => [signatureOf(one), one]));
  for (const one of functions) {
    const implementation = isExpected(one.file, one.entity) ? actualBySignature.get(signatureOf(one)) : undefined;
    if (implementation !== undefined) represented.set(placeOf(one), placeOf(implementation));
  }
  return represented;
}

/** Whether the function at a place has code that was not compiled, as in branches of `#if`: whether it is meant in another build is not judged. */
function leftOut(
  declarations: Declarations,
  classes: readonly ClassFile[],
  files: readonly ProgramFile[],
): (place: string) => boolean {
  const compiled = new Set(
    classes.flatMap(({ methods }) => methods.flatMap((method) => declarations.of(method) ?? [])).map(placeOf),
  );
  const functions = files.flatMap((file) => functionsOf(file));
  const isWritten = ({ file, entity }: Target): boolean => file.has(entity, entityFlags.implemented);
  const withCode = new Set(functions.filter(isWritten).map(placeOf));
  return (place) => !compiled.has(place) && withCode.has(place);
}

/** Names of the owner, the function and its parameters, with the types of these. */
function signatureOf({ file, entity }: Target): string {
  const parent = file.get(entity, entityFields.parent);
  const parameters = file
    .list(file.get(entity, entityFields.listA))
    .map((one) => `${file.name(one)}: ${typeName(file, file.get(one, entityFields.type)) ?? ''}`);
  return [parent < 0 ? '' : file.name(parent), file.name(entity), ...parameters].join(' ');
}

/** The names on a line of a file with the methods that they link to, by column. */
type LinkedLine = Map<number, ReadonlySet<string>>;

/** The methods that a name on a line links to; null where the line does not have the name. */
function linkedTo(line: string, links: LinkedLine | undefined, name: string): Set<string> | null {
  const atName = [...(links ?? [])].filter(([column]) => {
    const word = line.slice(column - 1).replace(/^`/, '');
    return word.startsWith(name) && !/^\w/.test(word.slice(name.length));
  });
  return atName.length === 0 ? null : new Set(atName.flatMap(([, methods]) => [...methods]));
}

/** Whether another function has the name and the owner of this one. */
function isOverloaded({ file, entity }: Target): boolean {
  const parent = file.get(entity, entityFields.parent);
  const name = file.name(entity);
  return functionsOf(file).some(
    (one) =>
      one.entity !== entity && file.name(one.entity) === name && file.get(one.entity, entityFields.parent) === parent,
  );
}

interface TreeScore {
  all: Score;
  /** Of names with several functions in one file and type. */
  overloaded: Score;
  overloads: number;
}

function scoreTree(root: string, all: Awaited<ReturnType<typeof openLanguages>>): TreeScore {
  const accepting = all.filter(({ accepts }) => compiler!.extensions.some((ending) => accepts(`A${ending}`)));
  const tree = openTree(root, accepting);
  const { files } = tree.program;
  const classes = classesOf(
    root,
    files.map(({ path }) => path),
  );
  const declarations = new Declarations(classes, files);
  const truth = truthOf(declarations, classes, files);
  const represented = representedPlaces(declarations, classes, files);
  const isLeftOut = leftOut(declarations, classes, files);
  const linked = new Map<string, LinkedLine>();
  const lines = new Map(files.map(({ path }) => [path, readFileSync(join(root, path), 'utf8').split('\n')]));
  tree.linkAll((file: ProgramFile, site, { targets, callees }) => {
    const { sites } = file.summary;
    const at = site * siteWidth;
    const key = `${file.path}:${sites[at + 2]}`;
    const line = linked.get(key) ?? new Map<number, ReadonlySet<string>>();
    linked.set(key, line);
    // What a loop calls by itself is not written, though it stands where a name is.
    const isWritten = ({ file: of, entity }: Target): boolean =>
      sites[at] !== siteKinds.implicit || isAt(sites[at + 2]!, sites[at + 3]!, of.name(entity));
    const isAt = (row: number, column: number, name: string): boolean =>
      lines.get(file.path)![row - 1]!.startsWith(name, column - 1);
    const methods = [...targets, ...callees]
      .filter((one) => isMethod(one) && isWritten(one))
      .map((one) => represented.get(placeOf(one)) ?? placeOf(one));
    line.set(sites[at + 3]!, new Set([...(line.get(sites[at + 3]!) ?? []), ...methods]));
  });
  const score = { all: { calls: 0, found: 0, wrong: 0 }, overloaded: { calls: 0, found: 0, wrong: 0 } };
  const overloads = new Set<string>();
  const [missing, wrong]: [string[], string[]] = [[], []];
  for (const [key, called] of truth) {
    const split = key.lastIndexOf(':');
    const text = lines.get(key.slice(0, split))?.[Number(key.slice(split + 1)) - 1] ?? '';
    for (const { name, callees } of called) {
      const links = linkedTo(text, linked.get(key), name);
      if (links === null) continue;
      const isOfOverloads = [...callees.values()].some(isOverloaded);
      const of = isOfOverloads ? 'of overloads ' : '';
      const into = isOfOverloads ? [score.all, score.overloaded] : [score.all];
      for (const place of callees.keys()) {
        if (isOfOverloads) overloads.add(place);
        const isFound = links.has(place);
        for (const one of into) one.calls++;
        for (const one of into) if (isFound) one.found++;
        if (!isFound)
          missing.push(`missing: ${of}${key} ${name} -> ${place}, linked to ${[...links].join(' ') || 'nothing'}`);
      }
      for (const place of links) {
        if (callees.has(place) || isLeftOut(place)) continue;
        for (const one of into) one.wrong++;
        wrong.push(`wrong: ${of}${key} ${name} -> ${[...callees.keys()].join(' ')}, linked to ${place}`);
      }
    }
  }
  const shown = Number(values.show);
  for (const difference of [...spread(missing, shown), ...spread(wrong, shown)]) console.log(difference);
  return { ...score, overloads: overloads.size };
}

const languages = await openLanguages();
const rows = trees.flatMap((root) => {
  const { all, overloaded, overloads } = scoreTree(resolve(root), languages);
  return [
    `| ${basename(root)} | all | | ${scoreRow(all)} |`,
    `| | of overloaded names | ${overloads} | ${scoreRow(overloaded)} |`,
  ];
});
const lines = [`| tree | calls | overloads | ${scoreColumns} |`, '|---|---|---|---|---|---|---|---|', ...rows];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults(
    `bytecode-${language}`,
    `Overloads of ${compiler.title}, compared to what ${compiler.command} compiles`,
    `npm run bench -- bytecode-calls ${language}`,
    lines,
  );
