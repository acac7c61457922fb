/**
 * Questions about TypeScript with their answers by the compiler's checker: what a name means, which classes and interfaces extend or implement another,
 * and which lines write a property. Names that the compiler cannot resolve without installed dependencies are left out.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Question } from './truth.ts';

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
  getLineAndCharacterOfPosition: (at: number) => { line: number; character: number };
}
interface Symbol {
  flags: number;
  declarations?: Node[];
}
interface Type {
  /** Of a union. */
  types?: Type[];
  getProperty: (name: string) => Symbol | undefined;
}
interface Checker {
  getSymbolAtLocation: (node: Node) => Symbol | undefined;
  getShorthandAssignmentValueSymbol: (node: Node) => Symbol | undefined;
  getAliasedSymbol: (symbol: Symbol) => Symbol;
  getContextualType: (node: Node) => Type | undefined;
}
interface Compiler {
  SyntaxKind: Readonly<Record<string, number>>;
  SymbolFlags: Readonly<Record<string, number>>;
  createProgram: (
    files: readonly string[],
    options: object,
  ) => { getTypeChecker: () => Checker; getSourceFile: (path: string) => SourceFile | undefined };
  forEachChild: (node: Node, visit: (child: Node) => void) => void;
}

const accepted = /\.[cm]?tsx?$/;

/** @param compiler the folder of an installed `typescript` of version 5 */
export function typescriptQuestions(root: string, paths: readonly string[], compiler: string): Question[] {
  const ts = createRequire(import.meta.url)(compiler) as Compiler;
  const own = new Map(paths.filter((path) => accepted.test(path)).map((path) => [join(root, path), path]));
  const options = {
    ...{ noEmit: true, jsx: 1, target: 99, module: 99, moduleResolution: 100, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, types: [], strict: true },
  };
  const program = ts.createProgram([...own.keys()], options);
  const checker = program.getTypeChecker();
  const questions: Question[] = [];
  const derived = new Map<Node, Set<Node>>();
  const writers = new Map<Node, Set<string>>();
  const names = nameReader({ ts, checker, own, questions, derived });
  const { addTarget, addLiteral, isAssignment, increments } = writerReader({ ts, checker, names, writers });
  const { addDefinition, addHeritage, placeOf, lineOf, nameOf } = names;
  const { SyntaxKind: kinds } = ts;

  const visit = (node: Node): void => {
    if (node.kind === kinds['Identifier']) addDefinition(node);
    if (node.kind === kinds['ClassDeclaration'] || node.kind === kinds['InterfaceDeclaration']) addHeritage(node);
    if (node.kind === kinds['BinaryExpression'] && isAssignment((node['operatorToken'] as Node).kind))
      addTarget(node['left'] as Node);
    const isUnary = node.kind === kinds['PrefixUnaryExpression'] || node.kind === kinds['PostfixUnaryExpression'];
    if (isUnary && increments.has(node['operator'] as number)) addTarget(node['operand'] as Node);
    if (node.kind === kinds['PropertyAssignment'] || node.kind === kinds['ShorthandPropertyAssignment'])
      addLiteral(node);
    ts.forEachChild(node, visit);
  };
  for (const path of own.keys()) {
    const file = program.getSourceFile(path);
    if (file !== undefined) visit(file);
  }
  const closure = (base: Node, seen = new Set<Node>()): Set<Node> => {
    for (const one of derived.get(base) ?? []) if (!seen.has(one)) closure(one, seen.add(one));
    return seen;
  };
  for (const base of derived.keys()) {
    const places = [...closure(base)].map((one) => lineOf(nameOf(one))).filter((one) => one !== null);
    const at = placeOf(nameOf(base));
    if (at !== null) questions.push({ kind: 'implementers', ...at, name: nameOf(base).text, places });
  }
  for (const [declaration, lines] of writers) {
    const at = placeOf(nameOf(declaration));
    if (at !== null) questions.push({ kind: 'writers', ...at, name: nameOf(declaration).text, places: [...lines] });
  }
  return questions;
}

interface NameContext {
  ts: Compiler;
  checker: Checker;
  own: ReadonlyMap<string, string>;
  questions: Question[];
  derived: Map<Node, Set<Node>>;
}

/** Reads what names mean, and heritage. */
function nameReader({ ts, checker, own, questions, derived }: NameContext) {
  const { SyntaxKind: kinds, SymbolFlags: flags } = ts;

  const placeOf = (name: Node): { path: string; line: number; column: number } | null => {
    const path = own.get(name.getSourceFile().fileName);
    if (path === undefined) return null;
    const { line, character } = name.getSourceFile().getLineAndCharacterOfPosition(name.getStart());
    return { path, line: line + 1, column: character + 1 };
  };
  const lineOf = (name: Node): string | null => {
    const place = placeOf(name);
    return place === null ? null : `${place.path}:${place.line}`;
  };
  const declarations = (symbol: Symbol | undefined): Node[] => {
    const isAlias = symbol !== undefined && (symbol.flags & flags['Alias']!) !== 0;
    return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
  };
  const nameOf = (declaration: Node): Node => (declaration['name'] as Node | undefined) ?? declaration;

  const isConstructor = ({ kind }: Node): boolean => kind === kinds['Constructor'];
  const addDefinition = (name: Node): void => {
    const { parent } = name;
    if (parent['name'] === name && parent.kind !== kinds['PropertyAccessExpression']) return;
    const symbols = [checker.getSymbolAtLocation(name)];
    const declared = symbols.flatMap(declarations);
    // At a construction also the constructor is meant.
    const made = declared.flatMap((one) => ((one['members'] as Node[] | undefined) ?? []).filter(isConstructor));
    const places = [...declared, ...made].map((one) => lineOf(nameOf(one)));
    const at = placeOf(name);
    if (at === null || places.length === 0 || places.some((place) => place === null)) return;
    questions.push({ kind: 'definition', ...at, name: name.text, places: places.filter((one) => one !== null) });
  };
  const addHeritage = (type: Node): void => {
    for (const clause of (type['heritageClauses'] as Node[] | undefined) ?? []) {
      for (const { expression } of clause['types'] as { expression: Node }[]) {
        for (const base of declarations(checker.getSymbolAtLocation(expression))) {
          if (lineOf(nameOf(base)) === null) continue;
          const found = derived.get(base) ?? new Set();
          derived.set(base, found.add(type));
        }
      }
    }
  };
  return { addDefinition, addHeritage, placeOf, lineOf, nameOf };
}

interface WriterContext {
  ts: Compiler;
  checker: Checker;
  names: ReturnType<typeof nameReader>;
  writers: Map<Node, Set<string>>;
}

/** Reads which lines write properties. */
function writerReader({ ts, checker, names, writers }: WriterContext) {
  const { SyntaxKind: kinds } = ts;
  const { lineOf, nameOf } = names;
  const typeKinds = new Set(
    ['ClassDeclaration', 'InterfaceDeclaration', 'TypeAliasDeclaration'].map((kind) => kinds[kind]),
  );
  /** Properties of types without a name have no symbol. */
  const isProperty = ({ kind, parent }: Node): boolean => {
    if (kind === kinds['Parameter']) return parent.kind === kinds['Constructor'];
    if (kind !== kinds['PropertyDeclaration'] && kind !== kinds['PropertySignature']) return false;
    return typeKinds.has((parent.kind === kinds['TypeLiteral'] ? parent.parent : parent).kind);
  };
  const addWriter = (symbol: Symbol | undefined, at: Node): void => {
    const line = lineOf(at);
    // A property of a union is that of each of its types.
    for (const declaration of line === null ? [] : (symbol?.declarations ?? []))
      if (isProperty(declaration) && lineOf(nameOf(declaration)) !== null)
        writers.set(declaration, (writers.get(declaration) ?? new Set()).add(line!));
  };
  const addTarget = (target: Node): void => {
    const inner = target.kind === kinds['ParenthesizedExpression'] ? (target['expression'] as Node) : target;
    if (inner.kind === kinds['PropertyAccessExpression']) {
      const name = inner['name'] as Node;
      addWriter(checker.getSymbolAtLocation(name), name);
    } else if (inner.kind === kinds['ArrayLiteralExpression']) (inner['elements'] as Node[]).forEach(addTarget);
  };
  const propertiesOf = (type: Type | undefined, name: string): (Symbol | undefined)[] =>
    type?.types === undefined ? [type?.getProperty(name)] : type.types.flatMap((one) => propertiesOf(one, name));
  const isAssignment = (kind: number): boolean => kind >= kinds['FirstAssignment']! && kind <= kinds['LastAssignment']!;
  const increments = new Set([kinds['PlusPlusToken'], kinds['MinusMinusToken']]);
  const addLiteral = (node: Node): void => {
    const name = node['name'] as Node;
    const isPattern =
      node.parent.parent.kind === kinds['BinaryExpression'] && node.parent.parent['left'] === node.parent;
    if (isPattern || name.kind !== kinds['Identifier']) return;
    for (const symbol of propertiesOf(checker.getContextualType(node.parent), name.text)) addWriter(symbol, name);
  };
  return { addTarget, addLiteral, isAssignment, increments };
}
