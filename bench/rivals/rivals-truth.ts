/**
 * Questions for the comparison with rivals, and their true answers by the TypeScript compiler.
 * Invariants: a fixed rule derives the questions from the tree; a file is a true caller when the compiler links one of
 * its calls to a declaration of the symbol. Nothing is written into the tree.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { API, type Project, SymbolFlags, type Symbol } from 'typescript/unstable/sync';
import type { Node } from 'typescript/unstable/ast';
import { readSyntax, type FileSyntax, type NamedPlace } from './rivals-syntax.ts';

export interface Question {
  kind: 'function' | 'method';
  name: string;
  className: string | null;
  /** The place of the declaration: relative path, 1-based line and column of the name. */
  path: string;
  line: number;
  column: number;
  /** Relative paths of files with at least one call of it. */
  callers: ReadonlySet<string>;
  /** Files that call only a method that it implements or overrides: an answer may name them or not. */
  either: ReadonlySet<string>;
}

export interface Truth {
  questions: Question[];
  files: number;
  calls: number;
  /** Calls whose name the compiler links to a declaration in the tree or in its own libraries. */
  named: number;
  isInstalled: boolean;
  programs: number;
}

export const questionRule = (count: number): string =>
  `the ${count} exported functions and the ${count} methods of exported classes with the most caller files by the truth (ties by path and name); ` +
  'methods only if at least two classes of the tree have a method of that name. A property that holds a function counts as a method.';

const source = /\.[cm]?[jt]sx?$/;

function listFiles(root: string): { sources: string[]; configs: string[]; manifests: string[] } {
  const found = { sources: [] as string[], configs: [] as string[], manifests: [] as string[] };
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /(?:^|\/)(?:node_modules|\.git|\.code-scout)\//.test(relative(root, path))) continue;
    if (source.test(entry.name)) found.sources.push(path);
    else if (/^tsconfig.*\.json$/.test(entry.name)) found.configs.push(path);
    else if (entry.name === 'package.json') found.manifests.push(path);
  }
  for (const list of Object.values(found)) list.sort();
  return found;
}

type Paths = Record<string, string[]>;

/** Import aliases of a folder's files, by the folder of the configuration that defines them. */
function aliases(api: API, configs: readonly string[]): Map<string, Paths> {
  const scopes = new Map<string, Paths>();
  for (const config of configs) {
    if (!readFileSync(config, 'utf8').includes('"paths"')) continue;
    const { options } = api.parseConfigFile(config) as { options: { paths?: Paths; pathsBasePath?: string } };
    const base = options.pathsBasePath ?? dirname(config);
    const paths = Object.entries(options.paths ?? {}).map(([name, targets]) => [
      name,
      targets.map((target) => resolve(base, target)),
    ]);
    scopes.set(dirname(config), { ...scopes.get(dirname(config)), ...(Object.fromEntries(paths) as Paths) });
  }
  return scopes;
}

/** The name of a package in the tree means its sources. */
function packages(manifests: readonly string[]): Paths {
  const paths: Paths = {};
  for (const manifest of manifests) {
    const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string };
    const folder = dirname(manifest);
    if (name === undefined || paths[name] !== undefined || !existsSync(join(folder, 'src'))) continue;
    paths[name] = [join(folder, 'src'), folder];
    paths[`${name}/*`] = [join(folder, 'src', '*'), join(folder, '*')];
  }
  return paths;
}

/** One configuration for the tree and one for each folder with its own aliases; each file belongs to the nearest. */
function writeConfigs(api: API, root: string, out: string): { config: string; files: string[] }[] {
  const { sources, configs, manifests } = listFiles(root);
  const scopes = aliases(api, configs);
  const base = { ...packages(manifests), ...scopes.get(root) };
  const folders = [...scopes.keys()].filter((folder) => folder !== root).sort((a, b) => b.length - a.length);
  const owner = (file: string): string => folders.find((folder) => file.startsWith(`${folder}/`)) ?? root;
  return [...Map.groupBy(sources, owner)].map(([folder, files], index) => {
    const config = join(out, `program-${index}`, 'tsconfig.json');
    mkdirSync(dirname(config), { recursive: true });
    const compilerOptions = {
      target: 'esnext',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
      jsx: 'preserve',
      types: [],
      strict: true,
      allowJs: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      paths: folder === root ? base : { ...base, ...scopes.get(folder) },
    };
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    return { config, files };
  });
}

/** Declarations as a file and a node number in it, which are the same in all programs. */
class Declarations {
  readonly #project: Project;
  readonly #aliases = new Map<number, Symbol>();

  constructor(project: Project) {
    this.#project = project;
  }

  #target(symbol: Symbol): Symbol {
    if ((symbol.flags & SymbolFlags.Alias) === 0) return symbol;
    let target = this.#aliases.get(symbol.id);
    if (target === undefined) {
      target = this.#project.checker.getAliasedSymbol(symbol);
      this.#aliases.set(symbol.id, target);
    }
    return target;
  }

  keys(symbol: Symbol | undefined): string[] {
    if (symbol === undefined) return [];
    return this.#target(symbol).declarations.map(({ path, index }) => `${path}#${index}`);
  }

  at(file: string, places: readonly NamedPlace[]): string[][] {
    if (places.length === 0) return [];
    const symbols = this.#project.checker.getSymbolAtPosition(
      file,
      places.map(({ at }) => at),
    );
    return symbols.map((symbol) => this.keys(symbol));
  }

  /** The members of that name in all types that the class extends or implements, directly or indirectly. */
  overridden(file: string, { name, at }: NamedPlace): string[] {
    const method = this.#project.checker.getSymbolAtPosition(file, at);
    const parent = method?.getParent();
    const seen = new Set<number>();
    const found: string[] = [];
    const open = parent === undefined ? [] : [parent];
    for (let symbol = open.pop(); symbol !== undefined; symbol = open.pop()) {
      if (seen.has(symbol.id)) continue;
      seen.add(symbol.id);
      if (symbol !== parent)
        for (const [key, member] of symbol.getMembers()) if (String(key) === name) found.push(...this.keys(member));
      for (const handle of symbol.declarations) open.push(...this.#bases(handle.resolve(this.#project)));
    }
    return found;
  }

  #bases(declaration: Node | undefined): Symbol[] {
    const clauses = (declaration as { heritageClauses?: { types: { expression: Node }[] }[] } | undefined)
      ?.heritageClauses;
    return [...(clauses ?? [])].flatMap(({ types }) =>
      [...types].flatMap(({ expression }) => {
        const symbol = this.#project.checker.getSymbolAtLocation(expression);
        return symbol === undefined ? [] : [this.#target(symbol)];
      }),
    );
  }
}

interface Candidate {
  kind: Question['kind'];
  className: string | null;
  file: string;
  place: NamedPlace;
  keys: string[];
  program: Declarations;
}

function union(keys: readonly string[], calledIn: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  return new Set(keys.flatMap((key) => [...(calledIn.get(key) ?? [])]));
}

/** @param out a folder for the compiler's configurations */
export function findTruth(root: string, out: string, count: number): Truth {
  const api = new API({ cwd: root });
  try {
    const programs = writeConfigs(api, root, out);
    const snapshot = api.updateSnapshot({ openProjects: programs.map(({ config }) => config) });
    const calledIn = new Map<string, Set<string>>();
    const candidates: Candidate[] = [];
    const classes = new Map<string, Set<string>>();
    const truth: Truth = {
      questions: [],
      files: 0,
      calls: 0,
      named: 0,
      isInstalled: existsSync(join(root, 'node_modules')),
      programs: programs.length,
    };
    for (const { config, files } of programs) {
      const project = snapshot.getProject(config);
      if (project === undefined) throw new Error(`the compiler did not open ${config}`);
      const program = new Declarations(project);
      for (const file of files) {
        const syntax = readSyntax(file, readFileSync(file, 'utf8'));
        if (syntax === null) continue;
        truth.files++;
        truth.calls += syntax.calls.length;
        for (const keys of program.at(file, syntax.calls)) {
          if (keys.length > 0) truth.named++;
          for (const key of keys) calledIn.set(key, (calledIn.get(key) ?? new Set()).add(relative(root, file)));
        }
        for (const { name, className } of syntax.methods)
          classes.set(name, (classes.get(name) ?? new Set()).add(`${file}#${className}`));
        candidates.push(...candidatesOf(program, file, syntax));
      }
    }
    const isHard = ({ kind, place }: Candidate): boolean => kind === 'function' || classes.get(place.name)!.size > 1;
    const counted = candidates
      .filter(isHard)
      .map((candidate) => ({ candidate, callers: union(candidate.keys, calledIn) }))
      .filter(({ callers }) => callers.size > 0)
      .toSorted((a, b) => b.callers.size - a.callers.size || (title(a.candidate) < title(b.candidate) ? -1 : 1));
    for (const kind of ['function', 'method'] as const)
      for (const { candidate, callers } of counted.filter((one) => one.candidate.kind === kind).slice(0, count))
        truth.questions.push(toQuestion(root, candidate, callers, calledIn));
    return truth;
  } finally {
    api.close();
  }
}

function title({ file, className, place }: Candidate): string {
  return `${file}#${className ?? ''}.${place.name}`;
}

function candidatesOf(program: Declarations, file: string, syntax: FileSyntax): Candidate[] {
  const methods = syntax.methods.filter(({ isExported }) => isExported);
  const functions = program.at(file, syntax.functions);
  const ofClasses = program.at(file, methods);
  return [
    ...syntax.functions.map((place, index) => ({
      ...{ kind: 'function' as const, className: null, file, place, program },
      keys: functions[index] ?? [],
    })),
    ...methods.map((place, index) => ({
      ...{ kind: 'method' as const, className: place.className, file, place, program },
      keys: ofClasses[index] ?? [],
    })),
  ];
}

function toQuestion(
  root: string,
  { kind, className, file, place, program }: Candidate,
  callers: ReadonlySet<string>,
  calledIn: ReadonlyMap<string, ReadonlySet<string>>,
): Question {
  const before = readFileSync(file, 'utf8').slice(0, place.at).split('\n');
  const either = kind === 'method' ? union(program.overridden(file, place), calledIn) : new Set<string>();
  return {
    ...{ kind, name: place.name, className, path: relative(root, file), line: before.length },
    column: before.at(-1)!.length + 1,
    callers,
    either: either.difference(callers),
  };
}
