/** Lua. A function or field of a table (`M.f`, `M:f`) has the table as its container; what the file returns is exported. */
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { collectLuaSummary } from './summary/lua-summary.ts';
import { createLuaResolver } from './resolution/resolver.ts';
import { isExported, isClassTable } from './tables.ts';

const query = `
(function_declaration name: (_) @name) @definition.function
(assignment_statement (variable_list . name: (_) @name .)
  (expression_list . value: (function_definition parameters: (_) @params body: (_)? @body) .)) @definition.function
(assignment_statement (variable_list . name: (_) @name)) @definition.variable
(variable_list name: (_) @name @definition.variable)
(field name: (_) @name value: (function_definition parameters: (_) @params body: (_)? @body)) @definition.function
(return_statement (expression_list (table_constructor (field name: (_) @name) @definition.property)))

((identifier) @import (#any-of? @import "require" "dofile" "loadfile"))

(comment) @comment
`;

/** The node of the last name in a path (`c` in `a.b.c`); null for a computed key. */
function nameNode(captured: SyntaxNode): SyntaxNode | null {
  switch (captured.type) {
    case 'dot_index_expression':
      return captured.childForFieldName('field');
    case 'method_index_expression':
      return captured.childForFieldName('method');
    case 'bracket_index_expression': {
      const key = captured.childForFieldName('field');
      return key?.type === 'string' ? key : null;
    }
    default:
      return captured.type === 'identifier' || captured.type === 'string' ? captured : null;
  }
}

function nameText(name: SyntaxNode): string {
  return name.type === 'string' ? name.text.replace(/^\W+|(?<!\W)\W+$/g, '') : name.text;
}

/** The whole statement that declares a name, including `local`. */
function span(node: SyntaxNode): SyntaxNode {
  if (node.parent?.type === 'variable_list') return span(node.parent.parent ?? node);
  return node.type === 'assignment_statement' && node.parent?.type === 'variable_declaration' ? node.parent : node;
}

function refineKind({ node, nameNode: definedName, root, name, kind }: DefinitionContext): DefinitionKind | null {
  if (node.type === 'function_declaration') {
    return node.childForFieldName('name')?.type === 'method_index_expression' ? 'method' : 'function';
  }
  if (kind === 'function' || kind === 'method') return 'function';
  if (node.type === 'field') return kind;
  const list = node.parent?.type === 'variable_list' ? node.parent : node.firstNamedChild;
  // The query captures an assignment and also each name in it. Only one of them is a definition: the assignment if it has one name;
  // each name if there are several, or if there is no assignment (`local a`).
  const isNameCaptured = node.type !== 'assignment_statement';
  const needsNameCapture =
    (list?.childrenForFieldName('name').length ?? 0) > 1 || list?.parent?.type === 'variable_declaration';
  if (needsNameCapture !== isNameCaptured) return null;
  // Only variables at the top of the file are definitions.
  if (span(node).parent?.type !== 'chunk') return null;
  if (isRequired(list)) return null;
  // A name with two underscores (`M.__index`) is a metamethod.
  if (definedName.parent?.type !== 'variable_list') return name.startsWith('__') ? null : 'property';
  const value =
    node.type === 'assignment_statement' ? node.namedChildren.find((child) => child?.type === 'expression_list') : null;
  return isClassTable(name, value?.firstNamedChild ?? null, root) ? 'class' : kind;
}

/** Whether names are bound to a loaded module: `local json = require 'cjson'` is an import, not a definition. */
function isRequired(nameList: SyntaxNode | null): boolean {
  const value =
    nameList?.nextNamedSibling?.type === 'expression_list' ? nameList.nextNamedSibling.firstNamedChild : null;
  const call = value?.type === 'dot_index_expression' ? value.childForFieldName('table') : value;
  if (call?.type !== 'function_call') return false;
  const name = call.childForFieldName('name')?.text;
  if (name === 'require' || name === 'dofile') return true;
  return name === 'pcall' && call.childForFieldName('arguments')?.firstNamedChild?.text === 'require';
}

/** The path before the name (`M.a` in `M.a.f`). `_G` and `_ENV` stand for the global table, which is no container. */
function container({ nameNode: definedName }: DefinitionContext): string | null {
  const path = definedName.parent;
  if (path?.type === 'field') return fieldPath(path);
  if (path === null || !path.type.endsWith('_index_expression')) return null;
  const table = path.childForFieldName('table')?.text ?? '';
  return /^[\w.]+$/.test(table) && table !== '_G' && table !== '_ENV' ? table : null;
}

/** The path of the table that contains a field: `M.defaults.nested` for `x` in `M.defaults = { nested = { x = 1 } }`. */
function fieldPath(field: SyntaxNode): string | null {
  const names: string[] = [];
  for (let ancestor = field.parent; ancestor !== null; ancestor = ancestor.parent) {
    if (ancestor.type === 'field') {
      const name = ancestor.childForFieldName('name');
      if (name !== null) names.unshift(nameText(name));
    } else if (ancestor.type === 'expression_list') {
      const target = ancestor.previousNamedSibling?.type === 'variable_list' ? ancestor.previousNamedSibling.text : '';
      if (/^[\w.]+$/.test(target)) names.unshift(target);
      break;
    } else if (ancestor.type !== 'table_constructor') {
      return null;
    }
  }
  return names.length === 0 ? null : names.join('.');
}

function exported(context: DefinitionContext): boolean {
  const { node, name, parentKind } = context;
  if (name.startsWith('_')) return false;
  if (parentKind === 'function' || parentKind === 'method') return false;
  return isExported(node, container(context) ?? name, context.root);
}

/** @param node the word `require`, `dofile` or `loadfile`, which is called or passed to `pcall` */
function imports(node: SyntaxNode): ImportDraft[] {
  const callArguments = node.parent?.type === 'function_call' ? node.parent.childForFieldName('arguments') : null;
  const argument = callArguments === null ? node.nextNamedSibling : callArguments.firstNamedChild;
  const isPassed = node.parent?.type === 'arguments';
  if (argument === null || (callArguments === null && !isPassed)) return [];
  const literal = argument.type === 'string' ? argument : (argument.descendantsOfType('string')[0] ?? null);
  const module = literal?.childForFieldName('content')?.text ?? '';
  if (module === '') return [];
  const call = isPassed ? (node.parent?.parent ?? null) : node.parent;
  return [
    {
      module,
      isDynamic: argument.type !== 'string',
      ...(node.text === 'require' ? {} : { type: 'local' as const }),
      ...boundNames(call, isPassed),
    },
  ];
}

/**
 * The names that `local x = require 'm'` and `local x = require('m').y` bind.
 * @param isPassed `require` is passed to `pcall`, which returns the module as its second value
 */
function boundNames(call: SyntaxNode | null, isPassed: boolean): Partial<ImportDraft> {
  const selected = call?.parent?.type === 'dot_index_expression' ? call.parent : null;
  const list = (selected ?? call)?.parent;
  if (list?.type !== 'expression_list') return {};
  const value = list.firstNamedChild;
  const names = list.previousNamedSibling;
  if (names?.type !== 'variable_list' || value?.id !== (selected ?? call)?.id) return {};
  const name = names.namedChildren[isPassed ? 1 : 0];
  if (name?.type !== 'identifier') return {};
  const member = selected?.childForFieldName('field')?.text;
  if (member === undefined) return { alias: name.text };
  return { names: [{ name: member, alias: name.text === member ? null : name.text }] };
}

const builtinModules = new Set('string table math io os coroutine debug package utf8 bit bit32 jit ffi _G'.split(' '));

export const lua: Language = {
  id: 'lua',
  name: 'Lua',
  extensions: ['.lua', '.rockspec', '.luau', '.wlua', '.nse'],
  filenames: ['.luacheckrc', '.luacov', '.busted', '.lua-format'],
  interpreters: ['lua', 'luajit', 'lua5.1', 'lua5.2', 'lua5.3', 'lua5.4', 'texlua', 'resty', 'luau', 'pandoc-lua'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-lua.wasm',
    query,
    imports,
    summary: collectLuaSummary,
    nameNode,
    nameText,
    span,
    container,
    refineKind,
    exported,
    stripComment: (text, usual) => usual(text.replace(/^--\[=+\[/, '--[[').replace(/\]=+\]$/, ']]')),
  },
  modules: createLuaResolver,
  classifyImport(module) {
    if (/^\.{0,2}\//.test(module)) return 'local';
    return builtinModules.has(module) ? 'builtin' : 'external';
  },
  keywords: (
    'and break do else elseif end false for function goto if in local nil not or repeat return then true until while require self ' +
    'string table pairs ipairs'
  ).split(' '),
};
