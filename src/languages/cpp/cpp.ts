/**
 * C++. The container of a definition `A::f` is `A`. A member is exported unless its access section is private; nothing in an
 * unnamed namespace is exported. A header named `.h` is C++ where its first lines contain something that C does not have.
 */
import { readingOfBranches } from '../directives.ts';
import type { DefinitionContext, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import * as shared from '../c/declarations.ts';
import { expandMacros, macrosOf, withoutExpandedCalls } from '../c/macro-expansion.ts';
import { blankMacros } from '../c/macros.ts';
import { cppHeaders } from '../c/standard-headers.ts';
import { collectCppSummary } from '../c/summary/c-summary.ts';
import { createIncludeResolver } from '../c/resolution/resolver.ts';
import { query } from './query.ts';

const plainName = /^[\p{L}\p{N}_$]{1,100}$/u;

/** `std.vector`: the scopes before a name, without their template arguments; null for a name without scopes. */
function scopeOf(name: SyntaxNode): string | null {
  const scopes: string[] = [];
  for (const scope of shared.scopesOf(name)) {
    const text = (scope.childForFieldName('name') ?? scope).text;
    // In a broken file, anything may stand before `::`.
    if (!plainName.test(text)) return null;
    scopes.push(text);
  }
  return scopes.length === 0 ? null : scopes.join('.').slice(0, 300);
}

function container({ nameNode }: DefinitionContext): string | null {
  return scopeOf(nameNode);
}

function isFriend(node: SyntaxNode): boolean {
  const parent = node.parent;
  return (
    parent?.type === 'friend_declaration' ||
    (parent?.type === 'template_declaration' && parent.parent?.type === 'friend_declaration')
  );
}

function refineKind(context: DefinitionContext): DefinitionKind | null {
  const { node, nameNode, kind, parentKind } = context;
  const refined = shared.refineKind(context);
  if (refined === null || shared.isMade(nameNode)) return refined;
  if (node.type === 'function_definition' || node.type === 'declaration') {
    // A friend is no member: its prototype only grants access.
    if (parentKind === 'class' && isFriend(node)) return node.type === 'declaration' ? null : 'function';
    const isMember = parentKind === 'class' || scopeOf(nameNode) !== null;
    if (isMember && refined === 'function') return 'method';
    if (isMember && refined === 'variable') return 'property';
  }
  return refined === 'function' && kind === 'method' ? 'method' : refined;
}

/** Types of nodes that may stand between a type's body and its members. */
const blocks: ReadonlySet<string> = new Set([
  'template_declaration',
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
]);

/** The body of the type of which the node is a member; null for none. */
function memberList(node: SyntaxNode): SyntaxNode | null {
  let ancestor = node.parent;
  while (ancestor !== null && (blocks.has(ancestor.type) || ancestor.type === 'field_declaration'))
    ancestor = ancestor.parent;
  return ancestor?.type === 'field_declaration_list' ? ancestor : null;
}

interface FileAccess {
  /** The access sections of each type by the id of its body, in source order. `isHidden`: the section is private. */
  sections: Map<number, { start: number; isHidden: boolean }[]>;
  /** Spans of unnamed namespaces. */
  anonymous: { start: number; end: number }[];
}

const fileAccess = new WeakMap<SyntaxNode, FileAccess>();

function accessOf(root: SyntaxNode, source: string): FileAccess {
  let access = fileAccess.get(root);
  if (access === undefined) {
    const namespaces = /\bnamespace\s{0,100}\{/.test(source) ? root.descendantsOfType('namespace_definition') : [];
    const anonymous = namespaces.flatMap((node) =>
      node === null || node.childForFieldName('name') !== null ? [] : [{ start: node.startIndex, end: node.endIndex }],
    );
    // Sorted by start: a nested span adds nothing.
    let last = -1;
    const outermost = anonymous.filter(({ end }) => end > last && (last = end) === end);
    access = { sections: new Map(), anonymous: outermost };
    fileAccess.set(root, access);
  }
  return access;
}

/** The last item that starts at or before an offset; the items are sorted by start. */
function lastBefore<T extends { start: number }>(sorted: readonly T[], offset: number): T | null {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1] ?? null;
}

function sectionsOf(list: SyntaxNode, access: FileAccess): { start: number; isHidden: boolean }[] {
  let sections = access.sections.get(list.id);
  if (sections === undefined) {
    const isClass = list.parent?.type === 'class_specifier';
    sections = [{ start: list.startIndex, isHidden: isClass }];
    collectSections(list, sections, 0);
    access.sections.set(list.id, sections);
  }
  return sections;
}

function collectSections(parent: SyntaxNode, sections: { start: number; isHidden: boolean }[], depth: number): void {
  for (const child of parent.namedChildren) {
    if (child === null) continue;
    if (child.type === 'access_specifier')
      sections.push({ start: child.startIndex, isHidden: child.text.startsWith('private') });
    else if (blocks.has(child.type) && depth < 20) collectSections(child, sections, depth + 1);
  }
}

function exported({ node, kind, parentKind, root, source }: DefinitionContext): boolean {
  if (parentKind === 'function' || parentKind === 'method') return false;
  const access = accessOf(root, source);
  const at = node.startIndex;
  const namespace = lastBefore(access.anonymous, at);
  if (namespace !== null && at < namespace.end) return false;
  if (kind === 'macro' || kind === 'module' || kind === 'enumMember') return true;
  const list = parentKind === 'class' || parentKind === 'property' ? memberList(node) : null;
  if (list === null) return (kind !== 'function' && kind !== 'variable') || !shared.isStatic(node);
  return lastBefore(sectionsOf(list, access), at)?.isHidden !== true;
}

/** The signature of a constructor ends before its initialisers. */
function bodyNode(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'function_definition') return null;
  const before = node.childForFieldName('body')?.previousNamedSibling ?? null;
  return before?.type === 'field_initializer_list' ? before : null;
}

/** An include that may name a header of C++: without an extension (`<string>`; headers of C have one), or with one of C++. */
const include = /^[ \t]*#[ \t]*include[ \t]*<([\w/]+(?:\.hpp|\.hxx|\.hh)?)>/gm;
const onlyCpp = new RegExp(
  [
    '^[ \\t]*(?:export[ \\t]+)?template[ \\t]*<',
    '^[ \\t]*(?:inline[ \\t]+)?namespace(?:[ \\t]+[\\w:]+)?\\s*(?:\\{|$)',
    '^[ \\t]*(?:class|enum[ \\t]+class)[ \\t]+\\w[\\w \\t:<>,]{0,200}(?:[;{]|$)',
    '^[ \\t]*(?:public|private|protected)[ \\t]*:',
    '^[ \\t]*using[ \\t]+(?:namespace[ \\t]+)?\\w',
    '\\bstd::\\w',
    '\\b(?:nullptr_t|constexpr|consteval|noexcept|static_cast|virtual|explicit|typename|mutable)\\b',
    '\\boperator[ \\t]*(?:[=<>+*!-]|\\(\\)|\\[\\]|bool\\b)',
    '^struct[ \\t]+\\w+[ \\t]*(?:final[ \\t]*)?:[ \\t]*\\w',
  ].join('|'),
  'm',
);
/** Parts of a C header that only C++ callers read. */
const forCallers = /^[ \t]*#[ \t]*if(?:def)?[^\n]{0,80}__cplusplus[\s\S]*?^[ \t]*#[ \t]*(?:endif|else|elif)/gm;

/** How much of a header is searched (UTF-16 units): further down, keywords of C++ may be names in C. */
const codeLength = 4096;

function claims(_path: string, head: string): boolean {
  const code = head
    .replace(/\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\/\/[^\n]*/g, ' ')
    .trimStart()
    .slice(0, codeLength)
    .replace(/"[^"\n]*"/g, '""')
    .replace(forCallers, '');
  for (const [, header] of code.matchAll(include))
    if (cppHeaders.has(header!) || header!.endsWith('.hpp') || header!.endsWith('.hxx') || header!.endsWith('.hh'))
      return true;
  return onlyCpp.test(code);
}

export const cpp: Language = {
  id: 'cpp',
  name: 'C++',
  extensions: [
    '.cpp',
    '.cc',
    '.cxx',
    '.c++',
    '.hpp',
    '.hh',
    '.hxx',
    '.h++',
    '.h',
    '.ipp',
    '.tpp',
    '.txx',
    '.inl',
    '.cppm',
    '.ixx',
    '.cu',
    '.cuh',
    '.ino',
  ],
  nature: 'code',
  hasOverloads: true,
  parser: 'tree-sitter',
  claims,
  grammar: {
    wasm: 'tree-sitter-cpp.wasm',
    query,
    prepare: (text, context) => blankMacros(withoutExpandedCalls(text, context?.outside)),
    expand: expandMacros,
    macros: macrosOf,
    readings: readingOfBranches,
    imports: shared.imports,
    summary: collectCppSummary,
    nameNode: shared.nameNode,
    nameText: operatorText,
    bodyNode,
    span: shared.span,
    spanStart: shared.spanStart,
    container,
    declaresWithinModules: true,
    refineKind,
    exported,
    decorators: shared.decorators,
    signature: shared.signature,
    stripComment: shared.stripComment,
  },
  modules: createIncludeResolver,
  keywords: (
    'alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await co_return co_yield compl concept const ' +
    'const_cast consteval constexpr constinit continue decltype default define defined delete do double dynamic_cast elif else endif ' +
    'enum error explicit export extern false final float for friend goto if ifdef ifndef include inline int long mutable namespace new ' +
    'noexcept not not_eq nullptr operator or or_eq override pragma private protected public register reinterpret_cast requires return ' +
    'short signed sizeof static static_assert static_cast std struct switch template this thread_local throw true try typedef typeid ' +
    'typename undef union unsigned using virtual void volatile while xor xor_eq'
  ).split(' '),
};

/** The name of a conversion, `operator bool`, without its parameters. */
function operatorText(node: SyntaxNode, written: string): string {
  if (node.type !== 'operator_cast') return written;
  const declarator = node.childForFieldName('declarator');
  const text = node.text;
  if (declarator === null) return text;
  const end = text.indexOf('(', text.indexOf('operator'));
  return (end === -1 ? text : text.slice(0, end)).trimEnd();
}
