/** Functions and classes, imports and exports. `at + n` is a field at byte n of the parser's structure. */
import { ClassNode, ExportNamedDeclaration, FunctionNode, ImportDeclaration, NodeType, Word } from '../generated/nodes';
import {
  readBoxClassBody,
  readClassType,
  readDeclaration,
  readFunctionType,
  readImportOrExportKind,
  readOptionBindingIdentifier,
  readOptionBoxFunctionBody,
  readOptionBoxTSTypeAnnotation,
  readOptionBoxTSTypeParameterDeclaration,
  readOptionBoxTSTypeParameterInstantiation,
  readOptionExpression,
  readOptionVecImportDeclarationSpecifier,
  readVecDecorator,
  readVecTSClassImplements,
} from '../generated/tree';
import { make, Node, noNodes } from '../node-parts';
import { readStringLiteral } from './literals';
import { parametersOf } from './parameters';
import { readBool } from './texts';

export function readFunction(at: usize): Node {
  const node = changetype<FunctionNode>(make(readFunctionType(at + 88), offsetof<FunctionNode>(), at));
  node.generator = readBool(at + 89);
  node.isAsync = readBool(at + 90);
  node.isDeclared = readBool(at + 91);
  node.id = readOptionBindingIdentifier(at + 16);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 48);
  node.params = parametersOf(at + 64, at + 56);
  node.returnType = readOptionBoxTSTypeAnnotation(at + 72);
  node.body = readOptionBoxFunctionBody(at + 80);
  return node;
}

export function readClass(at: usize): Node {
  const node = changetype<ClassNode>(make(readClassType(at + 136), offsetof<ClassNode>(), at));
  node.isAbstract = readBool(at + 137);
  node.isDeclared = readBool(at + 138);
  const superClass = readOptionExpression(at + 80);
  node.decorators = readVecDecorator(at + 16);
  node.id = readOptionBindingIdentifier(at + 40);
  node.typeParameters = readOptionBoxTSTypeParameterDeclaration(at + 72);
  node.superClass = superClass;
  node.superTypeArguments = superClass === null ? null : readOptionBoxTSTypeParameterInstantiation(at + 96);
  node.implemented = readVecTSClassImplements(at + 104);
  node.body = readBoxClassBody(at + 128);
  return node;
}

export function readImportDeclaration(at: usize): Node {
  const node = changetype<ImportDeclaration>(make(NodeType.ImportDeclaration, offsetof<ImportDeclaration>(), at));
  const specifiers = readOptionVecImportDeclarationSpecifier(at + 16);
  node.specifiers = specifiers === null ? noNodes : specifiers;
  node.source = readStringLiteral(at + 40);
  node.importKind = readImportOrExportKind(at + 13);
  return node;
}

export function readExportDeclaration(at: usize): Node {
  const type = NodeType.ExportNamedDeclaration;
  const node = changetype<ExportNamedDeclaration>(make(type, offsetof<ExportNamedDeclaration>(), at));
  node.declaration = readDeclaration(at + 16);
  node.specifiers = noNodes;
  node.source = null;
  // No walk reads the export kind of a declaration: only that of specifiers and re-exports.
  node.exportKind = Word.Value;
  return node;
}
