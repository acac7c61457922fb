/** C#. In the syntax tree, `namespace A.B;` does not contain its declarations, but `namespace A.B { }` does. */
import { nuget } from './resolution/nuget-packages.ts';
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { ImportType } from '../../model/import.ts';
import { readingsWithoutDirectives } from '../directives.ts';
import { collectCsharpSummary } from './summary/csharp-summary.ts';
import { query } from './query.ts';
import { createCsharpResolver } from './resolution/resolver.ts';

const modifiers =
  '[ \\t]*(?:public|internal|private|protected|static|partial|sealed|abstract|unsafe|readonly)[ \\t]*\\r?\\n';
/** Modifiers of a type inside directives (`#if X`, `internal`, `#else`, `public`, `#endif`), which the grammar cannot read. */
const conditionalModifiers = new RegExp(
  `^([ \\t]*#if[^\\n]{1,200}\\n(?:${modifiers}){1,4})([ \\t]*#else[^\\n]{0,200}\\n)((?:${modifiers}){1,4})([ \\t]*#endif[^\\n]{0,200})`,
  'gm',
);

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** Keeps the modifiers of the last branch, without the directives. */
function prepare(text: string): string {
  return text.replace(
    conditionalModifiers,
    (...[, first = '', otherwise = '', chosen = '', last = '']: string[]) =>
      blank(first) + blank(otherwise) + chosen + blank(last),
  );
}

/** Names of the attributes before a declaration, without their arguments. */
function decorators({ node }: DefinitionContext): string[] {
  const names: string[] = [];
  for (const list of declarationOf(node).namedChildren) {
    if (list === null || list.type !== 'attribute_list') break;
    for (const attribute of list.namedChildren) {
      const name = attribute?.type === 'attribute' ? attribute.childForFieldName('name') : null;
      if (name !== null) names.push(name.text.slice(0, 200).replace(/\s+/g, ''));
    }
  }
  return names;
}

/** The field or event of a declarator. */
function declarationOf(node: SyntaxNode): SyntaxNode {
  return node.type === 'variable_declarator' ? (node.parent?.parent ?? node) : node;
}

function span(node: SyntaxNode): SyntaxNode {
  return declarationOf(node);
}

const interfaceParents: ReadonlySet<string> = new Set(['interface_declaration']);

/** Public, protected and internal declarations, and the members of interfaces and enums. Types without a modifier are internal. */
function exported({ node, kind, parentKind }: DefinitionContext): boolean {
  if (kind === 'module' || kind === 'enumMember') return true;
  if (parentKind === 'function' || parentKind === 'method') return false;
  const declaration = declarationOf(node);
  let isVisible = false;
  for (const child of declaration.children) {
    if (child === null || child.type === 'attribute_list') continue;
    if (child.type !== 'modifier') break;
    const word = child.text;
    if (word === 'private' || word === 'file') return false;
    if (word === 'public' || word === 'protected' || word === 'internal') isVisible = true;
  }
  if (isVisible || node.type === 'parameter') return true;
  if (parentKind === null || parentKind === 'module') return true;
  // An explicit implementation of an interface is as visible as the interface.
  if (declaration.namedChildren.some((child) => child?.type === 'explicit_interface_specifier')) return true;
  const container = declaration.parent?.parent?.type;
  return container !== undefined && interfaceParents.has(container);
}

/** The first names of the namespaces that a file declares, by its root. An import that begins with such a name is local. */
const namespaceRoots = new WeakMap<SyntaxNode, ReadonlySet<string>>();

function rootsOf(root: SyntaxNode): ReadonlySet<string> {
  let roots = namespaceRoots.get(root);
  if (roots === undefined) {
    const names = root.namedChildren.flatMap((child) =>
      child !== null && child.type.endsWith('namespace_declaration')
        ? [child.childForFieldName('name')?.text ?? '']
        : [],
    );
    roots = new Set(names.map((name) => name.split('.', 1)[0]!.trim()).filter((name) => name !== ''));
    namespaceRoots.set(root, roots);
  }
  return roots;
}

/** The full text of `operator +` and `~Widget`, whose first word is captured. */
function nameText(node: SyntaxNode): string {
  const text = node.text;
  if (node.type !== 'operator' && node.type !== '~') return text;
  const declaration = node.parent?.text.slice(node.startIndex - node.parent.startIndex).slice(0, 300) ?? text;
  const end = declaration.indexOf('(', text.length + 2);
  const name = declaration.slice(0, end === -1 ? text.length : end).trimEnd();
  return name.includes('\n') ? text : name;
}

function imports(node: SyntaxNode, root: SyntaxNode): ImportDraft[] {
  const alias = node.childForFieldName('name');
  if (node.type === 'extern_alias_directive') return alias === null ? [] : [{ module: alias.text, type: 'external' }];
  const target = node.namedChildren.find(
    (child) => child !== null && child.id !== alias?.id && child.type !== 'comment',
  );
  const module = target?.text.replace(/\s+|^global::|<[\s\S]*$/g, '').slice(0, 300) ?? '';
  if (module === '') return [];
  const names = node.children.some((child) => child?.type === 'static') ? [{ name: '*', alias: null }] : [];
  const draft: ImportDraft = { module, names, alias: alias?.text ?? null };
  return classifyImport(module) === 'external' && rootsOf(root).has(module.split('.', 1)[0]!)
    ? [{ ...draft, type: 'local' }]
    : [draft];
}

function classifyImport(module: string): ImportType {
  return /^System(?:\.|$)/.test(module) ? 'builtin' : 'external';
}

/** Leaves out `<summary>` and the other documentation tags; a reference such as `<see cref="A"/>` becomes its name. */
function stripComment(text: string, stripUsual: (text: string) => string): string {
  const plain = stripUsual(text);
  return text.startsWith('///') || text.startsWith('/**')
    ? plain
        .replace(/<(?:see|seealso|paramref|typeparamref)\s+\w+="(?:[A-Z]:)?([^"<>]{1,200})"\s*\/>/g, '$1')
        .replace(/<\/?[a-z][^<>]{0,200}>/g, '')
        .trim()
    : plain;
}

export const csharp: Language = {
  id: 'csharp',
  name: 'C#',
  extensions: ['.cs', '.csx'],
  nature: 'code',
  parser: 'tree-sitter',
  hasOverloads: true,
  grammar: {
    wasm: 'tree-sitter-c_sharp.wasm',
    query,
    prepare,
    readings: (text) => readingsWithoutDirectives(text),
    imports,
    span,
    nameText,
    decorators,
    exported,
    stripComment,
    summary: ({ text, root, definitions, everySite = false }) =>
      collectCsharpSummary(root, text, definitions, { everySite }),
  },
  modules: createCsharpResolver,
  packages: nuget,
  classifyImport,
  keywords: (
    'abstract add alias and as async await base bool break by byte case catch char checked class const continue decimal default ' +
    'delegate descending do double dynamic else enum equals event explicit extern false finally fixed float for foreach from get ' +
    'global goto group if implicit in init int interface internal into is join let lock long nameof namespace new not null object on ' +
    'operator or orderby out override params partial private protected public readonly record ref remove required return sbyte sealed ' +
    'select set short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using ' +
    'value var virtual void volatile when where while with yield'
  ).split(' '),
};
