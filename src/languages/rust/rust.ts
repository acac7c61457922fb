/** Rust. The container of a member of an impl is the type of the impl. The span of a definition starts at its first attribute. */
import { cargo } from './resolution/crates.ts';
import type { DefinitionContext, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { collectRustSummary } from './summary/rust-summary.ts';
import { rewriteArgumentMacros } from './argument-macros.ts';
import { classify, imports } from './imports.ts';
import { expandItemMacros } from './macro-expansion.ts';
import { rewriteItemMacros } from './item-macros.ts';
import { rewriteLibraryMacros } from './library-macros.ts';
import { rewritePatternAttributes } from './pattern-attributes.ts';
import { itemMacrosOf } from './offered-macros.ts';
import { query } from './query.ts';
import { createRustResolver } from './resolution/resolver.ts';

/** Memo of `attributes`. */
const attributesOf = new WeakMap<SyntaxNode, SyntaxNode[]>();

/** The attributes before a definition, the nearest first. Comments between them are skipped. */
function attributes(node: SyntaxNode): SyntaxNode[] {
  const cached = attributesOf.get(node);
  if (cached !== undefined) return cached;
  const found: SyntaxNode[] = [];
  attributesOf.set(node, found);
  for (let sibling = node.previousNamedSibling; sibling !== null; sibling = sibling.previousNamedSibling) {
    if (sibling.type === 'attribute_item') found.push(sibling);
    else if (sibling.type !== 'line_comment' && sibling.type !== 'block_comment') break;
  }
  return found;
}

function spanStart(node: SyntaxNode): SyntaxNode {
  return attributes(node).at(-1) ?? node;
}

const maxDocLines = 50;

function decorators({ node }: DefinitionContext): string[] {
  return attributes(node)
    .toReversed()
    .flatMap((item) => item.firstNamedChild?.firstNamedChild?.text.slice(0, 100) ?? []);
}

/** `//!` lines at the start of a module's body, at most `maxDocLines`. */
function docstring({ node, kind }: DefinitionContext): string | null {
  if (kind !== 'module') return null;
  const lines: string[] = [];
  for (
    let line = node.childForFieldName('body')?.firstNamedChild ?? null;
    line !== null;
    line = line.nextNamedSibling
  ) {
    const text = line.text;
    if (line.type !== 'line_comment' || !text.startsWith('//!') || lines.length === maxDocLines) break;
    lines.push(text.slice(3).trim());
  }
  return lines.length === 0 ? null : lines.join('\n');
}

/** The last name of a type, without references, type arguments and bounds (`&'a mut dyn fmt::Write + Send` is `Write`). */
function typeName(node: SyntaxNode | null): string | null {
  if (node === null) return null;
  const text = node.text
    .slice(0, 300)
    .replace(/<[\s\S]*$/, '')
    .replace(/ \+[\s\S]*$/, '');
  return /([\p{L}_][\p{L}\p{N}_]*)[^\p{L}\p{N}_]*$/u.exec(text)?.[1] ?? null;
}

function implOf(node: SyntaxNode): SyntaxNode | null {
  const container = node.parent?.parent ?? null;
  return container?.type === 'impl_item' ? container : null;
}

function container({ node, kind }: DefinitionContext): string | null {
  if (kind !== 'function' && kind !== 'variable' && kind !== 'typeAlias') return null;
  return typeName(implOf(node)?.childForFieldName('type') ?? null);
}

function refineKind({ node, kind, parentKind }: DefinitionContext): DefinitionKind | null {
  if (kind === 'variable' && parentKind !== 'function' && parentKind !== 'method' && implOf(node) !== null)
    return 'property';
  return kind;
}

function isPublic(node: SyntaxNode): boolean {
  const first = node.firstNamedChild;
  return first?.type === 'visibility_modifier' && first.text !== 'pub(self)';
}

/**
 * Whether a definition is `pub` in any form except `pub(self)`. A member of a trait or an enum is as visible as the trait or enum. A
 * member of an `impl Trait for Type` is always visible. A macro is visible with the attribute `macro_export`. What a function contains
 * is never visible.
 */
function exported({ node, kind, parentKind }: DefinitionContext): boolean {
  if (parentKind === 'function' || parentKind === 'method') return false;
  if (kind === 'macro') return attributes(node).some((item) => item.text.includes('macro_export'));
  if (isPublic(node)) return true;
  const container = node.parent?.parent ?? null;
  if (container === null) return false;
  if (container.type === 'impl_item') return container.childForFieldName('trait') !== null;
  if (container.type === 'enum_variant') return container.parent?.parent !== null && isPublic(container.parent!.parent);
  return (container.type === 'trait_item' || container.type === 'enum_item') && isPublic(container);
}

export const rust: Language = {
  id: 'rust',
  name: 'Rust',
  extensions: ['.rs'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-rust.wasm',
    prepare: (text) => rewriteArgumentMacros(rewriteItemMacros(rewritePatternAttributes(rewriteLibraryMacros(text)))),
    expand: expandItemMacros,
    macros: itemMacrosOf,
    query,
    imports,
    spanStart,
    decorators,
    docstring,
    container,
    refineKind,
    exported,
    summary: ({ everySite = false, expanded = null, ...file }) =>
      collectRustSummary({ ...file, expanded }, { everySite }),
  },
  modules: createRustResolver,
  packages: cargo,
  classifyImport: classify,
  keywords: (
    'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref ' +
    'return self static struct super trait true type union unsafe use where while yield'
  ).split(' '),
};
