/** Functions: declared, assigned to fields, and written as values. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, scopeKinds } from '../../../model/file-summary.ts';
import { declare, declaringBlock, nameless, partsOf, placeOf, type Collector } from './collector.ts';
import { visitTarget } from './names.ts';

export interface FunctionDraft {
  /** The node that gives the function's place: its name, or the function itself. */
  at: SyntaxNode;
  /** '' for a function without a name. */
  name?: string;
  /** Whether the function is found by its name. Otherwise it is found by the variable or member to which it is assigned. */
  isDeclared?: boolean;
  flags?: number;
  /** How the function gets the receiver, Lua's variable `self`: implicitly, or as a first parameter of that name. Null: it has no receiver. */
  self?: 'implicit' | 'parameter' | null;
}

/**
 * @param node has `parameters` and a `body`
 * @returns the function's entity
 */
export function writeFunction(
  c: Collector,
  node: SyntaxNode,
  { at, name = '', isDeclared = false, flags = 0, self = null }: FunctionDraft,
): number {
  const { writer } = c;
  const { scope, block, returns } = c;
  const draft = { name, kind: entityKinds.function, flags: entityFlags.implemented | flags, scope };
  const entity = writer.entity({ ...draft, parent: isDeclared ? -1 : nameless }, placeOf(at));
  c.block = { parent: block, names: new Set(), inFunction: true, hasReceiver: false, redeclarations: 0 };
  if (self === 'implicit') declareReceiver(c);
  // A function without `self` sees the `self` of the surrounding function, like an arrow function.
  c.scope = writer.scope(scope, self === null ? scopeKinds.arrow : scopeKinds.function, entity);
  writer.set(entity, entityFields.ownScope, c.scope);
  c.returns = [];
  const list = node.childForFieldName('parameters');
  const parameters: number[] = [];
  for (const parameter of list === null ? [] : partsOf(list)) {
    if (parameter.type !== 'identifier') continue;
    // A first parameter `self` is the receiver, not a parameter.
    if (self === 'parameter' && parameters.length === 0 && parameter.text === 'self') {
      declareReceiver(c);
      continue;
    }
    declare(c, parameter.text);
    const parameterDraft = { name: parameter.text, kind: entityKinds.parameter, scope: c.scope, parent: entity };
    parameters.push(writer.entity(parameterDraft, placeOf(parameter)));
  }
  writer.set(entity, entityFields.listA, writer.list(parameters));
  const body = node.childForFieldName('body');
  if (body !== null) for (const part of partsOf(body)) c.visit(part);
  writer.set(entity, entityFields.value, writer.either(c.returns));
  Object.assign(c, { scope, block, returns });
  return entity;
}

function declareReceiver({ block }: Collector): void {
  block.names.add('self');
  block.hasReceiver = true;
}

/** Whether the first parameter of a function is `self`. */
export function takesSelf(node: SyntaxNode): boolean {
  return node.childForFieldName('parameters')?.firstNamedChild?.text === 'self';
}

/** `function f()`, `local function f()`, `function M.f()`, `function M:f()`. */
export function visitFunction(c: Collector, node: SyntaxNode): number {
  const name = node.childForFieldName('name');
  if (name === null) return 0;
  const { writer } = c;
  if (name.type === 'identifier') {
    const isLocal = node.child(0)?.type === 'local';
    if (isLocal) declare(c, name.text);
    const isGlobal = !isLocal && !isDeclared(c, name.text);
    const entity = writeFunction(c, node, {
      at: name,
      name: name.text,
      isDeclared: isLocal || isGlobal,
      flags: isGlobal ? entityFlags.global : 0,
    });
    // A global function is visible in the whole program, so it belongs to the scope of the file.
    if (isGlobal) {
      writer.set(entity, entityFields.scope, 0);
      c.globals.add(name.text);
    } else if (!isLocal)
      writer.assign(writer.name(name.text, c.scope), writer.entityNode(entity), placeOf(name), c.scope);
    return 0;
  }
  const isMethod = name.type === 'method_index_expression';
  const at = name.childForFieldName(isMethod ? 'method' : 'field') ?? name;
  const target = visitTarget(c, name);
  const self = isMethod ? 'implicit' : takesSelf(node) ? 'parameter' : null;
  const entity = writeFunction(c, node, { at, name: at.text, self });
  if (target !== 0) writer.assign(target, writer.entityNode(entity), placeOf(at), c.scope);
  return 0;
}

function isDeclared(c: Collector, name: string): boolean {
  return declaringBlock(c, name) !== null || c.globals.has(name);
}
