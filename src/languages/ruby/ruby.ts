/** Ruby. Methods that calls in a class body define (`attr_reader`, `define_method`, `delegate`) count as definitions. */
import { rubygems } from './gems.ts';
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { builtinModules } from './builtin-modules.ts';
import { isPublic } from './visibility.ts';
import { collectRubySummary } from './summary/ruby-summary.ts';
import { createRubyResolver } from './resolution/resolver.ts';

/** Calls whose arguments, symbols or strings, name the methods or properties that the calls define. */
const definers = new Map<string, DefinitionKind>([
  ['delegate', 'method'],
  ['def_delegators', 'method'],
  ['def_instance_delegators', 'method'],
  ['define_method', 'method'],
  ['define_singleton_method', 'method'],
  ['scope', 'method'],
  ['alias_method', 'method'],
  ['attr', 'property'],
  ['attr_reader', 'property'],
  ['attr_writer', 'property'],
  ['attr_accessor', 'property'],
  ['cattr_reader', 'property'],
  ['cattr_accessor', 'property'],
  ['mattr_reader', 'property'],
  ['mattr_accessor', 'property'],
  ['class_attribute', 'property'],
  ['belongs_to', 'property'],
  ['has_many', 'property'],
  ['has_one', 'property'],
  ['has_and_belongs_to_many', 'property'],
]);

/** Calls of `definers` whose first argument is the only name. */
const firstOnly = /^(define_(singleton_)?method|scope|alias_method|belongs_to|has_.*)$/;

// `new` and `define` are for the fields of `Struct.new(:x)` and `Data.define(:x)`.
const query = `
(module name: (_) @name) @definition.module
(class name: (_) @name) @definition.class
(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.method
(assignment left: (_) @name) @definition.variable
(call method: (identifier) @_definer arguments: (argument_list [(simple_symbol) (string)] @name @definition.method)
  (#any-of? @_definer ${[...definers.keys(), 'new', 'define'].map((word) => `"${word}"`).join(' ')}))
(alias name: (_) @name @definition.method)

((identifier) @import (#any-of? @import "require" "require_relative" "load" "autoload"))

(comment) @comment
`;

/**
 * The container that the code names itself: `Foo` for `def Foo.bar` and for a method in `Foo.class_eval do`; for `class A::B::C`,
 * `A.B` with the surrounding namespaces before it.
 */
function container({ node }: DefinitionContext): string | null {
  if (node.type === 'singleton_method') {
    const object = node.childForFieldName('object');
    return object?.type === 'constant' && object.text !== enclosingNames(node)[0] ? object.text : null;
  }
  if (node.type === 'method') return evaluatedClass(node);
  if (node.type !== 'class' && node.type !== 'module' && node.type !== 'assignment') return null;
  const name = node.type === 'assignment' ? node.childForFieldName('left') : node.childForFieldName('name');
  if (name?.type !== 'scope_resolution') return null;
  const scope = name.childForFieldName('scope')?.text;
  if (scope === undefined) return null;
  return [...enclosingNames(node).reverse(), ...scope.split('::').filter((part) => part !== '')].join('.');
}

/** Names of the surrounding modules and classes, innermost first. */
function enclosingNames(node: SyntaxNode): string[] {
  const names: string[] = [];
  for (let ancestor = node.parent; ancestor !== null; ancestor = ancestor.parent) {
    if (ancestor.type !== 'class' && ancestor.type !== 'module') continue;
    const parts = ancestor.childForFieldName('name')?.text.split('::') ?? [];
    names.push(...parts.filter((part) => part !== '').reverse());
  }
  return names;
}

/** `Foo` for a method in the block of `Foo.class_eval do`; null for other methods. */
function evaluatedClass(node: SyntaxNode): string | null {
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

/** `C` of `class A::B::C`; null for assignments that are no definition. */
function nameNode(captured: SyntaxNode): SyntaxNode | null {
  switch (captured.type) {
    case 'scope_resolution':
      return captured.childForFieldName('name');
    case 'string':
      // `"#{color}?"` has no literal name.
      return captured.namedChildCount === 1 && captured.firstNamedChild?.type === 'string_content' ? captured : null;
    case 'identifier':
      return captured.parent?.type === 'assignment' ? null : captured;
    case 'instance_variable':
    case 'call':
    case 'element_reference':
    case 'left_assignment_list':
      return null;
    default:
      return captured;
  }
}

/** The call that defines the name that a symbol or string argument gives; null for other nodes. */
function definer(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'simple_symbol' && node.type !== 'string') return null;
  return node.parent?.type === 'argument_list' ? node.parent.parent : null;
}

/** The block on the right side of an assignment (`Struct.new(:x) do`) is the body. */
function bodyNode(node: SyntaxNode): SyntaxNode | null {
  return node.type === 'assignment' ? (node.childForFieldName('right')?.childForFieldName('block') ?? null) : null;
}

/** Several accessors of one call (`attr_reader :a, :b`) all have the whole call as their span. */
function span(node: SyntaxNode): SyntaxNode {
  const call = definer(node);
  return call !== null && call.childForFieldName('method')?.text !== 'new' ? call : node;
}

function refineKind(context: DefinitionContext): DefinitionKind | null {
  const { node, kind, parentKind } = context;
  if (kind === 'function') return parentKind === 'module' ? 'method' : kind;
  if (node.type === 'assignment') return assignmentKind(context);
  const call = definer(node);
  return call === null ? kind : definedKind(call, node);
}

/** `Point = Struct.new(…)` is a class. Global variables count at the top level, class variables in a class body. */
function assignmentKind({ node, nameNode, kind }: DefinitionContext): DefinitionKind | null {
  const parentType = node.parent?.type;
  if (nameNode.type === 'global_variable') return parentType === 'program' ? kind : null;
  if (nameNode.type === 'class_variable')
    return parentType === 'body_statement' && /^(class|module)$/.test(node.parent?.parent?.type ?? '') ? kind : null;
  const value = node.childForFieldName('right');
  if (value?.type !== 'call') return kind;
  const maker = `${value.childForFieldName('receiver')?.text}.${value.childForFieldName('method')?.text}`;
  if (/^(Struct\.new|Class\.new|Data\.define)$/.test(maker)) return 'class';
  return maker === 'Module.new' ? 'module' : kind;
}

function definedKind(call: SyntaxNode, node: SyntaxNode): DefinitionKind | null {
  const method = call.childForFieldName('method')?.text ?? '';
  const receiver = call.childForFieldName('receiver')?.text;
  if (method === 'new' || method === 'define') return receiver === 'Struct' || receiver === 'Data' ? 'property' : null;
  if (receiver !== undefined) return null;
  const isFirst = node.previousNamedSibling === null;
  // The first argument of `def_delegators` is the receiver, not a name.
  if (firstOnly.test(method) ? !isFirst : method.startsWith('def_') && isFirst) return null;
  return definers.get(method) ?? null;
}

/** @param node the word `require`, `require_relative`, `load` or `autoload` */
function imports(node: SyntaxNode): ImportDraft[] {
  const call = node.parent;
  if (call?.type !== 'call' || call.childForFieldName('receiver') !== null) return [];
  const args = call.childForFieldName('arguments')?.namedChildren ?? [];
  const method = node.text;
  const argument = method === 'autoload' ? args[1] : args[0];
  if (argument === null || argument === undefined) return [];
  const literal = argument.type === 'string' ? argument : firstString(argument);
  const module = literal?.text.slice(1, -1) ?? '';
  if (module === '') return [];
  if (method === 'autoload')
    return [{ module, names: [{ name: args[0]?.text.replace(/^:/, '') ?? '', alias: null }], isDynamic: true }];
  const isPlain = literal?.id === argument.id && literal.namedChildCount === 1;
  const isLocal = method !== 'require' || literal?.id !== argument.id;
  return [{ module, isDynamic: !isPlain, ...(isLocal ? { type: 'local' as const } : {}) }];
}

/** Levels of an expression that are searched for a string. With no limit, calls in calls would be searched as often as they are deep. */
const searchedLevels = 8;

/** The first string in an expression (`File.expand_path('../boot', __dir__)`). */
function firstString(node: SyntaxNode, levels = searchedLevels): SyntaxNode | null {
  if (levels === 0) return null;
  for (const child of node.namedChildren) {
    if (child === null) continue;
    const found = child.type === 'string' ? child : firstString(child, levels - 1);
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
  modules: createRubyResolver,
  packages: rubygems,
  grammar: {
    wasm: 'tree-sitter-ruby.wasm',
    query,
    imports,
    summary: collectRubySummary,
    container,
    refineKind,
    span,
    nameText,
    nameNode,
    bodyNode,
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
