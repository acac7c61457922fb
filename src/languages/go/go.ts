/** Go. A type's methods are contained in it by their receiver; what a function's anonymous structs hold is no definition. */
import type { DefinitionContext, ImportDraft, Language, ReferenceContext, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import type { ReferenceKind } from '../../model/reference.ts';
import { collectGoFacts } from './facts/go-facts.ts';
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

([(function_declaration type_parameters: (type_parameter_list (type_parameter_declaration name: (identifier) @reference.none)))
  (type_spec type_parameters: (type_parameter_list (type_parameter_declaration name: (identifier) @reference.none)))] @scope)
((method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @reference.none)))
  (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @reference.none))))
]))) @scope)
((var_spec name: (identifier) @_blank type: [
  (type_identifier) @reference.implement
  (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.implement)
]) (#eq? @_blank "_"))
(field_declaration !name type: [
  (type_identifier) @reference.inherit
  (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.inherit)
  (generic_type type: [
    (type_identifier) @reference.inherit
    (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.inherit)
  ])
])
(interface_type (type_elem . [
  (type_identifier) @reference.inherit
  (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.inherit)
] .))
(composite_literal type: [
  (type_identifier) @reference.construct
  (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.construct)
  (generic_type type: [
    (type_identifier) @reference.construct
    (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.construct)
  ])
])
(call_expression function: (identifier) arguments: (argument_list . [
  (type_identifier) @reference.construct.new
  (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.construct)
]))
(call_expression function: (identifier) @reference.call.name)
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call))
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @reference.call
  (qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.call)
]))
(qualified_type package: (package_identifier) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type

(comment) @comment
`;

const builtinTypes: ReadonlySet<string> = new Set(
  (
    'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 ' +
    'uint32 uint64 uintptr'
  ).split(' '),
);

/** Functions of the language that programs do not define themselves. */
const builtinFunctions: ReadonlySet<string> = new Set(
  'append cap close copy delete len make new panic recover'.split(' '),
);

/** The whole declaration, where it declares one thing without parentheses. */
function span(node: SyntaxNode): SyntaxNode {
  if (!/^(type|var|const)_(spec|alias)$/.test(node.type)) return node;
  const parent = node.parent;
  // Parentheses end behind what they hold.
  return parent !== null && /^(type|var|const)_declaration$/.test(parent.type) && parent.endIndex === node.endIndex
    ? parent
    : node;
}

/** The receiver's type, without pointer, package and type parameters. */
function container({ node }: DefinitionContext): string | null {
  const receiver = node.childForFieldName('receiver')?.text.replace(/\[[\s\S]*$/, '');
  return receiver === undefined ? null : (/([\p{L}_][\p{L}\p{N}_]*)[\s,)]*$/u.exec(receiver)?.[1] ?? null);
}

/** `var _ Store = (*memory)(nil)` says that memory implements Store. */
function owner(reference: SyntaxNode): string | null {
  const parent = reference.parent;
  const spec = parent?.type === 'qualified_type' ? parent.parent : parent;
  if (spec?.type !== 'var_spec') return null;
  const value = spec.childForFieldName('value')?.text.slice(0, 200) ?? '';
  return /^[(*&\s]*([\p{L}_][\p{L}\p{N}_]*)/u.exec(value)?.[1] ?? null;
}

function refineKind({ kind, name, parentKind }: DefinitionContext): DefinitionKind | null {
  if (name === '_') return null;
  const inFunction = parentKind === 'function' || parentKind === 'method';
  return kind === 'property' && inFunction ? null : kind;
}

function exported({ name, parentKind }: DefinitionContext): boolean {
  return parentKind !== 'function' && parentKind !== 'method' && /^\p{Lu}/u.test(name);
}

function refineReference({ name, kind }: ReferenceContext): ReferenceKind | null {
  return builtinTypes.has(name) || builtinFunctions.has(name) ? null : kind;
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
    owner,
    refineKind,
    exported,
    refineReference,
    builtinTypes,
    facts: ({ everySite = false, ...file }) => collectGoFacts(file, { everySite }),
  },
  modules: createGoResolver,
  classifyImport(module) {
    if (/^\.\.?(\/|$)/.test(module)) return 'local';
    // Only the standard library's paths start without a host name; the module's own path is not known here.
    return module.split('/', 1)[0]!.includes('.') ? 'external' : 'builtin';
  },
  keywords: (
    'break case chan const continue default defer else fallthrough for func go goto if import interface map nil package range ' +
    'return select struct switch true false type var iota'
  ).split(' '),
};
