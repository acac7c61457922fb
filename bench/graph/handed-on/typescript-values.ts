/**
 * Where TypeScript and JavaScript name a function of their own tree as a value, by the compiler's checker. Names that the compiler cannot resolve
 * without installed dependencies are left out.
 */
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type { FunctionValue } from './truth.ts';

/** The part of the classic API of the compiler (versions up to 5) that is used here: no version of it is a dependency of ours. */
interface Node {
  kind: number;
  parent: Node;
  text: string;
  getStart: () => number;
  getSourceFile: () => SourceFile;
  [field: string]: unknown;
}
interface SourceFile extends Node {
  fileName: string;
  isDeclarationFile: boolean;
  getLineAndCharacterOfPosition: (at: number) => { line: number };
}
interface Symbol {
  flags: number;
  declarations?: Node[];
}
interface Checker {
  getSymbolAtLocation: (node: Node) => Symbol | undefined;
  getShorthandAssignmentValueSymbol: (node: Node) => Symbol | undefined;
  getAliasedSymbol: (symbol: Symbol) => Symbol;
}
interface Compiler {
  SyntaxKind: Readonly<Record<string, number>>;
  SymbolFlags: Readonly<Record<string, number>>;
  createProgram: (
    files: readonly string[],
    options: object,
  ) => { getTypeChecker: () => Checker; getSourceFiles: () => readonly SourceFile[] };
  forEachChild: (node: Node, visit: (child: Node) => void) => void;
}

const accepted = /\.[cm]?[jt]sx?$/;

/** @param compiler the folder of an installed `typescript` of version 5 */
export function typescriptValues(root: string, paths: readonly string[], compiler: string): FunctionValue[] {
  const ts = createRequire(import.meta.url)(compiler) as Compiler;
  const own = new Map(paths.filter((path) => accepted.test(path)).map((path) => [join(root, path), path]));
  const options = {
    ...{ allowJs: true, noEmit: true, jsx: 1, target: 99, module: 99, moduleResolution: 100, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, types: [], strict: true },
  };
  const program = ts.createProgram([...own.keys()], options);
  const checker = program.getTypeChecker();
  const { SyntaxKind: kinds, SymbolFlags: flags } = ts;
  const found = new Map<string, FunctionValue>();

  const functionKinds = new Set([kinds['ArrowFunction'], kinds['FunctionExpression']]);
  const declared = (name: Node): Node | null => {
    const { parent } = name;
    const isShorthand = parent.kind === kinds['ShorthandPropertyAssignment'];
    let symbol = isShorthand ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(name);
    if (symbol !== undefined && (symbol.flags & flags['Alias']!) !== 0) symbol = checker.getAliasedSymbol(symbol);
    const [first, ...others] = (symbol?.declarations ?? []).filter((one) => 'body' in one || !isSignature(one));
    if (first === undefined || others.length > 0 || first.getSourceFile().isDeclarationFile) return null;
    const isFunction = first.kind === kinds['FunctionDeclaration'] || first.kind === kinds['MethodDeclaration'];
    const initializer = first['initializer'] as Node | undefined;
    return isFunction || (initializer !== undefined && functionKinds.has(initializer.kind)) ? first : null;
  };
  const isSignature = ({ kind }: Node): boolean =>
    kind === kinds['FunctionDeclaration'] || kind === kinds['MethodDeclaration'];

  const visit = (node: Node): void => {
    if (node.kind === kinds['Identifier'] && isValue(node, kinds)) {
      const declaration = declared(node);
      const name = declaration?.['name'] as Node | undefined;
      const path = own.get(name?.getSourceFile().fileName ?? '');
      if (name !== undefined && path !== undefined) {
        const value = {
          path: relative(root, node.getSourceFile().fileName),
          line: lineOf(node),
          name: node.text,
          toPath: path,
          toLines: [lineOf(name)],
        };
        found.set(JSON.stringify(value), value);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (own.has(file.fileName)) visit(file);
  return [...found.values()];
}

function lineOf(node: Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Whether an identifier is a value that something else can keep: not a declaration, callee, type, import, or the object of a member. */
function isValue(name: Node, kinds: Readonly<Record<string, number>>): boolean {
  let node = name;
  let { parent } = node;
  if (parent.kind === kinds['PropertyAccessExpression'] && parent['name'] === node) {
    node = parent;
    parent = node.parent;
  }
  const transparent = [
    ...['ParenthesizedExpression', 'NonNullExpression', 'AsExpression', 'SatisfiesExpression'].map((one) => kinds[one]),
  ];
  while (transparent.includes(parent.kind)) {
    node = parent;
    parent = node.parent;
  }
  const is = (...names: string[]): boolean => names.some((one) => kinds[one] === parent.kind);
  if (is('CallExpression', 'NewExpression')) return parent['expression'] !== node;
  if (is('BinaryExpression'))
    return (parent['operatorToken'] as Node).kind !== kinds['EqualsToken'] || parent['left'] !== node;
  if (is('VariableDeclaration', 'PropertyDeclaration', 'PropertyAssignment', 'Parameter', 'BindingElement'))
    return parent['initializer'] === node;
  if (is('ConditionalExpression')) return parent['condition'] !== node;
  if (is('ShorthandPropertyAssignment', 'ArrayLiteralExpression', 'JsxExpression', 'ReturnStatement', 'SpreadElement'))
    return true;
  return is('ArrowFunction') && parent['body'] === node;
}
