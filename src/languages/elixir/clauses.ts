/** The heads of Elixir's definitions, and which adjacent `def`s are clauses of one function. */
import type { SyntaxNode } from '../language.ts';

/** The name in `add(a, b)`, `add(a) when …`, `left + right`, `t :: …`, `capacity`; null where it is computed. */
export function headName(head: SyntaxNode): SyntaxNode | null {
  switch (head.type) {
    case 'identifier':
      return head;
    case 'call': {
      const target = head.childForFieldName('target');
      return target?.type === 'identifier' && target.text !== 'unquote' ? target : null;
    }
    case 'binary_operator': {
      const operator = head.childForFieldName('operator');
      const left = head.childForFieldName('left');
      if (operator === null || left === null) return null;
      return /^(when|::)$/.test(operator.text) ? headName(left) : operator;
    }
    case 'unary_operator':
      return head.childForFieldName('operator');
    default:
      return null;
  }
}

function headOf(definer: SyntaxNode): SyntaxNode | null {
  let head = definer.namedChildren.find((child) => child?.type === 'arguments')?.firstNamedChild ?? null;
  while (head?.type === 'binary_operator' && head.childForFieldName('operator')?.text === 'when')
    head = head.childForFieldName('left');
  return head;
}

/** The key that all clauses of a function share, such as `def add/2`; null where the name is computed. */
export function clauseKey(definer: SyntaxNode): string | null {
  const head = headOf(definer);
  const name = head === null ? null : headName(head);
  if (head === null || name === null) return null;
  const list = head.type === 'call' ? head.namedChildren.find((child) => child?.type === 'arguments') : null;
  const arity = head.type === 'binary_operator' ? 2 : (list?.namedChildCount ?? 0);
  return `${definer.childForFieldName('target')?.text} ${name.text}/${arity}`;
}

/** Whether the node is an attribute (`@doc`, `@impl`) or a comment: these may stand between clauses. */
function mayStandBetween(node: SyntaxNode): boolean {
  return node.type === 'comment' || (node.type === 'unary_operator' && node.child(0)?.type === '@');
}

/** The clause of the same function before this clause; null where this clause is the first. `key` is the key of `definer`. */
export function previousClause(definer: SyntaxNode, key: string | null): SyntaxNode | null {
  let previous = definer.previousNamedSibling;
  while (previous !== null && mayStandBetween(previous)) previous = previous.previousNamedSibling;
  return key !== null && previous?.type === 'call' && clauseKey(previous) === key ? previous : null;
}

/** The last clause of the function that starts with this clause; the node itself where it is the only clause or not the first. */
export function lastClause(definer: SyntaxNode): SyntaxNode {
  const key = clauseKey(definer);
  if (key === null || previousClause(definer, key) !== null) return definer;
  let last = definer;
  for (let next = definer.nextNamedSibling; next !== null; next = next.nextNamedSibling) {
    if (mayStandBetween(next)) continue;
    if (next.type !== 'call' || clauseKey(next) !== key) break;
    last = next;
  }
  return last;
}
