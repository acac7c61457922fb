/** Parameters, results and type parameters. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops } from '../../../model/file-summary.ts';
import { declareLocal, declareVariable, nameText, namedType, placeOf, type Collector } from './collector.ts';
import { codeOf, codes, isType, partsOf } from './node-codes.ts';

/**
 * Parameters and results of a function, method or function type.
 * @param declares the function has a body that sees the parameters by name: `c.scope` and `c.block` are the function's own
 */
export function signatureOf(
  c: Collector,
  entity: number,
  parts: readonly SyntaxNode[],
  { declares }: { declares: boolean },
): void {
  const { writer } = c;
  let hasParameters = false;
  for (const part of parts) {
    const code = codeOf(part);
    if (code === codes.parameter_list && !hasParameters) {
      hasParameters = true;
      writer.set(entity, entityFields.listA, writer.list(parametersOf(c, entity, part, declares)));
    } else if (code === codes.parameter_list) {
      writer.set(entity, entityFields.type, tupleOf(c, resultsOf(c, part, declares)));
    } else if (isType(code)) {
      writer.set(entity, entityFields.type, c.typeOf(part));
    }
  }
}

function tupleOf({ writer }: Collector, types: readonly number[]): number {
  return types.length === 1 ? types[0]! : types.length === 0 ? 0 : writer.node(ops.tuple, writer.list(types));
}

/** One entity for each parameter. Those of a function type have no name, because nothing could use it. */
function parametersOf(c: Collector, owner: number, list: SyntaxNode, declares: boolean): number[] {
  const found: number[] = [];
  for (const declaration of partsOf(list)) {
    const parts = partsOf(declaration);
    const typeNode = parts.at(-1);
    if (typeNode === undefined) continue;
    const isRest = codeOf(declaration) === codes.variadic_parameter_declaration;
    const inner = c.typeOf(typeNode);
    const type = isRest ? c.writer.node(ops.arrayOf, inner) : inner;
    const names = parts.filter((part) => part !== typeNode && codeOf(part) === codes.identifier);
    for (const node of names.length === 0 ? [typeNode] : names) {
      const name = declares && names.length > 0 ? nameText(c, node) : '';
      found.push(declareParameter(c, node, { name, owner, type, flags: isRest ? entityFlags.rest : 0 }));
    }
  }
  return found;
}

interface ParameterDraft {
  name: string;
  owner: number;
  type: number;
  flags: number;
}

export function declareParameter(c: Collector, node: SyntaxNode, { name, owner, type, flags }: ParameterDraft): number {
  const { writer, scope } = c;
  const kind = entityKinds.parameter;
  const entity = writer.entity({ name, kind, flags, ...placeOf(node), scope, parent: owner, type });
  if (name !== '') declareLocal(c, name, { entity, node: writer.entityNode(entity), type: 0, at: node.startIndex });
  return entity;
}

/** One type for each result; named results are variables of the function. */
function resultsOf(c: Collector, list: SyntaxNode, declares: boolean): number[] {
  const types: number[] = [];
  for (const declaration of partsOf(list)) {
    const parts = partsOf(declaration);
    const typeNode = parts.at(-1);
    if (typeNode === undefined) continue;
    const type = c.typeOf(typeNode);
    const names = parts.filter((part) => part !== typeNode && codeOf(part) === codes.identifier);
    if (names.length === 0) types.push(type);
    for (const node of names) {
      types.push(type);
      if (declares) declareVariable(c, node, { type, value: 0 });
    }
  }
  return types;
}

/** `[T any, K, V comparable]`: declares types of the current scope and block; returns their entities. */
export function declareTypeParameters(c: Collector, list: SyntaxNode): number[] {
  const { writer, scope } = c;
  const found: number[] = [];
  const bounds: SyntaxNode[][] = [];
  for (const declaration of partsOf(list)) {
    const parts = partsOf(declaration);
    const bound: SyntaxNode[] = parts.filter((part) => codeOf(part) !== codes.identifier);
    for (const node of parts) {
      if (codeOf(node) !== codes.identifier) continue;
      const name = nameText(c, node);
      const entity = writer.entity({ name, kind: entityKinds.typeParameter, ...placeOf(node), scope });
      declareLocal(c, name, { entity, node: 0, type: namedType(c, [name], scope, 0), at: node.startIndex });
      found.push(entity);
      bounds.push(bound);
      // A bound that several names share gets its sites only once.
    }
  }
  let before: SyntaxNode[] | null = null;
  let type = 0;
  for (const [index, bound] of bounds.entries()) {
    if (bound !== before) type = bound.reduce((_, part) => c.typeOf(part), 0);
    before = bound;
    writer.set(found[index]!, entityFields.type, type);
  }
  return found;
}
