/** Ruby. Methods that a class body makes by calls (`attr_reader`, `define_method`, `delegate`) count as definitions. */
import type { DefinitionContext, ImportDraft, Language, ReferenceContext, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import type { ReferenceKind } from '../../model/reference.ts';
import { builtinModules } from './builtin-modules.ts';
import { isLocal } from './locals.ts';
import { isPublic } from './visibility.ts';

const typeName = '[(constant) @name (scope_resolution name: (constant) @name)]';

const scopedType = '(scope_resolution scope: (_)? @receiver name: (constant) @reference.type)';

/** Words that a class body says about itself; calls of nothing that anybody defines. */
const declarations = (
  'require require_relative load autoload include extend prepend attr attr_reader attr_writer attr_accessor private protected public ' +
  'module_function private_class_method public_class_method private_constant alias_method define_method raise'
)
  .split(' ')
  .map((word) => `"${word}"`)
  .join(' ');

const bareWords = new Set(
  'private protected public module_function raise __dir__ __method__ binding it _1 _2'.split(' '),
);

const query = `
(module name: ${typeName} body: (_)? @body "end" @body) @definition.module
(class name: ${typeName} superclass: (_)? body: (body_statement) @body) @definition.class
(class name: ${typeName} "end" @body) @definition.class
(method name: (_) @name parameters: (_)? @params body: (_) @body) @definition.function
(method name: (_) @name parameters: (_)? @params "end" @body) @definition.function
(singleton_method name: (_) @name parameters: (_)? @params body: (_) @body) @definition.method
(singleton_method name: (_) @name parameters: (_)? @params "end" @body) @definition.method
(assignment left: (constant) @name right: (call receiver: (constant) @_type method: (identifier) @_new block: (_)? @body)
  (#any-of? @_type "Struct" "Class" "Data") (#any-of? @_new "new" "define")) @definition.class
(assignment left: (constant) @name right: (call receiver: (constant) @_type method: (identifier) @_new block: (_)? @body)
  (#eq? @_type "Module") (#eq? @_new "new")) @definition.module
(assignment left: (constant) @name) @definition.variable
(assignment left: (scope_resolution name: (constant) @name)) @definition.variable
(program (assignment left: (global_variable) @name) @definition.variable)
(class body: (body_statement (assignment left: (class_variable) @name) @definition.property))
(module body: (body_statement (assignment left: (class_variable) @name) @definition.property))

(call !receiver method: (identifier) @_attribute arguments: (argument_list [(simple_symbol) (string)] @name @definition.property)
  (#any-of? @_attribute "attr_reader" "attr_writer" "attr_accessor" "attr" "mattr_reader" "mattr_accessor" "cattr_reader" "cattr_accessor"
    "class_attribute" "thread_mattr_accessor"))
(call receiver: (constant) @_type method: (identifier) @_new arguments: (argument_list (simple_symbol) @name @definition.property)
  (#any-of? @_type "Struct" "Data") (#any-of? @_new "new" "define"))
(call !receiver method: (identifier) @_relation arguments: (argument_list . (simple_symbol) @name . ","? @body)
  (#any-of? @_relation "belongs_to" "has_many" "has_one" "has_and_belongs_to_many")) @definition.property
(call !receiver method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string . (string_content) .)] @name)
  block: (_ parameters: (_)? @params body: (_)? @body) (#any-of? @_define "define_method" "define_singleton_method")) @definition.method
(call !receiver method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string . (string_content) .)] @name . ","? @body)
  (#any-of? @_define "define_method" "define_singleton_method" "scope")) @definition.method
(call !receiver method: (identifier) @_alias
  arguments: (argument_list . [(simple_symbol) (string . (string_content) .)] @name @definition.method) (#eq? @_alias "alias_method"))
(call !receiver method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @name @definition.method)
  (#eq? @_delegate "delegate"))
(call !receiver method: (identifier) @_delegate arguments: (argument_list . (_) (simple_symbol) @name @definition.method)
  (#any-of? @_delegate "def_delegators" "def_instance_delegators"))
(alias name: (_) @name @definition.method)

(call !receiver method: (identifier) @_require (#any-of? @_require "require" "require_relative" "load" "autoload")) @import

(superclass (constant) @reference.inherit)
(superclass (scope_resolution scope: (_)? @receiver name: (constant) @reference.inherit))
(call !receiver method: (identifier) @_mixin arguments: (argument_list (constant) @reference.inherit)
  (#any-of? @_mixin "include" "extend" "prepend"))
(call !receiver method: (identifier) @_mixin
  arguments: (argument_list (scope_resolution scope: (_)? @receiver name: (constant) @reference.inherit))
  (#any-of? @_mixin "include" "extend" "prepend"))
(call receiver: (constant) @_type method: (identifier) @_new arguments: (argument_list . (constant) @reference.inherit)
  (#eq? @_type "Class") (#eq? @_new "new"))
(call receiver: (constant) @_type method: (identifier) @_new
  arguments: (argument_list . (scope_resolution scope: (_)? @receiver name: (constant) @reference.inherit))
  (#eq? @_type "Class") (#eq? @_new "new"))
(call receiver: (constant) @reference.construct method: (identifier) @_new (#eq? @_new "new")
  (#not-any-of? @reference.construct "Class" "Module" "Struct"))
(call receiver: (scope_resolution scope: (_)? @receiver name: (constant) @reference.construct) method: (identifier) @_new
  (#eq? @_new "new"))
(call receiver: (_) @receiver method: (_) @reference.call (#not-eq? @reference.call "new"))
(call receiver: [(identifier) (call) (self) (instance_variable) (element_reference) (parenthesized_statements)] @receiver
  method: (identifier) @reference.call (#eq? @reference.call "new"))
(call !receiver method: [(identifier) (constant)] @reference.call (#not-any-of? @reference.call ${declarations}))
(block_argument (simple_symbol) @reference.call)
(call method: (identifier) @_send arguments: (argument_list . (simple_symbol) @reference.call)
  (#any-of? @_send "send" "public_send" "__send__" "method" "instance_method" "try"))
(call !receiver method: (identifier) @_hook arguments: (argument_list (simple_symbol) @reference.call)
  (#match? @_hook "^((before|after|around|prepend_before|skip_before)_[a-z_]+|validate|helper_method)$"))
([(argument_list (constant) @reference.type) (exceptions (constant) @reference.type) (pattern (constant) @reference.type)
  (array (constant) @reference.type) (pair value: (constant) @reference.type) (in_clause (constant) @reference.type)
  (binary (constant) @reference.type)] (#match? @reference.type "[a-z]"))
([(argument_list ${scopedType}) (exceptions ${scopedType}) (pattern ${scopedType}) (array ${scopedType}) (pair value: ${scopedType})
  (in_clause ${scopedType}) (binary ${scopedType})] (#match? @reference.type "[a-z]"))
[
  (body_statement (identifier) @reference.call.bare) (program (identifier) @reference.call.bare)
  (block_body (identifier) @reference.call.bare) (then (identifier) @reference.call.bare) (else (identifier) @reference.call.bare)
  (ensure (identifier) @reference.call.bare) (begin (identifier) @reference.call.bare) (begin_block (identifier) @reference.call.bare)
  (argument_list (identifier) @reference.call.bare) (call receiver: (identifier) @reference.call.bare)
  (assignment right: (identifier) @reference.call.bare) (operator_assignment right: (identifier) @reference.call.bare)
  (right_assignment_list (identifier) @reference.call.bare) (method body: (identifier) @reference.call.bare)
  (binary (identifier) @reference.call.bare) (unary (identifier) @reference.call.bare) (range (identifier) @reference.call.bare)
  (conditional (identifier) @reference.call.bare) (if condition: (identifier) @reference.call.bare)
  (elsif condition: (identifier) @reference.call.bare) (unless condition: (identifier) @reference.call.bare)
  (while condition: (identifier) @reference.call.bare) (until condition: (identifier) @reference.call.bare)
  (if_modifier (identifier) @reference.call.bare) (unless_modifier (identifier) @reference.call.bare)
  (while_modifier (identifier) @reference.call.bare) (until_modifier (identifier) @reference.call.bare)
  (rescue_modifier (identifier) @reference.call.bare) (case value: (identifier) @reference.call.bare)
  (pattern (identifier) @reference.call.bare) (interpolation (identifier) @reference.call.bare)
  (array (identifier) @reference.call.bare) (pair value: (identifier) @reference.call.bare)
  (element_reference (identifier) @reference.call.bare) (parenthesized_statements (identifier) @reference.call.bare)
  (splat_argument (identifier) @reference.call.bare) (hash_splat_argument (identifier) @reference.call.bare)
  (block_argument (identifier) @reference.call.bare) (optional_parameter value: (identifier) @reference.call.bare)
  (keyword_parameter value: (identifier) @reference.call.bare)
]

(comment) @comment
`;

/** A bare word is a call unless it is a local variable or says something about the body it stands in (`private`). */
function refineReference({ node, kind, root }: ReferenceContext): ReferenceKind | null {
  return bareWords.has(node.text) || isLocal(node, root) ? null : kind;
}

/** `A::B` before the name of `class A::B::C`, under the namespaces around it; `Foo` of `def Foo.bar` and `Foo.class_eval do`. */
function container({ node, kind }: DefinitionContext): string | null {
  if (node.type === 'singleton_method') {
    const object = node.childForFieldName('object');
    return object?.type === 'constant' && object.text !== enclosing(node)[0] ? object.text : null;
  }
  if (kind === 'function' || kind === 'method') return evaluated(node);
  const name = node.type === 'assignment' ? node.childForFieldName('left') : node.childForFieldName('name');
  if (name?.type !== 'scope_resolution') return null;
  const scope = name.childForFieldName('scope')?.text;
  if (scope === undefined) return null;
  return [...enclosing(node).reverse(), ...scope.split('::').filter((part) => part !== '')].join('.');
}

/** Names of the modules and classes around a node, innermost first. */
function enclosing(node: SyntaxNode): string[] {
  const names: string[] = [];
  for (let around = node.parent; around !== null; around = around.parent) {
    if (around.type !== 'class' && around.type !== 'module') continue;
    const parts = around.childForFieldName('name')?.text.split('::') ?? [];
    names.push(...parts.filter((part) => part !== '').reverse());
  }
  return names;
}

function evaluated(node: SyntaxNode): string | null {
  const call = node.parent?.type === 'body_statement' ? node.parent.parent?.parent : null;
  if (
    call?.type !== 'call' ||
    !/^(class|module|instance)_(eval|exec)$/.test(call.childForFieldName('method')?.text ?? '')
  )
    return null;
  const receiver = call.childForFieldName('receiver');
  return receiver?.type === 'constant' || receiver?.type === 'scope_resolution'
    ? receiver.text.replace(/^::/, '').replaceAll('::', '.')
    : null;
}

function refineKind({ kind, parentKind }: DefinitionContext): DefinitionKind {
  return kind === 'function' && parentKind === 'module' ? 'method' : kind;
}

function imports(node: SyntaxNode): ImportDraft[] {
  const list = node.childForFieldName('arguments')?.namedChildren ?? [];
  const method = node.childForFieldName('method')?.text;
  const argument = method === 'autoload' ? list[1] : list[0];
  if (argument === null || argument === undefined) return [];
  const literal = argument.type === 'string' ? argument : firstString(argument);
  const module = literal?.text.slice(1, -1) ?? '';
  if (module === '') return [];
  if (method === 'autoload')
    return [{ module, names: [{ name: list[0]?.text.replace(/^:/, '') ?? '', alias: null }], isDynamic: true }];
  const plain = literal?.id === argument.id && literal.namedChildCount === 1;
  const isLocal = method !== 'require' || literal?.id !== argument.id;
  return [{ module, isDynamic: !plain, ...(isLocal ? { type: 'local' as const } : {}) }];
}

/** The first string in an expression (`File.expand_path('../boot', __dir__)`). */
function firstString(node: SyntaxNode): SyntaxNode | null {
  for (const child of node.namedChildren) {
    if (child === null) continue;
    const found = child.type === 'string' ? child : firstString(child);
    if (found !== null) return found;
  }
  return null;
}

/** `:code` and `'code'` name `code`. */
function nameText(name: SyntaxNode): string {
  if (name.type === 'simple_symbol') return name.text.slice(1);
  return name.type === 'string' ? name.text.slice(1, -1) : name.text;
}

export const ruby: Language = {
  id: 'ruby',
  name: 'Ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru', '.rbi', '.podspec', '.thor', '.jbuilder', '.rabl'],
  filenames: [
    'Rakefile',
    'Gemfile',
    'Guardfile',
    'Capfile',
    'Vagrantfile',
    'Podfile',
    'Fastfile',
    'Appfile',
    'Brewfile',
    'Dangerfile',
    'Thorfile',
    'Berksfile',
    'Puppetfile',
    'Steepfile',
    '.irbrc',
    '.pryrc',
    '.simplecov',
  ],
  interpreters: ['ruby', 'jruby', 'rake', 'rbx', 'macruby'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-ruby.wasm',
    query,
    imports,
    container,
    refineKind,
    refineReference,
    nameText,
    exported: isPublic,
  },
  classifyImport(module) {
    if (/^(\.{1,2}\/|\/)/.test(module)) return 'local';
    return builtinModules.has(module.split('/')[0] ?? '') ? 'builtin' : 'external';
  },
  keywords: (
    'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry ' +
    'return self super then true undef unless until when while yield require attr_reader attr_accessor puts lambda proc raise new'
  ).split(' '),
};
