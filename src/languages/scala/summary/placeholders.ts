/** `_.a`: functions whose parameters are written as `_`. The function is the smallest complete expression that contains them. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields } from '../../../model/file-summary.ts';
import { declareParameter, placeOf, writeLambda, type Collector, type Visit } from '../../nominal-summary.ts';

interface Placeholders {
  /** The placeholders by the node of the expression that is their function. */
  byFunction: ReadonlyMap<number, readonly SyntaxNode[]>;
  /** Entities of the parameters, by the node of their `_`. */
  parameters: Map<number, number>;
}

const placeholders = new WeakMap<Collector, Placeholders>();

/** How many levels above its `_` an expression is searched. */
const maxLevels = 100;

/** Node types that continue an expression instead of starting a new one. */
const outer = new Set(
  `field_expression infix_expression prefix_expression generic_function call_expression match_expression assignment_expression
  instance_expression`.split(/\s+/),
);

/** Node types in which a lone `_` makes the outer expression the function. */
const transparent = new Set('arguments parenthesized_expression ascription_expression tuple_expression'.split(' '));

function functionOf(placeholder: SyntaxNode): SyntaxNode | null {
  let at = placeholder;
  let isAlone = true;
  for (let level = 0; level < maxLevels; level++) {
    const { parent } = at;
    if (parent === null) return null;
    if (outer.has(parent.type)) isAlone = false;
    else if (!isAlone || !transparent.has(parent.type)) break;
    at = parent;
  }
  return isAlone ? null : at;
}

function placeholdersOf(c: Collector, node: SyntaxNode): Placeholders {
  let found = placeholders.get(c);
  if (found === undefined) {
    let root = node;
    for (let { parent } = root; parent !== null; { parent } = root) root = parent;
    const byFunction = new Map<number, SyntaxNode[]>();
    for (const placeholder of root.descendantsOfType('wildcard') as SyntaxNode[]) {
      const owner = functionOf(placeholder);
      if (owner === null) continue;
      const others = byFunction.get(owner.id);
      if (others === undefined) byFunction.set(owner.id, [placeholder]);
      else others.push(placeholder);
    }
    placeholders.set(c, (found = { byFunction, parameters: new Map() }));
  }
  return found;
}

/** Wraps `visit` for node types that may be a function with `_` as its parameter. */
export function withPlaceholders(visit: Visit): Visit {
  return (c, node) => {
    if (!c.source.includes('_')) return visit(c, node);
    const { byFunction, parameters } = placeholdersOf(c, node);
    const own = byFunction.get(node.id);
    if (own === undefined) return visit(c, node);
    return writeLambda(c, node, (owner) => {
      const list = own.map((placeholder) => {
        const parameter = declareParameter(c, { name: '', place: placeOf(placeholder), owner, type: 0 });
        parameters.set(placeholder.id, parameter);
        return parameter;
      });
      c.writer.set(owner, entityFields.listA, c.writer.list(list));
      return visit(c, node);
    });
  };
}

/** The parameter that `_` means; 0 where no function has the `_` as its parameter. */
export function visitPlaceholder(c: Collector, node: SyntaxNode): number {
  const parameter = placeholders.get(c)?.parameters.get(node.id);
  return parameter === undefined ? 0 : c.writer.entityNode(parameter);
}
