/** Parameters of functions and lambdas. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { declareLocal, partsOf, placeOf, type Collector } from './collector.ts';
import { declaratorOf } from './declarators.ts';
import { isPointer } from './operators.ts';
import { typePart } from './types.ts';
import { signatureType } from './written-types.ts';

/** Declares the parameters of a list; returns the list node of their entities. */
export function declareParameters(c: Collector, list: SyntaxNode | null, parent: number): number {
  return declareEach(c, list === null ? [] : partsOf(list), parent);
}

/** Declares parameters; returns the list node of their entities. */
export function declareEach(c: Collector, parts: readonly SyntaxNode[], parent: number): number {
  const declared: number[] = [];
  for (const part of parts) {
    if (!part.type.endsWith('parameter_declaration')) continue;
    const type = c.typeOf(typePart(part));
    const declaratorNode = part.childForFieldName('declarator');
    const declarator = declaratorNode === null ? null : declaratorOf(c, declaratorNode);
    const isFunction = declarator !== null && (declarator.parameters !== null || declarator.pointeeParameters !== null);
    visitSignature(c, declaratorNode);
    const value = part.childForFieldName('default_value');
    const initial = value === null ? 0 : c.visit(value);
    const isRest = part.type.startsWith('variadic');
    const flags = (value === null ? 0 : entityFlags.optional) | (isRest ? entityFlags.rest : 0);
    const place = placeOf(declarator?.name ?? part);
    const name = declarator?.text ?? '';
    const kind = entityKinds.parameter;
    const draft = { name, kind, flags, ...place, scope: c.scope, parent, value: initial };
    const entity = c.writer.entity({
      ...draft,
      type: isFunction ? 0 : type,
    });
    if (c.isCpp) c.writer.set(entity, entityFields.context, signatureType(c, part, declarator));
    declared.push(entity);
    if (declarator !== null && isPointer(c, declarator.name)) c.pointers.add(entity);
    declareLocal(c, name, c.writer.entityNode(entity));
  }
  return c.writer.list(declared);
}

/** Limits the recursion: how deeply signatures are nested in signatures. */
const maxSignatureDepth = 8;

/** Visits the types in the parameter lists of a declarator: those of a function pointer or a function type. */
export function visitSignature(c: Collector, declarator: SyntaxNode | null, depth = 0): void {
  if (declarator === null || depth > maxSignatureDepth) return;
  for (const part of partsOf(declarator)) {
    if (part.type.endsWith('declarator')) visitSignature(c, part, depth + 1);
    if (part.type !== 'parameter_list') continue;
    for (const parameter of partsOf(part)) {
      if (!parameter.type.endsWith('parameter_declaration')) continue;
      c.typeOf(typePart(parameter));
      visitSignature(c, parameter.childForFieldName('declarator'), depth + 1);
    }
  }
}
