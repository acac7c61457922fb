/** Structured bindings of C++: `auto [a, b] = pair;`, `for (auto& [key, value] : map)`. */
import type { SyntaxNode } from '../../language.ts';
import { ops } from '../../../model/file-summary.ts';
import { declareVariable, partsOf, type Collector } from './collector.ts';

/** Declares the names of `[a, b]`, each with its part of the value. */
export function declareBinding(c: Collector, declarator: SyntaxNode, value: number): void {
  let pattern: SyntaxNode | undefined = declarator;
  while (pattern?.type === 'init_declarator' || pattern?.type === 'reference_declarator') [pattern] = partsOf(pattern);
  if (pattern?.type !== 'structured_binding_declarator') return;
  for (const [index, name] of partsOf(pattern).entries()) {
    if (name.type !== 'identifier') continue;
    declareVariable(c, name, {
      type: 0,
      value: value === 0 ? 0 : c.writer.node(ops.item, value, index),
      isPointer: false,
    });
  }
}
