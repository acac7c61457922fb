/** C. A prototype is a definition, like a function with a body. A header named `.h` is C unless C++ claims it. */
import { readingsOfBodies } from '../directives.ts';
import type { DefinitionContext, Language } from '../language.ts';
import {
  decorators,
  imports,
  isStatic,
  nameNode,
  refineKind,
  scopesOf,
  signature,
  span,
  spanStart,
  stripComment,
} from './declarations.ts';
import { expandMacros, macrosOf, withoutExpandedCalls } from './macro-expansion.ts';
import { blankMacros } from './macros.ts';
import { collectCSummary } from './summary/c-summary.ts';
import { createIncludeResolver } from './resolution/resolver.ts';
import { sharedDefinitions } from './shared-query.ts';

/** Everything except `static` functions and variables, and declarations inside functions. */
function exported({ node, kind, parentKind }: DefinitionContext): boolean {
  if (parentKind === 'function' || parentKind === 'method') return false;
  return (kind !== 'function' && kind !== 'variable') || !isStatic(node);
}

export const c: Language = {
  id: 'c',
  name: 'C',
  extensions: ['.c', '.h'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-c.wasm',
    query: sharedDefinitions,
    prepare: (text, context) => blankMacros(withoutExpandedCalls(text, context?.outside)),
    expand: expandMacros,
    macros: macrosOf,
    readings: readingsOfBodies,
    imports,
    summary: collectCSummary,
    nameNode,
    container: ({ nameNode: name }) => scopesOf(name)[0]?.text ?? null,
    signature,
    span,
    spanStart,
    refineKind,
    exported,
    decorators,
    stripComment,
  },
  modules: createIncludeResolver,
  keywords: (
    'auto bool break case char const constexpr continue default define defined do double elif else endif enum error extern false float ' +
    'for goto if ifdef ifndef include inline int long null nullptr pragma register restrict return short signed sizeof static ' +
    'static_assert struct switch thread_local true typedef typeof undef union unsigned void volatile while'
  ).split(' '),
};
