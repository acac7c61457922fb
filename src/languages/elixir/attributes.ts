/** Elixir's module attributes, such as `@doc` and `@impl`: the documentation and the decorators of definitions. */
import type { DefinitionContext, SyntaxNode } from '../language.ts';

/** Attributes that configure a module or describe a definition; any other name is a constant of the module. */
export const reservedAttributes: ReadonlySet<string> = new Set(
  (
    'moduledoc doc typedoc spec type typep opaque callback macrocallback optional_callbacks impl behaviour behavior derive enforce_keys ' +
    'before_compile after_compile after_verify on_definition on_load external_resource compile dialyzer vsn deprecated file nifs ' +
    'tag moduletag describetag fallback_to_any since doc_group primary_key foreign_key_type schema_prefix timestamps_opts shortdoc ' +
    'requirements recursive preferred_cli_env attr slot'
  ).split(' '),
);

/** Attributes that mark the definition directly below them. */
const decoratorNames = new Set(['impl', 'deprecated', 'tag', 'decorate', 'requirements', 'dialyzer']);

function attributeName(node: SyntaxNode): string | null {
  if (node.type !== 'unary_operator' || node.child(0)?.type !== '@') return null;
  return node.childForFieldName('operand')?.childForFieldName('target')?.text ?? null;
}

/** How many attributes above a definition, or statements at the start of a module, are searched. */
const maxAttributes = 30;

/** Attributes directly above a definition, nearest first. Comments between them are skipped. */
function attributesAbove(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (
    let attribute = node.previousNamedSibling;
    attribute !== null && found.length < maxAttributes;
    attribute = attribute.previousNamedSibling
  ) {
    if (attribute.type === 'comment') continue;
    const name = attributeName(attribute);
    if (name === null || /^(typep?|opaque|(macro)?callback)$/.test(name)) break;
    found.push(attribute);
  }
  return found;
}

/** The text of `@doc "…"`; null for `@doc false` and `@doc since: …`. */
function textOf(attribute: SyntaxNode): string | null {
  const value = attribute
    .childForFieldName('operand')
    ?.namedChildren.find((child) => child?.type === 'arguments')?.firstNamedChild;
  if (value?.type !== 'string' && value?.type !== 'sigil') return null;
  return dedent(
    value.namedChildren.flatMap((child) => (child?.type === 'quoted_content' ? [child.text] : [])).join(''),
  );
}

/** A heredoc is indented like its closing quotes. */
function dedent(text: string): string {
  const indent = /\n([ \t]*)$/.exec(text)?.[1] ?? '';
  return indent === ''
    ? text
    : text
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n');
}

export function docstring({ node, kind }: DefinitionContext): string | null {
  if (node.type === 'call' && (kind === 'module' || kind === 'interface' || kind === 'class')) return moduledoc(node);
  const wanted = kind === 'typeAlias' ? 'typedoc' : 'doc';
  for (const attribute of attributesAbove(node)) {
    const text = attributeName(attribute) === wanted ? textOf(attribute) : null;
    if (text !== null) return text;
  }
  return null;
}

function moduledoc(node: SyntaxNode): string | null {
  let statement = node.namedChildren.find((child) => child?.type === 'do_block')?.firstNamedChild ?? null;
  for (let steps = 0; statement !== null && steps < maxAttributes; steps++, statement = statement.nextNamedSibling) {
    if (attributeName(statement) === 'moduledoc') return textOf(statement);
  }
  return null;
}

export function decorators({ node }: DefinitionContext): string[] {
  if (node.type !== 'call') return [];
  const names = attributesAbove(node).flatMap((attribute) => attributeName(attribute) ?? []);
  return [...new Set(names.filter((name) => decoratorNames.has(name)))].reverse();
}
