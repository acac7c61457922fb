/** Java. A package clause is a definition, but the definitions of the file are not inside it. Components of a record are properties. */
import { maven } from './resolution/artifacts.ts';
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import type { ImportType } from '../../model/import.ts';
import { collectJavaSummary } from './summary/java-summary.ts';
import { createJavaResolver } from './resolution/resolver.ts';

const query = `
(package_declaration [(identifier) (scoped_identifier)] @name) @definition.module
(module_declaration name: (_) @name body: (_) @body) @definition.module
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name body: (class_body)? @body) @definition.enumMember
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.property))
(record_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @definition.property))
(constructor_declaration name: (identifier) @name parameters: (formal_parameters) @params) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name parameters: (formal_parameters) @params) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(field_declaration (variable_declarator name: (identifier) @name) . "," @body) @definition.property
(field_declaration (variable_declarator name: (identifier) @name)) @definition.property
(constant_declaration (variable_declarator name: (identifier) @name) . "," @body) @definition.property
(constant_declaration (variable_declarator name: (identifier) @name)) @definition.property

(import_declaration) @import
(requires_module_directive) @import

(line_comment) @comment
(block_comment) @comment
`;

function modifiersOf(node: SyntaxNode): SyntaxNode | null {
  const first = node.firstNamedChild;
  return first?.type === 'modifiers' ? first : null;
}

/** The text of a declaration before its name. To read text costs less than to read nodes, and most declarations have no annotation. */
function header({ node, nameNode, source }: DefinitionContext): string {
  return source.slice(node.startIndex, nameNode.startIndex);
}

function decorators(context: DefinitionContext): string[] {
  if (context.kind === 'module' || !header(context).includes('@')) return [];
  return (modifiersOf(context.node)?.namedChildren ?? []).flatMap((child) =>
    child?.type === 'annotation' || child?.type === 'marker_annotation'
      ? (child.childForFieldName('name')?.text ?? [])
      : [],
  );
}

/** The comment above a package clause is usually a licence, so it counts only if the file has nothing else (`package-info.java`). */
function docstring({ node }: DefinitionContext): string | null {
  return node.type === 'package_declaration' && node.nextNamedSibling !== null ? '' : null;
}

/** Whether a definition is `public` or `protected`. Enum constants, components of a record and most members of an interface always are. */
function exported(context: DefinitionContext): boolean {
  const { node, kind, parentKind } = context;
  if (kind === 'module' || parentKind === 'function' || parentKind === 'method') return false;
  if (kind === 'enumMember' || node.type === 'formal_parameter' || node.type === 'spread_parameter') return true;
  const text = header(context);
  // The arguments of an annotation may contain any word.
  const words = text.includes('@')
    ? (modifiersOf(node)?.children.map((child) => child?.type ?? '') ?? [])
    : text.split(/\s+/);
  return parentKind === 'interface'
    ? !words.includes('private')
    : words.includes('public') || words.includes('protected');
}

/** A method outside of a class is a function. */
function refineKind({ kind, parentKind }: DefinitionContext): DefinitionKind | null {
  return kind === 'method' && parentKind === null ? 'function' : kind;
}

/** Packages of `javax` that are not part of the Java platform. */
const externalJavax =
  /^javax\.(?:batch|cache|ejb|el|enterprise|faces|inject|interceptor|jms|json|mail|measure|money|persistence|resource|servlet|validation|ws)\b/;

function classifyImport(module: string): ImportType {
  return /^(?:java|javax|jdk|sun|com\.sun)\./.test(module) && !externalJavax.test(module) ? 'builtin' : 'external';
}

/** Memo of `packagePrefix`, by the root node of a file. */
const prefixes = new WeakMap<SyntaxNode, string | null>();

/** The first two parts of the file's package name. Packages with the same prefix are taken for packages of the project. */
function packagePrefix(root: SyntaxNode): string | null {
  let prefix = prefixes.get(root);
  if (prefix === undefined) {
    const clause = root.namedChildren.find((child) => child?.type === 'package_declaration');
    const name = clause?.namedChildren.find((child) => child?.type === 'scoped_identifier')?.text;
    prefix = name === undefined ? null : name.split('.', 2).join('.');
    prefixes.set(root, prefix);
  }
  return prefix;
}

function imports(node: SyntaxNode, root: SyntaxNode): ImportDraft[] {
  if (node.type === 'requires_module_directive') {
    const module = node.childForFieldName('module')?.text ?? '';
    return module === '' ? [] : [{ module }];
  }
  const [, isStatic, spacedPath = '', wildcard] =
    /^import\s(?:\s*(static)\s)?([^;*]+)(?:(\*)\s*)?;?$/.exec(node.text.slice(0, 1000)) ?? [];
  const written = spacedPath.replace(/\s+/g, '');
  const path = wildcard === undefined ? written : written.slice(0, -1);
  if (!/^[\p{L}\p{N}_$.]+$/u.test(path) || (wildcard !== undefined && !written.endsWith('.'))) return [];
  const dot = path.lastIndexOf('.');
  const prefix = packagePrefix(root);
  const local = prefix !== null && `${path}.`.startsWith(`${prefix}.`) ? { type: 'local' as const } : {};
  if (wildcard !== undefined) return [{ module: path, names: [{ name: '*', alias: null }], ...local }];
  // A static import names a member of a type; any other names the type itself.
  const module = isStatic !== undefined && dot > 0 ? path.slice(0, dot) : path;
  const name = path.slice(dot + 1);
  return name === '' ? [] : [{ module, names: [{ name, alias: null }], ...local }];
}

/** The grammar does not read annotations before the dots of a rest parameter: `String @NonNull ... names`. */
function blankRestAnnotations(text: string): string {
  return text.replace(/@\w+(?:\.\w+){0,8}(?=\s*\.\.\.)/g, (annotation) => ' '.repeat(annotation.length));
}

export const java: Language = {
  id: 'java',
  name: 'Java',
  extensions: ['.java', '.jav'],
  nature: 'code',
  parser: 'tree-sitter',
  hasOverloads: true,
  grammar: {
    wasm: 'tree-sitter-java.wasm',
    query,
    prepare: blankRestAnnotations,
    imports,
    docstring,
    decorators,
    exported,
    refineKind,
    summary: ({ path, text, root, definitions, everySite = false }) =>
      collectJavaSummary(root, text, definitions, { path, everySite }),
  },
  modules: createJavaResolver,
  packages: maven,
  classifyImport,
  keywords: (
    'abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally ' +
    'float for if implements import instanceof int interface long native new null package private protected public record return ' +
    'sealed short static strictfp super switch synchronized this throw throws transient true false try var void volatile while yield'
  ).split(' '),
};
