/**
 * The hooks that C and C++ share for declarations. A declared name is nested in declarators (`char *(*f(void))[3]`); the innermost
 * declarator distinguishes a function from a variable.
 */
import type { DefinitionContext, ImportDraft, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { madeFunction, type MadeFunction } from './macro-definitions.ts';
import { isStandardHeader } from './standard-headers.ts';

/** Types of nodes that contain a name with its scopes or template arguments. */
const qualifiedTypes: ReadonlySet<string> = new Set([
  'qualified_identifier',
  'template_function',
  'template_method',
  'template_type',
  'dependent_name',
]);
/** Types of nodes that are a name alone. */
const nameTypes: ReadonlySet<string> = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'namespace_identifier',
  'nested_namespace_specifier',
  'primitive_type',
  'operator_name',
  'operator_cast',
  'destructor_name',
]);

/** How many children of a declaration are searched: its specifiers come before its names. */
const maxSpecifiers = 20;

interface Declared {
  /** The innermost declarator that contains the name, not counting qualification and parentheses; null for a bare name. */
  declarator: SyntaxNode | null;
  /** The scopes before the `::` of the name. */
  scopes: SyntaxNode[];
  /** Whether a macro makes a function of this name. */
  isMade?: boolean;
}

/** By the node of the name. Filled on the way down, because tree-sitter finds a node's parent by a walk from the root. */
const declaredNames = new WeakMap<SyntaxNode, Declared>();

/** The node of the name that a declarator declares; null for none. Remembers what contains the name. */
export function nameNode(captured: SyntaxNode): SyntaxNode | null {
  const declared: Declared = { declarator: null, scopes: [] };
  let node: SyntaxNode | null = captured;
  for (let depth = 0; node !== null && depth < 50; depth++) {
    const type: string = node.type;
    if (nameTypes.has(type)) {
      const made = declared.declarator?.type === 'function_declarator' ? madeBy(declared.declarator, node) : null;
      if (made !== null) {
        const scopes = made.suite === null ? [] : [made.suite];
        declaredNames.set(made.name, { declarator: declared.declarator, scopes, isMade: true });
        return made.name;
      }
      declaredNames.set(node, declared);
      return node;
    }
    if (qualifiedTypes.has(type)) {
      const scope: SyntaxNode | null = type === 'qualified_identifier' ? node.childForFieldName('scope') : null;
      if (scope !== null) declared.scopes.push(scope);
      node = node.childForFieldName('name') ?? node.namedChild(0);
    } else if (type === 'attributed_declarator') node = node.namedChild(0);
    else if (type === 'parenthesized_declarator') node = node.namedChild(node.namedChildCount - 1);
    else {
      declared.declarator = node;
      node =
        type === 'reference_declarator' || type === 'variadic_declarator'
          ? node.namedChild(node.namedChildCount - 1)
          : node.childForFieldName('declarator');
    }
  }
  return null;
}

/** The function that a rewritten call of a macro makes; null for other declarators. */
function madeBy(declarator: SyntaxNode, name: SyntaxNode): MadeFunction | null {
  return name.type === 'identifier' && name.text.startsWith('$') ? madeFunction(declarator) : null;
}

/** Whether a macro makes a function of a name that {@link nameNode} found. */
export function isMade(name: SyntaxNode): boolean {
  return declaredNames.get(name)?.isMade === true;
}

/** The scopes of a name that {@link nameNode} found. */
export function scopesOf(name: SyntaxNode): readonly SyntaxNode[] {
  return declaredNames.get(name)?.scopes ?? [];
}

function isCallable(name: SyntaxNode): boolean {
  return name.type === 'operator_cast' || declaredNames.get(name)?.declarator?.type === 'function_declarator';
}

function isLambda(name: SyntaxNode): boolean {
  const declarator = declaredNames.get(name)?.declarator ?? null;
  return declarator?.type === 'init_declarator' && declarator.childForFieldName('value')?.type === 'lambda_expression';
}

/** Whether a `#define` is an include guard: it stands in an `#ifndef` of the name it defines, and only comments follow the `#endif`. */
function isGuard(node: SyntaxNode): boolean {
  const parent = node.parent;
  if (parent?.type !== 'preproc_ifdef' || node.childForFieldName('value') !== null) return false;
  if (parent.childForFieldName('name')?.text !== node.childForFieldName('name')?.text) return false;
  for (let next = parent.nextNamedSibling; next !== null; next = next.nextNamedSibling)
    if (next.type !== 'comment') return false;
  return true;
}

/** The kind of `typedef struct tag {…} name`: the struct's definition where both names are equal or there is no tag. */
function typedefKind({ node, name, kind }: DefinitionContext): DefinitionKind | null {
  const type = node.childForFieldName('type');
  if (kind === 'typeAlias') return (type?.childForFieldName('body') ?? null) === null ? kind : null;
  const tag = type?.childForFieldName('name') ?? null;
  if (tag !== null && tag.text !== name) return null;
  return type?.type === 'enum_specifier' ? 'enum' : kind;
}

function isDefinedByTypedef(node: SyntaxNode, name: string): boolean {
  const parent = node.parent;
  if (parent?.type !== 'type_definition') return false;
  return parent
    .childrenForFieldName('declarator')
    .some((declarator) => declarator?.type === 'type_identifier' && declarator.text === name);
}

export function refineKind(context: DefinitionContext): DefinitionKind | null {
  const { node, nameNode: name, kind, parentKind } = context;
  const isInFunction = parentKind === 'function' || parentKind === 'method';
  // `const` replaces a macro and is no name.
  if (context.name === 'const') return null;
  switch (node.type) {
    case 'preproc_def':
      return isGuard(node) ? null : kind;
    case 'type_definition':
      return typedefKind(context);
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
    case 'class_specifier':
      return isDefinedByTypedef(node, context.name) ? null : kind;
    case 'function_definition':
      // Only a call at the start of a line makes a function: where it seems to be in another one, the grammar missed the end of that one.
      if (isMade(name)) return 'function';
      // A function without parameters is a type that a macro broke (`class API Name {`).
      return isCallable(name) ? kind : null;
    case 'declaration':
    case 'field_declaration': {
      if (isInFunction) return null;
      const type = node.childForFieldName('type');
      // Where the declaration also defines a type, another pattern of the query captures each declared name.
      if (type !== null && type.childForFieldName('body') !== null && type.childForFieldName('name') !== null)
        return null;
      break;
    }
    default:
      if (kind !== 'variable' && kind !== 'property') return kind;
      if (isInFunction) return null;
  }
  if (isCallable(name)) return kind === 'property' ? 'method' : 'function';
  if (kind === 'variable' && isLambda(name)) return 'function';
  return kind;
}

/** Types of the nodes that `span` returns for a directive or for a typedef with several names. */
const directiveParts: ReadonlySet<string> = new Set(['preproc_arg', 'preproc_params', 'identifier', ',']);
const declarationTypes: ReadonlySet<string> = new Set(['type_definition', 'declaration', 'field_declaration']);
const typeSpecifiers: ReadonlySet<string> = new Set([
  'struct_specifier',
  'union_specifier',
  'enum_specifier',
  'class_specifier',
]);
const wrappers: ReadonlySet<string> = new Set(['template_declaration', 'linkage_specification', 'friend_declaration']);

/** The outermost template, friend declaration or `extern "C"` around a single declaration. */
function unwrapped(node: SyntaxNode): SyntaxNode {
  let outer = node;
  for (let parent = outer.parent; parent !== null && wrappers.has(parent.type); parent = outer.parent) {
    if (parent.type === 'linkage_specification' && outer.type === 'declaration_list') break;
    outer = parent;
  }
  return outer;
}

/**
 * The node at which the span ends: the whole template; the last part of a directive, without the line end; the comma after the first name
 * of a typedef of a struct with several names.
 */
export function span(node: SyntaxNode): SyntaxNode {
  if (node.type === 'preproc_def' || node.type === 'preproc_function_def')
    return (
      node.childForFieldName('value') ?? node.childForFieldName('parameters') ?? node.childForFieldName('name') ?? node
    );
  if (node.type === 'type_definition') {
    if ((node.childForFieldName('type')?.childForFieldName('body') ?? null) === null) return node;
    for (let index = 0; index < maxSpecifiers; index++) {
      const child = node.child(index);
      if (child?.type === ',') return child;
    }
    return node;
  }
  return unwrapped(node);
}

/** The node at which the span starts that ends with `last`. */
export function spanStart(last: SyntaxNode): SyntaxNode {
  const isType = typeSpecifiers.has(last.type);
  if (!isType && !directiveParts.has(last.type)) return last;
  const parent = last.parent;
  if (parent === null) return last;
  if (parent.type === 'preproc_def' || parent.type === 'preproc_function_def') return parent;
  // `typedef struct tag {` and `static struct tag {` start at their first word.
  if (isType) return declarationTypes.has(parent.type) ? unwrapped(parent) : last;
  return last.type === ',' ? parent : last;
}

export function isStatic(node: SyntaxNode): boolean {
  const declaration = node.type.endsWith('declarator') || node.type === 'identifier' ? node.parent : node;
  if (declaration === null) return false;
  for (let index = 0; index < maxSpecifiers; index++) {
    const child = declaration.namedChild(index);
    if (child === null || child.type.endsWith('declarator')) break;
    if (child.type === 'storage_class_specifier' && child.text === 'static') return true;
  }
  return false;
}

const attributeMarks = /__attribute__|__declspec|\[\[/;

/**
 * The names in `__attribute__((…))`, `__declspec(…)` and `[[…]]`: before the declaration and after its parameters. The macro that makes a
 * function calls it, as a decorator does.
 */
export function decorators({ node, nameNode: name, source }: DefinitionContext): string[] {
  if (isMade(name)) return [macroOf(node, source)];
  if (!attributeMarks.test(source.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 2000)))) return [];
  const names: string[] = [];
  const addNames = (parent: SyntaxNode): void => {
    const count = Math.min(parent.namedChildCount, maxSpecifiers);
    for (let index = 0; index < count; index++) {
      const child = parent.namedChild(index);
      if (child !== null) names.push(...attributeNames(child));
    }
  };
  addNames(node);
  for (let ancestor = name.parent; ancestor !== null && ancestor.id !== node.id; ancestor = ancestor.parent)
    if (ancestor.type.endsWith('_declarator')) addNames(ancestor);
  return names;
}

/** The macro that a function is made by. */
function macroOf(node: SyntaxNode, source: string): string {
  return /^\w*/.exec(source.slice(node.startIndex, node.startIndex + 100))![0];
}

/** A function that a macro makes has the macro's call as its signature: what stands between name and block is no list of parameters. */
export function signature({ node, nameNode: name, source }: DefinitionContext): string | null {
  const body = isMade(name) ? node.childForFieldName('body') : null;
  return body === null ? null : source.slice(node.startIndex, body.startIndex);
}

function attributeNames(node: SyntaxNode): string[] {
  const isList =
    node.type === 'attribute_specifier' ||
    node.type === 'attribute_declaration' ||
    node.type === 'ms_declspec_modifier';
  if (!isList) return [];
  const list = node.type === 'attribute_specifier' ? node.namedChild(0) : node;
  return (list?.namedChildren ?? []).flatMap((child) => {
    const name = /^[\w:\s]+/.exec(child?.text.slice(0, 200) ?? '')?.[0].replace(/\s+/g, '');
    return name === undefined || name === '' ? [] : [name];
  });
}

export function imports(node: SyntaxNode): ImportDraft[] {
  const path = node.childForFieldName('path');
  if (path === null) return [];
  const module = path.text.trim().slice(1, -1);
  if (module === '') return [];
  if (path.type === 'string_literal') return [{ module, type: 'local' }];
  if (path.type !== 'system_lib_string') return [];
  return [{ module, type: isStandardHeader(module) ? 'builtin' : 'external' }];
}

/** `///<` and `/**<` stand after what they document. */
export function stripComment(text: string, stripUsual: (text: string) => string): string {
  return stripUsual(text).replace(/^<\s?/, '');
}
