/** Type parameters and type arguments. */
import type { Node } from 'oxc-parser';
import { entityKinds, ops, primitives } from '../../model/link-facts.ts';
import { type Collector, collectType, located } from './collector.ts';

/** The type of a declaration. What is declared to be anything is not what its value or context says. */
export function declaredType(c: Collector, annotation: Node | null | undefined, scope: number): number {
  const type = collectType(c, annotation, scope);
  const written = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation.type : null;
  const isOpen = written === 'TSAnyKeyword' || written === 'TSUnknownKeyword';
  return isOpen ? c.writer.node(ops.primitiveType, primitives.any) : type;
}

/** The list of type arguments; 0 for none. */
export function typeArguments(c: Collector, node: Node | null | undefined, scope: number): number {
  if (node === null || node === undefined || node.type !== 'TSTypeParameterInstantiation') return 0;
  return c.writer.list(node.params.map((parameter) => collectType(c, parameter, scope)));
}

/** Declares type parameters in `scope`; gives the list of their entities. */
export function typeParameters(c: Collector, node: Node | null | undefined, scope: number): number {
  if (node === null || node === undefined || node.type !== 'TSTypeParameterDeclaration') return 0;
  const { writer } = c;
  return writer.list(
    node.params.map(({ name, constraint, default: initial }) =>
      writer.entity(
        {
          name: name.name,
          kind: entityKinds.typeParameter,

          scope,
          // What it is at least, for calls on it.
          type: firstOf(collectType(c, constraint, scope), collectType(c, initial, scope)),
        },
        located(c, name.start),
      ),
    ),
  );
}

function firstOf(constraint: number, initial: number): number {
  return constraint === 0 ? initial : constraint;
}
