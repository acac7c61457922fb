/** Which signature of an overloaded function the TypeScript compiler chooses for each call of a tree. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import {
  type CallExpression,
  type NewExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Project } from 'typescript/unstable/sync';

/** A call, and the line of the signature that the compiler chose. Lines and columns count from 1. */
export interface ResolvedCall {
  /** The place of the callee's name. */
  path: string;
  line: number;
  column: number;
  chosen: { path: string; line: number };
  /** How many signatures the function has. */
  signatures: number;
}

interface Named {
  name?: Node;
  body?: Node;
  parent: Node & { members?: readonly Node[]; statements?: readonly Node[] };
}

/** Options under which most projects can be read without a build: packages are found by their sources. */
const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
  jsx: 'preserve',
};

/** For each package in the tree its own sources by its name, because no build has been run. */
function pathsOf(root: string, manifests: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const manifest of manifests) {
    const { name } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { name?: string };
    if (name === undefined || found[name] !== undefined) continue;
    const folder = join(root, dirname(manifest));
    found[name] = [`${folder}/src/index.ts`, `${folder}/index.ts`];
    found[`${name}/*`] = [`${folder}/src/*`, `${folder}/src/*/index.ts`, `${folder}/*`];
  }
  return found;
}

/** @param paths the tree's files of TypeScript, relative to the root; @param manifests its `package.json` files */
export function resolvedCalls(root: string, paths: readonly string[], manifests: readonly string[]): ResolvedCall[] {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-overloads-'));
  const api = new API({ cwd: root });
  try {
    const config = join(folder, 'tsconfig.json');
    const files = paths.map((path) => join(root, path));
    const compilerOptions = {
      ...options,
      paths: pathsOf(root, manifests),
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    return files.flatMap((file) => callsOf(root, project, file));
  } finally {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function callsOf(root: string, project: Project, path: string): ResolvedCall[] {
  const source = project.program.getSourceFile(path);
  if (source === undefined) return [];
  const found: ResolvedCall[] = [];
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.CallExpression || node.kind === SyntaxKind.NewExpression) {
      const call = resolvedCall(root, project, { source, node: node as CallExpression | NewExpression });
      if (call !== null) found.push(call);
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

function resolvedCall(
  root: string,
  project: Project,
  { source, node }: { source: SourceFile; node: CallExpression | NewExpression },
): ResolvedCall | null {
  if (isExpectedToFail(source, node)) return null;
  const signature = project.checker.getResolvedSignature(node);
  const declared = signature?.declaration?.resolve();
  if (declared === undefined) return null;
  const of = fileOf(declared);
  const path = relative(root, of.fileName);
  if (path.startsWith('..') || path.includes('node_modules/')) return null;
  const signatures = listOf(of, declared);
  if (signatures < 2) return null;
  const callee = nameOf(node.expression);
  return {
    path: relative(root, source.fileName),
    ...placeAt(source, callee.getStart(source)),
    chosen: { path, line: placeAt(of, startOf(of, declared)).line },
    signatures,
  };
}

/** Whether a comment says that a call does not compile: then no signature is chosen. */
function isExpectedToFail(source: SourceFile, node: Node): boolean {
  const starts = source.getLineStarts();
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const before = source.text.slice(starts[Math.max(0, first - 1)], node.end);
  return /@ts-(?:expect-error|ignore)/.test(before);
}

/** The number of signatures without a body that stand beside a declaration under its name; 0 for one that has none. */
function listOf(file: SourceFile, declared: Node): number {
  const { name, parent } = declared as Node & Named;
  const text = textOf(file, name);
  const isSignature = (one: Node): boolean => {
    const other = one as Node & Named;
    return one.kind === declared.kind && other.body === undefined && textOf(file, other.name) === text;
  };
  if (!listKinds.has(declared.kind)) return 0;
  return [...(parent.members ?? parent.statements ?? [])].filter(isSignature).length;
}

const listKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.Constructor,
]);

function textOf(file: SourceFile, node: Node | undefined): string {
  return node === undefined ? '' : file.text.slice(node.getStart(file), node.end);
}

function startOf(file: SourceFile, declared: Node): number {
  const { name } = declared as Node & Named;
  return (name ?? declared).getStart(file);
}

/** The last name of a callee, without parentheses and assertions around it. */
function nameOf(callee: Node): Node {
  const { name, expression } = callee as Node & { name?: Node; expression?: Node };
  if (callee.kind === SyntaxKind.PropertyAccessExpression) return name!;
  const isWrapped =
    callee.kind === SyntaxKind.ParenthesizedExpression ||
    callee.kind === SyntaxKind.NonNullExpression ||
    callee.kind === SyntaxKind.AsExpression;
  return isWrapped ? nameOf(expression!) : callee;
}

function fileOf(node: Node): SourceFile {
  let at = node;
  while (at.kind !== SyntaxKind.SourceFile) at = at.parent;
  return at as SourceFile;
}

function placeAt(file: SourceFile, offset: number): { line: number; column: number } {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  return { line: line + 1, column: character + 1 };
}
