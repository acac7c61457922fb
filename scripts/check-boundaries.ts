/** Checks the source tree against scripts/lib/boundaries.ts and reports each violation with file and line. */
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import * as rules from './lib/boundaries.ts';
import { circleProblems } from './lib/import-circles.ts';
import { isInCore, languageProblem, loneRuleProblems, roomProblem } from './lib/linker-rules.ts';
import { clockComparisons, clockProblem } from './lib/clocks-in-tests.ts';
import { repository } from './lib/repository.ts';
import { isTree, literal, memberName, visit, type SyntaxTree } from './lib/syntax-visit.ts';

interface SourceUnit {
  /** Relative to the repository. */
  path: string;
  text: string;
  lineOf(offset: number): number;
}

/** The module that an import, re-export, dynamic import or import type names. */
function specifierOf(tree: SyntaxTree): string | null {
  switch (tree.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(tree['source']) ?? literal(tree['argument']);
    default:
      return null;
  }
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const builtins = new Set(builtinModules.map((name) => name.replace(/^node:/, '')));

/** `src/store/sqlite/x.ts` -> `store/sqlite/x.ts`; null outside src. */
function inSource(path: string): string | null {
  return path.startsWith('src/') ? path.slice('src/'.length) : null;
}

/** The module of src that a specifier refers to, by its path in src. AssemblyScript omits the extension. */
function moduleMeant(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const target = inSource(posix.join(posix.dirname(path), specifier));
  return target === null || target.endsWith('.ts') ? target : `${target}.ts`;
}

function folderOf(inside: string): string {
  return inside.split('/')[0] ?? inside;
}

/** Tests, and modules that only tests import: shared suites and test doubles. */
function isTest(path: string): boolean {
  return /\.test\.ts$|^test\/|\/testing\/|\/conformance[^/]*\.ts$/.test(path);
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function checkPackage(path: string, inside: string, specifier: string): string | null {
  const owners = rules.packageOwners[specifier] ?? rules.packageOwners[packageName(specifier)];
  if (owners !== undefined) {
    const owned = isTest(path) || owners.some((owner) => inside.startsWith(`${owner}/`));
    return owned ? null : `${specifier} belongs to ${owners.map((owner) => `src/${owner}`).join(', ')}`;
  }
  if (specifier.startsWith('node:')) return builtins.has(specifier.slice(5)) ? null : `there is no ${specifier}`;
  if (isTest(path) && rules.testPackages.includes(packageName(specifier))) return null;
  return builtins.has(specifier) ? `write node:${specifier}` : `${specifier} has no owner in scripts/lib/boundaries.ts`;
}

/**
 * The folders of `src/kernels` are AssemblyScript. They import only their own files and the shared ones, and no
 * TypeScript imports them.
 */
function checkKernel(inside: string, wanted: string): string | null {
  const folderIn = (file: string): string | null => /^kernels\/([^/]+)\//.exec(file)?.[1] ?? null;
  const [from, to] = [folderIn(inside), folderIn(wanted)];
  if (from === to || (from !== null && to === 'shared')) return null;
  if (to !== null) return `src/${wanted} is compiled to WebAssembly: import its host`;
  return `src/kernels/${from} may import itself and src/kernels/shared`;
}

/** The explorer's page imports its own files, its contract with the server, and packages that run in a browser. */
function checkPageImport(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) {
    const ofTests = path.startsWith('web/testing/') ? rules.pageTestPackages : [];
    const isAllowed = [...rules.pagePackages, ...ofTests].includes(packageName(specifier));
    return isAllowed ? null : `web may not import ${specifier}; see pagePackages in scripts/lib/boundaries.ts`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  return target.startsWith('web/') || target === rules.pageContract
    ? null
    : `web may not import ${target}, only ${rules.pageContract}`;
}

function checkImport(path: string, specifier: string): string | null {
  if (path.startsWith('web/')) return checkPageImport(path, specifier);
  const inside = inSource(path);
  if (inside === null) return null;
  if (!specifier.startsWith('.')) return checkPackage(path, inside, specifier);
  const target = posix.join(posix.dirname(path), specifier);
  const wanted = inSource(target);
  if (wanted === null) return `src may not import ${target}`;
  if (isTest(path)) return null;
  const compiled = checkKernel(inside, wanted);
  if (compiled !== null) return compiled;
  const [from, to] = [folderOf(inside), folderOf(wanted)];
  if (from === to) return roomProblem(inside, wanted);
  const allowed = rules.mayImport[from];
  if (allowed === undefined) return `src/${from} is in no rule; add it to scripts/lib/boundaries.ts`;
  if (!allowed.includes(to) && !allowed.includes(wanted)) return `src/${from} may not import src/${wanted}`;
  const internal = from !== 'engine' && rules.onlyForEngine.some((pattern) => pattern.test(wanted));
  return internal ? `only src/engine may import src/${wanted}` : null;
}

function checkMember(path: string, member: string): string | null {
  const inside = inSource(path);
  if (inside === null || isTest(path)) return null;
  const folder = folderOf(inside);
  if (member === 'process.env') {
    const may = rules.readsEnvironment.includes(folder) || rules.readsEnvironment.includes(inside);
    return may ? null : 'process.env is read in src/config only';
  }
  const writes = member === 'process.stdout' || member.startsWith('console.');
  return writes && !rules.writesToStdout.includes(folder) ? `${member}: only src/cli and src/mcp write output` : null;
}

function checkFunction(unit: SourceUnit, tree: SyntaxTree): string | null {
  if (isTest(unit.path) || !functions.has(tree.type)) return null;
  const lines = unit.lineOf(tree.end) - unit.lineOf(tree.start) + 1;
  return lines > rules.maxFunctionLines ? `a function of ${lines} lines (at most ${rules.maxFunctionLines})` : null;
}

/** The name of a compared value: `language` of `file.language`. */
function nameOf(value: unknown): string | null {
  if (!isTree(value)) return null;
  const named = value.type === 'MemberExpression' ? value['property'] : value;
  return isTree(named) && named.type === 'Identifier' ? String(named['name']) : null;
}

/** Reports strings in the linker's core that name a language. */
function checkLanguage(tree: SyntaxTree): string | null {
  if (tree.type !== 'BinaryExpression') {
    const text = literal(tree);
    return text === null ? null : languageProblem(text, null);
  }
  const [left, right] = [tree['left'], tree['right']];
  const text = literal(left) ?? literal(right);
  return text === null ? null : languageProblem(text, nameOf(left) ?? nameOf(right));
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

export function checkUnit(path: string, text: string): string[] {
  return readUnit(path, text).findings;
}

/** `imports`: the modules of src that it imports statically, including types; paths in src. */
function readUnit(path: string, text: string): { findings: string[]; imports: string[] } {
  const unit: SourceUnit = { path, text, lineOf: lineFinder(text) };
  const findings: string[] = [];
  const imports: string[] = [];
  const inside = inSource(path);
  const isCore = inside !== null && !isTest(path) && isInCore(inside);
  const report = (offset: number, problem: string | null): void => {
    if (problem !== null) findings.push(`${path}:${unit.lineOf(offset)}: ${problem}`);
  };
  const lines = text.split('\n').length - 1;
  if (lines > rules.maxFileLines && !isTest(path) && !rules.longFiles.some((pattern) => pattern.test(path))) {
    report(0, `${lines} lines (at most ${rules.maxFileLines})`);
  }
  const { program, errors } = parseSync(path, text);
  for (const error of errors) report(error.labels[0]?.start ?? 0, error.message);
  const root = program as unknown as SyntaxTree;
  if (isTest(path)) for (const { start } of clockComparisons(root)) report(start, clockProblem);
  visit(root, (tree) => {
    const specifier = specifierOf(tree);
    if (specifier !== null) {
      report(tree.start, checkImport(path, specifier));
      const target = tree.type === 'ImportExpression' ? null : moduleMeant(path, specifier);
      if (target !== null) imports.push(target);
    }
    const member = memberName(tree);
    if (member !== null) report(tree.start, checkMember(path, member));
    report(tree.start, checkFunction(unit, tree));
    if (isCore) report(tree.start, checkLanguage(tree));
  });
  return { findings, imports };
}

/** Every module of the repository, without samples, fixtures and generated files. */
function modulePaths(): string[] {
  const skipped = /\/(?:sample|golden|fixtures|generated)\//;
  return globSync(['{src,scripts,bench,embeddings,test}/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: repository })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !skipped.test(path))
    .toSorted();
}

if (import.meta.main) {
  const paths = modulePaths();
  const findings: string[] = loneRuleProblems();
  const imports = new Map<string, readonly string[]>();
  for (const path of paths) {
    const unit = readUnit(path, readFileSync(`${repository}/${path}`, 'utf8'));
    findings.push(...unit.findings);
    const inside = inSource(path);
    if (inside !== null && !isTest(path)) imports.set(inside, unit.imports);
  }
  findings.push(...circleProblems(imports));
  for (const finding of findings) console.log(finding);
  console.log(`${paths.length} modules, ${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
