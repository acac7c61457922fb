/** Declarations of variables. */
import {
  Identifier,
  Node,
  NodeType,
  ObjectPattern,
  Property,
  VariableDeclaration,
  VariableDeclarator,
  Word,
} from '../generated/nodes';
import { ascii, Text } from '../texts';
import {
  fieldFlags,
  fieldListA,
  fieldListB,
  flagConstant,
  flagImplemented,
  kindImport,
  opCast,
  siteImport,
} from '../generated/codes';
import { collectExpression } from './collector';
import { contextOfType, setContext } from './contexts';
import { documented } from './doc-types';
import { annotationOf } from './function-nodes';
import { namedValue } from './named-values';
import { requiredModule } from './modules';
import { addName } from './names';
import { runsDispose } from './implicit-calls';
import { declarePattern } from './patterns';
import { bare, isExports } from './syntax';
import { declaredType } from './type-parameters';
import { writer } from './writer';

export function collectVariables(node: VariableDeclaration, scope: i32, flags: i32): void {
  const target = node.kind === Word.Var ? writer.hoistingScope(scope) : scope;
  const allFlags = flags | (node.kind === Word.Const ? flagConstant : 0);
  for (let index = 0; index < node.declarations.length; index++) {
    const value = collectVariable(
      changetype<VariableDeclarator>(node.declarations.get(index)),
      scope,
      target,
      allFlags,
    );
    if (node.kind === Word.Using || node.kind === Word.AwaitUsing)
      runsDispose(value, node.kind === Word.AwaitUsing, node.start, scope);
  }
}

/**
 * @param target the scope in which the names are declared
 * @returns the node of the initial value; 0 for none, or one that is imported
 */
function collectVariable(node: VariableDeclarator, scope: i32, target: i32, flags: i32): i32 {
  const id = node.id;
  const type = declaredType(annotationOf(id), scope);
  const init = node.init;
  if (init === null) {
    const typedValue =
      type === 0 && id.type === NodeType.Identifier
        ? documented(0, node.start, scope)
        : type === 0 || id.type === NodeType.Identifier
          ? 0
          : writer.node2(opCast, type, 0);
    declarePattern(id, typedValue, target, flags, type);
    return 0;
  }
  const module = requiredModule(init);
  if (module !== -1 && importPattern(id, module, target, flags)) return 0;
  if (target === 0 && id.type === NodeType.Identifier && isExports(bare(init))) {
    addName(writer.exportsNames, changetype<Identifier>(id).name);
  }
  const value = initialValue(id, init, scope);
  if (type !== 0) setContext(value, contextOfType(type));
  // The names in a pattern get their types from the annotation of the whole pattern, if there is one.
  const whole = type === 0 || id.type === NodeType.Identifier ? value : writer.node2(opCast, type, value);
  declarePattern(id, whole, target, flags | flagImplemented, type);
  return value;
}

function initialValue(id: Node, init: Node, scope: i32): i32 {
  if (id.type !== NodeType.Identifier) return collectExpression(init, scope);
  return documented(namedValue(init, changetype<Identifier>(id).name, id.start, scope), id.start, scope);
}

/**
 * Declares imports: `const { a, b: c } = require('m')` imports names, `const m = require('m')` the whole module.
 * @returns false for any other pattern, which declares nothing
 */
function importPattern(id: Node, module: i32, scope: i32, flags: i32): bool {
  if (id.type === NodeType.Identifier) {
    declareImport(changetype<Identifier>(id), ascii('='), module, scope, flags);
    return true;
  }
  if (id.type !== NodeType.ObjectPattern) return false;
  const properties = changetype<ObjectPattern>(id).properties;
  for (let index = 0; index < properties.length; index++) {
    if (!bindsOneName(properties.get(index))) return false;
  }
  for (let index = 0; index < properties.length; index++) {
    const property = changetype<Property>(properties.get(index));
    const local = changetype<Identifier>(property.value);
    declareImport(local, changetype<Identifier>(property.key).name, module, scope, flags);
    const name = writer.name(local.name, scope);
    writer.site(siteImport, name, property.key.start, scope);
  }
  return true;
}

/** Whether a part of a pattern is `a` or `b: c`. */
function bindsOneName(node: Node): bool {
  if (node.type === NodeType.RestElement) return false;
  const property = changetype<Property>(node);
  if (property.computed || property.key.type !== NodeType.Identifier) return false;
  return property.value.type === NodeType.Identifier;
}

function declareImport(local: Identifier, imported: Text, module: i32, scope: i32, flags: i32): void {
  const entity = writer.entity(local.name, kindImport, local.start, scope);
  writer.set(entity, fieldFlags, flags);
  writer.set(entity, fieldListA, module);
  writer.set(entity, fieldListB, writer.string(imported));
}
