/** Declarations of variables. */
import type { Node } from 'oxc-parser';
import { entityFields, entityFlags, entityKinds, ops, siteKinds } from '../../model/link-facts.ts';
import { collectClass } from './classes.ts';
import { type Collector, bare, collectExpression, hoistingScope, located } from './collector.ts';
import { setContext } from './contexts.ts';
import { collectFunction, isFunction } from './functions.ts';
import { requiredModule } from './modules.ts';
import { declaredType } from './type-parameters.ts';
import { declarePattern } from './patterns.ts';

export function collectVariables(
  c: Collector,
  node: Node & { type: 'VariableDeclaration' },
  scope: number,
  flags = 0,
): void {
  const { writer } = c;
  const target = node.kind === 'var' ? hoistingScope(c, scope) : scope;
  const allFlags = flags | (node.kind === 'const' ? entityFlags.constant : 0);
  for (const { id, init } of node.declarations) {
    const annotation = 'typeAnnotation' in id ? (id.typeAnnotation as Node | null) : null;
    const type = declaredType(c, annotation, scope);
    const module = init === null ? -1 : requiredModule(c, init);
    if (module !== -1 && importPattern(c, id, module, { scope: target, flags: allFlags })) continue;
    const value = init === null ? 0 : initialValue(c, id, init, scope);
    if (type !== 0) setContext(c, value, () => writer.node(ops.cast, type, 0));
    const whole = type === 0 || id.type === 'Identifier' ? value : writer.node(ops.cast, type, value);
    const hasValue = init === null ? 0 : entityFlags.implemented;
    declarePattern(c, id, { value: whole, scope: target, flags: allFlags | hasValue, type });
  }
}

/** The value of a variable; a function or class without a name of its own takes the variable's. */
function initialValue(c: Collector, id: Node, init: Node, scope: number): number {
  const { writer } = c;
  const value = bare(init);
  if (id.type !== 'Identifier') return collectExpression(c, init, scope);
  const named = { name: id.name, at: id.start };
  if (isFunction(value)) return writer.node(ops.entity, collectFunction(c, value, scope, { ...named, parent: -2 }));
  if (value.type === 'ClassExpression') {
    const entity = collectClass(c, value, scope, named);
    writer.set(entity, entityFields.parent, -2);
    return writer.node(ops.entity, entity);
  }
  return collectExpression(c, init, scope);
}

/** `const { a, b: c } = require('m')` imports names; `const m = require('m')` what the module exports. */
function importPattern(
  c: Collector,
  id: Node,
  module: number,
  { scope, flags }: { scope: number; flags: number },
): boolean {
  const { writer } = c;
  const declare = (name: string, at: number, imported: string): void => {
    const entity = writer.entity({ name, kind: entityKinds.import, flags, scope }, located(c, at));
    writer.set(entity, entityFields.listA, module);
    writer.set(entity, entityFields.listB, writer.string(imported));
  };
  if (id.type === 'Identifier') {
    declare(id.name, id.start, '=');
    return true;
  }
  if (id.type !== 'ObjectPattern') return false;
  for (const property of id.properties) {
    if (property.type === 'RestElement' || property.computed || property.key.type !== 'Identifier') return false;
    if (property.value.type !== 'Identifier') return false;
  }
  for (const property of id.properties) {
    if (property.type === 'RestElement' || property.key.type !== 'Identifier' || property.value.type !== 'Identifier')
      continue;
    declare(property.value.name, property.value.start, property.key.name);
    const name = writer.name(property.value.name, scope);
    writer.site(siteKinds.import, name, located(c, property.key.start), scope);
  }
  return true;
}
