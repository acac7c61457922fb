/** Functions with the placeholder `_` as parameter, such as `_.a`. The smallest complete expression around a `_` is the function. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields } from '../../../model/file-summary.ts';
import { declareParameter, placeOf, writeLambda, type Collector, type Visit } from '../../nominal-summary.ts';

interface Placeholders {
  /** Placeholders by the id of the node that is their function. */
  byFunction: ReadonlyMap<number, readonly SyntaxNode[]>;
  /** Parameter entities by the id of the node `_`. */
  parameters: Map<number, number>;
}

/** Memo of `placeholdersOf`. */
const placeholdersByCollector = new WeakMap<Collector, Placeholders>();

/** The function of a `_` is searched among this many of its ancestors. */
const maxLevels = 100;

/** Types of nodes that continue the expression of their child: with `_` inside, they belong to the function. */
const continuingTypes = new Set(
  `field_expression infix_expression prefix_expression generic_function call_expression match_expression assignment_expression
  instance_expression`.split(/\s+/),
);

/** Types of nodes in which a `_` may stand alone. Then the expression outside of the node is the function: `f(_)`. */
const transparent = new Set('arguments parenthesized_expression ascription_expression tuple_expression'.split(' '));

/** The expression that is the function of a `_`; null if there is none. */
function functionOf(placeholder: SyntaxNode): SyntaxNode | null {
  let current = placeholder;
  let isAlone = true;
  for (let level = 0; level < maxLevels; level++) {
    const { parent } = current;
    if (parent === null) return null;
    if (continuingTypes.has(parent.type)) isAlone = false;
    else if (!isAlone || !transparent.has(parent.type)) break;
    current = parent;
  }
  return isAlone ? null : current;
}

function placeholdersOf(c: Collector, node: SyntaxNode): Placeholders {
  let found = placeholdersByCollector.get(c);
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
    placeholdersByCollector.set(c, (found = { byFunction, parameters: new Map() }));
  }
  return found;
}

/** Wraps the visitor of a node type that may be a function with `_` as its parameter. */
export function withPlaceholders(visit: Visit): Visit {
  return (c, node) => {
    if (!c.source.includes('_')) return visit(c, node);
    const { byFunction, parameters } = placeholdersOf(c, node);
    const ownPlaceholders = byFunction.get(node.id);
    if (ownPlaceholders === undefined) return visit(c, node);
    return writeLambda(c, node, (owner) => {
      const list = ownPlaceholders.map((placeholder) => {
        const parameter = declareParameter(c, { name: '', place: placeOf(placeholder), owner, type: 0 });
        parameters.set(placeholder.id, parameter);
        return parameter;
      });
      c.writer.set(owner, entityFields.listA, c.writer.list(list));
      return visit(c, node);
    });
  };
}

/** The parameter that a `_` means; 0 if it is not a parameter. */
export function visitPlaceholder(c: Collector, node: SyntaxNode): number {
  const parameter = placeholdersByCollector.get(c)?.parameters.get(node.id);
  return parameter === undefined ? 0 : c.writer.entityNode(parameter);
}
