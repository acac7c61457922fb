/** Refines the captures of the fallback query, so that they equal what oxc would give: kinds, spans, exports, decorators. */
import type { DefinitionKind } from '../../model/definition.ts';
import type { ReferenceKind } from '../../model/reference.ts';
import type { DefinitionContext, ReferenceContext, SyntaxNode } from '../language.ts';
import { componentClasses, componentWrappers, elementMakers, styledName, wrapperPrefix } from './component-names.ts';

/** Types of nodes that contain the top-level definitions of a file or a namespace. */
const topLists = new Set(['program', 'export_statement', 'ambient_declaration', 'ERROR']);
/** The names before the last name of a path such as `React.memo`. */
const path = String.raw`(?:[\w$]+\s*\.\s*)*`;
const componentCall = new RegExp(
  String.raw`^(?:${path}(?:${componentWrappers.join('|')}|${wrapperPrefix}[A-Z][\w$]*)\s*[<(]|${styledName}\b)`,
);
const componentBase = new RegExp(String.raw`^\s*extends\s+${path}(?:${componentClasses.join('|')})(?!\s*[\w$.])`);
const returned = String.raw`(?:return|=>|&&|[?:])\s*(?:\(\s*)?`;
const returnsTag = new RegExp(String.raw`${returned}<(?:[A-Za-z]|>)`);
const returnsMadeElement = new RegExp(String.raw`${returned}${path}(?:${elementMakers.join('|')})\s*\(`);
/** Words that tree-sitter takes for the names of class members after an error. */
const statementWords = new Set('if for while switch return const let var throw catch try else do new await'.split(' '));
/** How much of a function is searched for an element (UTF-16 units). */
const maxSearched = 20_000;

/** Whether the node is what remains of a broken definition. */
function isRemnant(node: SyntaxNode): boolean {
  return node.parent?.type === 'ERROR' || node.parent?.type === 'program';
}

/** The statement around a declarator or an assignment, with `export` where it is exported. */
export function span(node: SyntaxNode): SyntaxNode {
  let outer = node;
  const { parent } = node;
  if (node.type === 'variable_declarator' && parent !== null && parent.namedChildCount === 1) outer = parent;
  else if (parent?.type === 'expression_statement') outer = parent;
  for (let ancestor = outer.parent; ancestor !== null; ancestor = ancestor.parent) {
    if (ancestor.type !== 'export_statement' && ancestor.type !== 'ambient_declaration') break;
    outer = ancestor;
  }
  return outer;
}

/** The first decorator before a member of a class. The decorators of a class are inside the node of the class. */
export function spanStart(node: SyntaxNode): SyntaxNode {
  let first = node;
  if (node.parent?.type !== 'class_body') return first;
  while (first.previousNamedSibling?.type === 'decorator') first = first.previousNamedSibling;
  return first;
}

export function decorators({ node }: DefinitionContext): string[] {
  const names: string[] = [];
  const add = (decorator: SyntaxNode): void => {
    const expression = decorator.firstNamedChild;
    const callee = expression?.type === 'call_expression' ? expression.childForFieldName('function') : expression;
    if (callee) names.push(callee.text.slice(0, 80));
  };
  const holders = node.parent?.type === 'export_statement' ? [node.parent, node] : [node];
  if (node.type.startsWith('class') || node.type.startsWith('abstract_class') || node.type.endsWith('_definition')) {
    const start = spanStart(node);
    for (let at: SyntaxNode | null = start; at !== null && at.id !== node.id; at = at.nextNamedSibling) add(at);
    for (const holder of holders) {
      for (const child of holder.childrenForFieldName('decorator')) if (child !== null) add(child);
    }
  }
  return names;
}

/** The body of a function or class that is assigned to a variable or member; null for other definitions. */
export function bodyNode(node: SyntaxNode): SyntaxNode | null {
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  return value?.childForFieldName('body') ?? null;
}

/** Whether a declaration is at the top level of the file or a namespace. */
function isAtTop(node: SyntaxNode, root: SyntaxNode): boolean {
  let at: SyntaxNode | null = node;
  let column = node.startPosition.column;
  while (
    at !== null &&
    /^(variable_declarator|lexical_declaration|variable_declaration|export_statement|ambient_declaration)$/.test(
      at.type,
    )
  ) {
    column = at.startPosition.column;
    at = at.parent;
  }
  // In a broken file, the content of a function may be anywhere in the tree. So an indented node does not count as top level.
  if (at === null || at.type === 'program' || at.type === 'ERROR') return column === 0 || !root.hasError;
  return at.type === 'statement_block' && /^(internal_module|module|ambient_declaration)$/.test(at.parent?.type ?? '');
}

/** Whether a signature is an overload: the next declaration in its list has the same name. */
function isOverload(node: SyntaxNode, name: string): boolean {
  const outer = node.parent?.type === 'export_statement' ? node.parent : node;
  let next = outer.nextNamedSibling;
  while (next?.type === 'comment') next = next.nextNamedSibling;
  if (next?.type === 'export_statement') next = next.childForFieldName('declaration');
  return (
    next !== null && /^(function|method|generator)/.test(next.type) && next.childForFieldName('name')?.text === name
  );
}

/** Whether a class body has a name for its members' container: that of the class, or of the variable that holds the class. */
function isNamedClass(body: SyntaxNode | null): boolean {
  const holder = body?.parent;
  if (body?.type !== 'class_body' || holder?.type !== 'class') return true;
  return /^(variable_declarator|assignment_expression|export_statement)$/.test(holder.parent?.type ?? '');
}

/** Whether the members of a list are definitions: those of interfaces and type aliases are, those of nested type literals are not. */
function isMemberList(list: SyntaxNode | null): boolean {
  if (list?.type !== 'object_type') return true;
  let holder = list.parent;
  while (holder?.type === 'intersection_type') holder = holder.parent;
  return holder?.type === 'type_alias_declaration';
}

/** Whether an object literal is the value of a top-level variable or of `export default`. */
function isTopObject(object: SyntaxNode | null, root: SyntaxNode): boolean {
  let holder = object?.parent ?? null;
  if (holder?.type === 'arguments' && holder.parent?.childForFieldName('function')?.text === 'Object.freeze') {
    holder = holder.parent.parent;
  }
  while (holder !== null && /^(as_expression|satisfies_expression)$/.test(holder.type)) holder = holder.parent;
  if (holder?.type === 'variable_declarator') return isAtTop(holder, root);
  return holder?.type === 'export_statement';
}

export function refineKind(context: DefinitionContext): DefinitionKind | null {
  const { node, name, kind, source, parentKind, root } = context;
  if ((kind === 'method' || kind === 'property') && statementWords.has(name) && root.hasError) return null;
  switch (node.type) {
    // Only the name could be parsed. A variable whose declaration is indented is local to a function.
    case 'identifier':
      if (
        kind === 'variable' &&
        !/\n(?:export )?(?:const|let|var) $/.test(`\n${source.slice(0, node.startIndex).slice(-20)}`)
      )
        return null;
      break;
    case 'property_identifier':
      return statementWords.has(name) ? null : kind;
    case 'variable_declarator':
      if (kind === 'variable' || kind === 'property') return variableKind(context);
      break;
    case 'property_signature':
      return isMemberList(node.parent) ? 'property' : null;
    case 'public_field_definition':
    case 'field_definition':
      return isNamedClass(node.parent) ? kind : null;
    case 'pair':
      return isTopObject(node.parent, root) ? memberKind(node.childForFieldName('value')) : null;
    case 'method_definition':
      if (node.parent?.type === 'object') return isTopObject(node.parent, root) ? 'method' : null;
      return isNamedClass(node.parent) ? 'method' : null;
    case 'function_signature':
      if (isOverload(node, name)) return null;
      break;
    case 'method_signature':
      return isOverload(node, name) || !isMemberList(node.parent) ? null : 'method';
    case 'assignment_expression':
      return assignedKind(context);
    case 'export_statement':
      if (kind !== 'variable') break;
      return componentCall.test(node.childForFieldName('value')?.text.slice(0, 80) ?? '') ? 'component' : kind;
    default:
  }
  if (kind === 'class') return isComponentClass(node) ? 'component' : kind;
  if (kind !== 'function' && (kind !== 'method' || parentKind !== 'component')) return kind;
  return rendersElement(context) ? 'component' : 'function';
}

/** Whether a function is a React component: its name is capitalised, and it returns an element. */
function rendersElement({ node, name, source }: DefinitionContext): boolean {
  if (!/^[A-Z]/.test(name) && name !== 'default') return false;
  const text = source.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + maxSearched));
  return (returnsTag.test(text) && /<\/|\/>/.test(text)) || returnsMadeElement.test(text);
}

function variableKind({ node, name, source, kind, root }: DefinitionContext): DefinitionKind | null {
  const value = node.childForFieldName('value');
  if (
    value !== null &&
    /^[A-Z]/.test(name) &&
    componentCall.test(source.slice(value.startIndex, value.startIndex + 80))
  ) {
    return 'component';
  }
  return isAtTop(node, root) ? kind : null;
}

function memberKind(value: SyntaxNode | null): DefinitionKind {
  return value?.type === 'arrow_function' || value?.type === 'function_expression' ? 'method' : 'property';
}

function isComponentClass(node: SyntaxNode): boolean {
  const holder = node.childForFieldName('value') ?? node.childForFieldName('right') ?? node;
  const heritage = holder.namedChildren.find((child) => child?.type === 'class_heritage');
  return heritage !== null && heritage !== undefined && componentBase.test(heritage.text.slice(0, 80));
}

/** The kind that an assignment declares. Only `exports.a = …` and assignments to members of top-level names declare something. */
function assignedKind({ node, kind }: DefinitionContext): DefinitionKind | null {
  const left = node.childForFieldName('left')?.text ?? '';
  const value = node.childForFieldName('right');
  const isClass = value?.type === 'class';
  if (/^(module\.)?exports\.[\w$]+$/.test(left)) {
    if (isClass) return 'class';
    return kind === 'variable' && (value?.type === 'identifier' || value?.text === 'void 0') ? null : kind;
  }
  if (kind !== 'function' && kind !== 'method' && !isClass) return null;
  const isMember = /^[\w$]+\.(prototype\.)?[\w$]+$/.test(left) && !/^(this|module)\./.test(left);
  const isTopStatement = node.parent?.type === 'expression_statement' && topLists.has(node.parent.parent?.type ?? '');
  if (!isMember || !(isTopStatement || left.includes('.prototype.'))) return null;
  return isClass ? 'class' : 'method';
}

/** The container of an assignment to a member. */
export function container({ node }: DefinitionContext): string | null {
  if (node.type === 'required_parameter') return enclosingClass(node);
  if (node.type !== 'assignment_expression') return null;
  const owner = /^([\w$]+)\.(?:prototype\.)?[\w$]+$/.exec(
    node.childForFieldName('left')?.text.slice(0, 200) ?? '',
  )?.[1];
  return owner === undefined || owner === 'exports' || owner === 'module' ? null : owner;
}

function enclosingClass(parameter: SyntaxNode): string | null {
  for (let at = parameter.parent; at !== null; at = at.parent) {
    if (at.type === 'class_body') return at.parent?.childForFieldName('name')?.text.slice(0, 200) ?? null;
  }
  return null;
}

/** The name that a string or a computed name (`[Symbol.iterator]`) gives; '' for none. */
export function nameText(name: SyntaxNode): string {
  const { text } = name;
  if (name.type === 'string') return text.slice(1, -1).split('\n', 1)[0]!;
  if (name.type !== 'computed_property_name') return text;
  return text.length <= 60 && /^\[[\w$.]+\]$/.test(text) ? text : '';
}

const listedNamesMemo = new WeakMap<SyntaxNode, ReadonlySet<string>>();

/** Names that the file exports by lists and assignments. */
function listedNames(root: SyntaxNode, source: string): ReadonlySet<string> {
  let names = listedNamesMemo.get(root) as Set<string> | undefined;
  if (names === undefined) {
    names = new Set();
    for (const match of source.matchAll(/\b(?:export\s{0,5}(?:type\s{0,5})?|module\.exports\s{0,5}=\s{0,5})\{/g)) {
      addNames(names, source, match.index + match[0].length);
    }
    for (const [, name] of source.matchAll(
      /\b(?:export\s+default|export\s+=|exports(?:\.\w+)?\s+=)\s+([\w$]+)\s*(?:;|$)/gm,
    ))
      names.add(name!);
    listedNamesMemo.set(root, names);
  }
  return names;
}

/** The names of a list in braces that starts at `from`: the first name of each item, and the value of a property. */
function addNames(names: Set<string>, source: string, from: number): void {
  const item = /[,{]?\s*(?:type\s+)?(?:[\w$]+\s*:\s*)?([\w$]+)/y;
  let depth = 0;
  let isItemStart = true;
  const end = Math.min(source.length, from + 4000);
  for (let at = from; at < end; at++) {
    const letter = source[at]!;
    if (isItemStart) {
      item.lastIndex = at;
      const name = item.exec(source)?.[1];
      if (name !== undefined) names.add(name);
      isItemStart = false;
    }
    if (letter === '{' || letter === '(' || letter === '[') depth++;
    else if (letter === '}' || letter === ')' || letter === ']') {
      if (--depth < 0) return;
    } else if (letter === ',' && depth === 0) isItemStart = true;
  }
}

export function exported({ node, name, root, source, kind }: DefinitionContext): boolean {
  if (name.startsWith('#') || hasPrivate(node)) return false;
  if (node.type === 'assignment_expression') {
    const left = node.childForFieldName('left')?.text ?? '';
    if (/^(module\.)?exports\./.test(left)) return true;
    return listedNames(root, source).has(left.split('.', 1)[0]!);
  }
  let outer = node;
  let isExported = node.type === 'export_statement';
  let topName = name;
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type === 'export_statement' || at.type === 'ambient_declaration') isExported = true;
    else if (at.type === 'statement_block') {
      const holder = at.parent;
      if (holder?.type !== 'internal_module' && holder?.type !== 'module')
        return holder?.type === 'ambient_declaration';
      if (holder.parent?.type === 'ambient_declaration') return true;
      if (!isExported) return false;
      isExported = false;
    }
    if (at.type === 'program' || (at.type === 'ERROR' && !isExported)) break;
    outer = at;
  }
  const owner =
    outer.childForFieldName('name') ??
    outer.namedChildren.find((child) => child?.type === 'variable_declarator')?.childForFieldName('name');
  if (owner && kind !== 'variable') topName = owner.text.slice(0, 100);
  return (
    isExported ||
    listedNames(root, source).has(topName) ||
    (isRemnant(node) &&
      /\bexport\s+(?:default\s+|async\s+|abstract\s+|declare\s+)*\w+\s*\*?\s*$/.test(
        source.slice(Math.max(0, node.startIndex - 60), node.startIndex),
      ))
  );
}

function hasPrivate(node: SyntaxNode): boolean {
  if (!/_(definition|signature|parameter)$/.test(node.type)) return false;
  return node.namedChildren.some((child) => child?.type === 'accessibility_modifier' && child.text === 'private');
}

/** Drops elements in lower case, which are HTML, and `require('x')`, which is an import. */
export function refineReference({ node, name, kind, note }: ReferenceContext): ReferenceKind | null {
  if (note === 'element') return /^[a-z]/.test(name) || name.includes('-') ? null : 'render';
  if (name !== 'require') return kind;
  const argument = node.parent?.childForFieldName('arguments')?.firstNamedChild;
  return argument?.type === 'string' ? null : kind;
}
