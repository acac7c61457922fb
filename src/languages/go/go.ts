/** Go. The container of a method is its receiver's type. Fields of anonymous structs inside functions are not definitions. */
import { goModules } from './resolution/packages.ts';
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { collectGoSummary } from './summary/go-summary.ts';
import { parseGo } from './parse/parse-go.ts';
import { createGoResolver } from './resolution/resolver.ts';

const query = `
(function_declaration name: (identifier) @name parameters: (parameter_list) @params body: (block)? @body) @definition.function
(method_declaration name: (field_identifier) @name parameters: (parameter_list) @params body: (block)? @body) @definition.method
(method_elem name: (field_identifier) @name parameters: (parameter_list) @params) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type) @body) @definition.class
(type_spec name: (type_identifier) @name type: (interface_type) @body) @definition.interface
(type_spec name: (type_identifier) @name) @definition.typeAlias
(type_alias name: (type_identifier) @name) @definition.typeAlias
(field_declaration name: (field_identifier) @name type: (_) @params) @definition.property
(var_spec name: (identifier) @name value: (expression_list . (func_literal parameters: (parameter_list) @params body: (block) @body) .)) @definition.function
(var_spec name: (identifier) @name type: (_) @params) @definition.variable
(var_spec name: (identifier) @name "=" @params) @definition.variable
(const_spec name: (identifier) @name type: (_) @params) @definition.variable
(const_spec name: (identifier) @name "=" @params) @definition.variable
(const_spec name: (identifier) @name) @definition.variable

(import_spec) @import

(comment) @comment
`;

/** A spec stands for its whole declaration (`type T int`), unless the declaration has parentheses. */
function span(node: SyntaxNode): SyntaxNode {
  if (!/^(type|var|const)_(spec|alias)$/.test(node.type)) return node;
  const parent = node.parent;
  // A declaration with parentheses ends at its closing parenthesis, after the spec.
  return parent !== null && /^(type|var|const)_declaration$/.test(parent.type) && parent.endIndex === node.endIndex
    ? parent
    : node;
}

/** The receiver's type, without pointer, package and type parameters. */
function container({ node }: DefinitionContext): string | null {
  const receiver = node.childForFieldName('receiver')?.text.replace(/\[[\s\S]*$/, '');
  return receiver === undefined
    ? null
    : (/(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)[\s,)]*$/u.exec(receiver)?.[1] ?? null);
}

function refineKind({ kind, name, parentKind }: DefinitionContext): DefinitionKind | null {
  if (name === '_') return null;
  const isInFunction = parentKind === 'function' || parentKind === 'method';
  return kind === 'property' && isInFunction ? null : kind;
}

function exported({ name, parentKind }: DefinitionContext): boolean {
  return parentKind !== 'function' && parentKind !== 'method' && /^\p{Lu}/u.test(name);
}

function imports(node: SyntaxNode): ImportDraft[] {
  const module = node.childForFieldName('path')?.text.replace(/^["`]|["`]$/g, '') ?? '';
  if (module === '') return [];
  const name = node.childForFieldName('name');
  if (name?.type === 'dot') return [{ module, names: [{ name: '*', alias: null }] }];
  return [{ module, alias: name === null || name.type === 'blank_identifier' ? null : name.text }];
}

export const go: Language = {
  id: 'go',
  name: 'Go',
  extensions: ['.go'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-go.wasm',
    query,
    parse: parseGo,
    imports,
    span,
    container,
    refineKind,
    exported,
    summary: ({ everySite = false, ...file }) => collectGoSummary(file, { everySite }),
  },
  modules: createGoResolver,
  packages: goModules,
  classifyImport(module) {
    if (/^\.\.?(\/|$)/.test(module)) return 'local';
    // All import paths except those of the standard library begin with a host name. The path of the project's module is not known here.
    return module.split('/', 1)[0]!.includes('.') ? 'external' : 'builtin';
  },
  keywords: (
    'break case chan const continue default defer else fallthrough for func go goto if import interface map nil package range ' +
    'return select struct switch true false type var iota'
  ).split(' '),
};
