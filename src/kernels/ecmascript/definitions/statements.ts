/** Statement lists and declarations: what is defined, what is exported, what is imported. */
import { Kind } from '../generated/codes';
import {
  ClassNode,
  ExportAllDeclaration,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ExportSpecifier,
  ExpressionStatement,
  FunctionNode,
  ImportDeclaration,
  List,
  Node,
  NodeType,
  TSEnumDeclaration,
  TSExportAssignment,
  TSImportEqualsDeclaration,
  TSInterfaceDeclaration,
  TSModuleBlock,
  TSModuleDeclaration,
  TSTypeAliasDeclaration,
  VariableDeclaration,
  Word,
} from '../generated/nodes';
import { ascii } from '../texts';
import { visitAssignmentStatement } from './assignments';
import { decorate } from './calls';
import { extendOverload, newOverloads, Overloads, startOf, visitClass } from './classes';
import { assignmentOf, exportLocalName } from './commonjs';
import { isComponentClass } from './components';
import { visitFunction } from './functions';
import { visit } from './handlers';
import { importDeclaration, importEquals, reexport, reexportAll } from './imports';
import { identifierName, literalName, nameOf, PlacedName, placedName, unwrap, writtenName } from './names';
import { definitionAt, Visibility } from './records';
import { indexOfWord, startsWith } from './source-texts';
import { declareEnum, declareInterface, declareTypeAlias } from './type-declarations';
import { functionOf, functionSignature, objectOf } from './values';
import {
  classSignature,
  declareVariables,
  finishFunction,
  kindOf,
  newPlace,
  Place,
  valueSignature,
  visitValue,
} from './variables';
import { define, exportName, nameTopLevel, newDraft, walk } from './walk';

/** A list of statements inside a function or a block. */
export function visitLocalStatements(body: List): void {
  visitStatements(body, false, true, false);
}

/**
 * @param top whether it is the top level of a file
 * @param local whether it is inside a function or a block
 * @param ambient whether everything declared is visible (ambient modules), or only what has `export`
 */
export function visitStatements(body: List, top: bool, local: bool, ambient: bool): void {
  const overloads = newOverloads();
  for (let index = 0; index < body.length; index++) {
    const statement = body.get(index);
    if (surelyDeclaresNothing(statement)) {
      overloads.name = null;
      const isExpression = statement.type === NodeType.ExpressionStatement;
      visit(isExpression ? changetype<ExpressionStatement>(statement).expression : statement);
      continue;
    }
    const declared = declarationOf(statement);
    const place = placeOf(statement, top, local, ambient);
    if (declared.type === NodeType.FunctionDeclaration || declared.type === NodeType.TSDeclareFunction) {
      const isDefault = statement.type === NodeType.ExportDefaultDeclaration;
      declareFunction(changetype<FunctionNode>(declared), place, isDefault, overloads);
      continue;
    }
    overloads.name = null;
    visitStatement(statement, place);
  }
}

/** Whether a statement is of a frequent kind that declares nothing itself. `visitStatement` handles all others. */
function surelyDeclaresNothing(statement: Node): bool {
  switch (statement.type) {
    case NodeType.ExpressionStatement:
      return changetype<ExpressionStatement>(statement).expression.type !== NodeType.AssignmentExpression;
    case NodeType.IfStatement:
    case NodeType.ReturnStatement:
    case NodeType.ForStatement:
    case NodeType.ForOfStatement:
    case NodeType.TryStatement:
    case NodeType.ThrowStatement:
      return true;
    default:
      return false;
  }
}

/** The declaration after `export` or `export default`; the statement itself where there is none. */
function declarationOf(statement: Node): Node {
  if (statement.type === NodeType.ExportDefaultDeclaration) {
    return changetype<ExportDefaultDeclaration>(statement).declaration;
  }
  if (statement.type !== NodeType.ExportNamedDeclaration) return statement;
  const declaration = changetype<ExportNamedDeclaration>(statement).declaration;
  return declaration === null ? statement : declaration;
}

/** The span and the visibility of a statement's declarations. */
function placeOf(statement: Node, top: bool, local: bool, ambient: bool): Place {
  const exported =
    ambient ||
    statement.type === NodeType.ExportNamedDeclaration ||
    statement.type === NodeType.ExportDefaultDeclaration;
  let visibility = Visibility.Hidden;
  if (top) visibility = exported ? Visibility.Exported : Visibility.Listed;
  else if (!local && exported) visibility = Visibility.Inherited;
  return newPlace(statement.start, statement.end, visibility, local, top);
}

function visitStatement(statement: Node, place: Place): void {
  switch (statement.type) {
    case NodeType.ImportDeclaration:
      importDeclaration(changetype<ImportDeclaration>(statement));
      return;
    case NodeType.ExportAllDeclaration:
      reexportAll(changetype<ExportAllDeclaration>(statement));
      return;
    case NodeType.ExportNamedDeclaration:
      visitExport(changetype<ExportNamedDeclaration>(statement), place);
      return;
    case NodeType.ExportDefaultDeclaration:
      declareDefault(changetype<ExportDefaultDeclaration>(statement).declaration, place);
      return;
    case NodeType.TSExportAssignment: {
      const expression = changetype<TSExportAssignment>(statement).expression;
      if (!exportLocalName(expression)) visit(expression);
      return;
    }
    default:
      declare(statement, place);
  }
}

function visitExport(node: ExportNamedDeclaration, place: Place): void {
  const source = node.source;
  const declaration = node.declaration;
  if (source !== null) reexport(node, source);
  else if (declaration !== null) declare(declaration, place);
  else {
    const specifiers = node.specifiers;
    for (let index = 0; index < specifiers.length; index++) {
      const local = changetype<ExportSpecifier>(specifiers.get(index)).local;
      if (local.type === NodeType.Identifier) exportName(nameOf(local));
    }
  }
}

/** Records the definitions of a declaration; visits any other statement. */
export function declare(node: Node, place: Place): void {
  switch (node.type) {
    case NodeType.VariableDeclaration:
      declareVariables(changetype<VariableDeclaration>(node), place);
      return;
    case NodeType.FunctionDeclaration:
    case NodeType.TSDeclareFunction:
      declareFunction(changetype<FunctionNode>(node), place, false, newOverloads());
      return;
    case NodeType.ClassDeclaration:
      declareClass(changetype<ClassNode>(node), place, false);
      return;
    case NodeType.TSInterfaceDeclaration:
      declareInterface(changetype<TSInterfaceDeclaration>(node), place);
      return;
    case NodeType.TSTypeAliasDeclaration:
      declareTypeAlias(changetype<TSTypeAliasDeclaration>(node), place);
      return;
    case NodeType.TSEnumDeclaration:
      declareEnum(changetype<TSEnumDeclaration>(node), place);
      return;
    case NodeType.TSModuleDeclaration:
      declareModule(changetype<TSModuleDeclaration>(node), place);
      return;
    case NodeType.TSImportEqualsDeclaration:
      declareAlias(changetype<TSImportEqualsDeclaration>(node), place);
      return;
    case NodeType.ExpressionStatement: {
      const expression = changetype<ExpressionStatement>(node).expression;
      const assignment = assignmentOf(expression);
      if (assignment === null) visit(expression);
      else visitAssignmentStatement(assignment, place);
      return;
    }
    default:
      visit(node);
  }
}

/** The name of a declaration without one: the word `default`. */
function defaultName(start: i32): PlacedName {
  return placedName(ascii('default'), indexOfWord('default', start));
}

function endOfDefault(name: PlacedName): i32 {
  return name.at + name.text.length;
}

function declareFunction(node: FunctionNode, place: Place, isDefault: bool, overloads: Overloads): void {
  const id = node.id;
  if (id === null && !isDefault) {
    visitFunction(node);
    return;
  }
  const name = id === null ? defaultName(place.start) : identifierName(id);
  const nameEnd = id === null ? node.start : id.end;
  const outerIndex = walk.currentIndex;
  if (overloads.matches(name.text, Word.None, false)) {
    walk.currentIndex = overloads.index;
    extendOverload(walk.currentIndex, node.body === null ? -1 : name.at, place.end);
    if (node.body !== null) functionSignature(definitionAt(walk.currentIndex), node, nameEnd);
  } else {
    const draft = newDraft(name, Kind.Function, place.start, place.end, place.visibility);
    functionSignature(draft, node, nameEnd);
    walk.currentIndex = define(draft);
    if (place.top) nameTopLevel(walk.currentIndex);
  }
  overloads.begin(node.body === null ? name.text : null, Word.None, false);
  overloads.index = walk.currentIndex;
  finishFunction(node, walk.currentIndex);
  walk.currentIndex = outerIndex;
}

function declareClass(node: ClassNode, place: Place, isDefault: bool): void {
  const id = node.id;
  if (id === null && !isDefault) {
    visitClass(node, -1);
    return;
  }
  const name = id === null ? defaultName(place.start) : identifierName(id);
  const kind = isComponentClass(node.superClass) ? Kind.Component : Kind.Class;
  const start = min(place.start, startOf(node, node.decorators));
  const draft = newDraft(name, kind, start, place.end, place.visibility);
  classSignature(draft, node);
  decorate(draft, node.decorators);
  const index = define(draft);
  if (place.top) nameTopLevel(index);
  visitClass(node, index);
}

function declareDefault(declaration: Node, place: Place): void {
  switch (declaration.type) {
    case NodeType.ClassDeclaration:
      declareClass(changetype<ClassNode>(declaration), place, true);
      return;
    case NodeType.TSInterfaceDeclaration:
      declareInterface(changetype<TSInterfaceDeclaration>(declaration), place);
      return;
    default:
      if (!exportLocalName(declaration)) declareDefaultValue(declaration, place);
  }
}

/** `export default () => …`, `= {…}`, `= memo(…)`: a definition named `default`. */
function declareDefaultValue(expression: Node, place: Place): void {
  const value = unwrap(expression);
  const name = defaultName(place.start);
  const outerIndex = walk.currentIndex;
  const draft = newDraft(name, kindOf(ascii('Default'), value), place.start, place.end, place.visibility);
  if (objectOf(value) === null) valueSignature(draft, value, functionOf(value), endOfDefault(name), place.end);
  walk.currentIndex = define(draft);
  visitValue(expression, walk.currentIndex, false);
  walk.currentIndex = outerIndex;
}

/** `import a = require('x')` and `import a = b.c`; only `export import a = b.c` makes a definition. */
function declareAlias(node: TSImportEqualsDeclaration, place: Place): void {
  importEquals(node, place.start);
  if (node.moduleReference.type === NodeType.TSExternalModuleReference || startsWith('import', place.start)) return;
  define(newDraft(identifierName(node.id), Kind.Variable, place.start, place.end, place.visibility));
}

/** `namespace a.b {}`, `declare module 'x' {}`, `declare global {}`. */
function declareModule(node: TSModuleDeclaration, place: Place): void {
  const id = node.id;
  const isQuoted = id.type === NodeType.Literal;
  const name = isQuoted ? literalName(id) : writtenName(id.start, id.end);
  const outerIndex = walk.currentIndex;
  // A module with a quoted name and `global` are visible to the whole program, wherever they are declared.
  const visibility = isQuoted || node.isGlobal ? Visibility.Exported : place.visibility;
  if (name !== null) {
    walk.currentIndex = define(newDraft(name, Kind.Module, place.start, place.end, visibility));
    if (place.top) nameTopLevel(walk.currentIndex);
  }
  const ambient = node.isDeclared || isQuoted || node.isGlobal || walk.declarationFile;
  // `declare module 'x';` has no body.
  const body = node.body;
  if (body !== null) visitStatements(changetype<TSModuleBlock>(body).body, false, false, ambient);
  walk.currentIndex = outerIndex;
}
