/** Statement lists and declarations: what is defined, what is exported, what is imported. */
import type { Node } from 'oxc-parser';
import { visitAssignmentStatement } from './ecmascript-assignments.ts';
import {
  classSignature,
  declareVariables,
  finishFunction,
  kindOf,
  valueSignature,
  visitValue,
  type Place,
} from './ecmascript-variables.ts';
import { extendOverload, objectOf, startOf, visitClass, type ClassNode, type Overloads } from './ecmascript-classes.ts';
import { letOut } from './ecmascript-commonjs.ts';
import { isComponentClass } from './ecmascript-components.ts';
import { functionOf, functionSignature, visitFunction } from './ecmascript-functions.ts';
import { importDeclaration, importEquals, reexport, reexportAll } from './ecmascript-imports.ts';
import { unwrap } from './ecmascript-names.ts';
import { decoratorNames } from './ecmascript-calls.ts';
import { declareEnum, declareInterface, declareModule, declareTypeAlias } from './ecmascript-type-declarations.ts';
import { define, nameTopLevel, visibilities, visit, type NodeOf, type Walk } from './ecmascript-walk.ts';

type Statement = NodeOf<'Program'>['body'][number];
type FunctionDeclaration = NodeOf<'FunctionDeclaration'>;

/** What surrounds a list of statements. */
export interface Surroundings {
  top: boolean;
  local: boolean;
  /** Whatever is declared is visible (ambient modules), or only what says `export`. */
  ambient: boolean;
}

export const localSurroundings: Surroundings = { top: false, local: true, ambient: false };

export function visitStatements(walk: Walk, body: readonly Statement[], around: Surroundings): void {
  const overloads: Overloads = { name: null, index: -1 };
  for (const statement of body) {
    if (isPlainStatement(statement)) {
      overloads.name = null;
      visit(walk, statement.type === 'ExpressionStatement' ? statement.expression : statement);
      continue;
    }
    const declared = declarationOf(statement);
    const isFunction = declared.type === 'FunctionDeclaration' || declared.type === 'TSDeclareFunction';
    if (isFunction) {
      const place = placeOf(statement, around);
      const isDefault = statement.type === 'ExportDefaultDeclaration';
      declareFunction(walk, declared, { ...place, isDefault, overloads });
      continue;
    }
    overloads.name = null;
    visitStatement(walk, statement, around);
  }
}

/** Most statements of a function: they declare nothing themselves. */
function isPlainStatement(statement: Statement): boolean {
  switch (statement.type) {
    case 'ExpressionStatement':
      return statement.expression.type !== 'AssignmentExpression';
    case 'IfStatement':
    case 'ReturnStatement':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'TryStatement':
    case 'ThrowStatement':
      return true;
    default:
      return false;
  }
}

function declarationOf(statement: Statement): Node {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration ?? statement;
  return statement;
}

/** The span and the visibility of what a statement declares. */
function placeOf(statement: Statement, { top, local, ambient }: Surroundings): Place {
  const exported = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
  let visibility: Place['visibility'] = visibilities.hidden;
  if (top) visibility = exported || ambient ? visibilities.exported : visibilities.listed;
  else if (!local && (exported || ambient)) visibility = visibilities.inherited;
  return { start: statement.start, end: statement.end, visibility, local, top };
}

function visitStatement(walk: Walk, statement: Statement, around: Surroundings): void {
  switch (statement.type) {
    case 'ImportDeclaration':
      importDeclaration(walk, statement);
      return;
    case 'ExportAllDeclaration':
      reexportAll(walk, statement);
      return;
    case 'ExportNamedDeclaration':
      if (statement.source !== null) reexport(walk, statement, statement.source.value);
      else if (statement.declaration !== null) declare(walk, statement.declaration, placeOf(statement, around));
      else {
        for (const { local } of statement.specifiers)
          if (local.type === 'Identifier') walk.exportedNames.add(local.name);
      }
      return;
    case 'ExportDefaultDeclaration':
      declareDefault(walk, statement, placeOf(statement, around));
      return;
    case 'TSExportAssignment':
      if (!letOut(walk, statement.expression)) visit(walk, statement.expression);
      return;
    default:
      declare(walk, statement, placeOf(statement, around));
  }
}

/** A declaration at a place; any other statement is visited. */
export function declare(walk: Walk, node: Node, place: Place): void {
  switch (node.type) {
    case 'VariableDeclaration':
      declareVariables(walk, node, place);
      return;
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      declareFunction(walk, node, { ...place, isDefault: false, overloads: { name: null, index: -1 } });
      return;
    case 'ClassDeclaration':
      declareClass(walk, node, place, false);
      return;
    case 'TSInterfaceDeclaration':
      declareInterface(walk, node, place);
      return;
    case 'TSTypeAliasDeclaration':
      declareTypeAlias(walk, node, place);
      return;
    case 'TSEnumDeclaration':
      declareEnum(walk, node, place);
      return;
    case 'TSModuleDeclaration':
      declareModule(walk, node, place, visitStatements);
      return;
    case 'TSImportEqualsDeclaration':
      declareAlias(walk, node, place);
      return;
    case 'ExpressionStatement': {
      const { expression } = node;
      if (expression.type === 'AssignmentExpression' && expression.operator === '=') {
        visitAssignmentStatement(walk, expression, place);
      } else visit(walk, expression);
      return;
    }
    default:
      visit(walk, node);
  }
}

interface FunctionPlace extends Place {
  isDefault: boolean;
  overloads: Overloads;
}

/** Where the name of a declaration without one is: at the word `default`. */
function defaultName(walk: Walk, start: number): { name: string; at: number; end: number } {
  const at = walk.text.indexOf('default', start);
  return { name: 'default', at, end: at + 'default'.length };
}

function declareFunction(walk: Walk, node: FunctionDeclaration, place: FunctionPlace): void {
  const { id } = node;
  if (id === null && !place.isDefault) {
    visitFunction(walk, node, visit);
    return;
  }
  const name = id === null ? defaultName(walk, place.start) : { name: id.name, at: id.start, end: id.end };
  const signature = functionSignature(walk, node, id === null ? node.start : name.end);
  const { overloads } = place;
  const outer = walk.current;
  if (overloads.name === name.name) {
    walk.current = overloads.index;
    extendOverload(walk, walk.current, name.at, place.end);
    if (node.body !== null) walk.definitions[walk.current]!.signature = signature;
  } else {
    walk.current = define(walk, {
      ...name,
      kind: 'function',
      start: place.start,
      end: place.end,
      signature,
      visibility: place.visibility,
    });
    if (place.top) nameTopLevel(walk, walk.current);
  }
  overloads.name = node.body === null ? name.name : null;
  overloads.index = walk.current;
  finishFunction(walk, node, walk.current);
  walk.current = outer;
}

function declareClass(walk: Walk, node: ClassNode, place: Place, isDefault: boolean): void {
  const { id } = node;
  if (id === null && !isDefault) {
    visitClass(walk, node, -1);
    return;
  }
  const name = id === null ? defaultName(walk, place.start) : { name: id.name, at: id.start };
  const index = define(walk, {
    name: name.name,
    at: name.at,
    kind: isComponentClass(node.superClass) ? 'component' : 'class',
    start: Math.min(place.start, startOf(node)),
    end: place.end,
    signature: classSignature(walk, node),
    visibility: place.visibility,
    decorators: node.decorators.length === 0 ? [] : decoratorNames(walk.text, node.decorators),
  });
  if (place.top) nameTopLevel(walk, index);
  visitClass(walk, node, index);
}

function declareDefault(walk: Walk, statement: NodeOf<'ExportDefaultDeclaration'>, place: Place): void {
  const { declaration } = statement;
  switch (declaration.type) {
    case 'ClassDeclaration':
      declareClass(walk, declaration, place, true);
      return;
    case 'TSInterfaceDeclaration':
      declareInterface(walk, declaration, place);
      return;
    default:
      if (!letOut(walk, declaration)) declareDefaultValue(walk, declaration, place);
  }
}

/** `export default () => …`, `= {…}`, `= memo(…)`: a definition named `default`. */
function declareDefaultValue(walk: Walk, expression: Node, place: Place): void {
  const value = unwrap(expression);
  const { name, at, end } = defaultName(walk, place.start);
  const outer = walk.current;
  const kind = kindOf('Default', value);
  walk.current = define(walk, {
    name,
    at,
    kind,
    start: place.start,
    end: place.end,
    signature:
      objectOf(value) === null
        ? valueSignature(walk, { value, called: functionOf(value), nameEnd: end, end: place.end })
        : null,
    visibility: place.visibility,
  });
  visitValue(walk, expression, walk.current, false);
  walk.current = outer;
}

/** `import a = require('x')`, and `export import a = b.c`, which declares a name. */
function declareAlias(walk: Walk, node: NodeOf<'TSImportEqualsDeclaration'>, place: Place): void {
  importEquals(walk, node, place.start);
  const { id, moduleReference } = node;
  if (moduleReference.type === 'TSExternalModuleReference' || walk.text.startsWith('import', place.start)) return;
  define(walk, {
    name: id.name,
    kind: 'variable',
    at: id.start,
    start: place.start,
    end: place.end,
    signature: null,
    visibility: place.visibility,
  });
}
