/** Finds the exports of a Lua file: the tables that it returns, their members, and its globals. */
import type { SyntaxNode } from '../language.ts';

interface Tables {
  /** Names declared `local` at the top of the file. */
  locals: Set<string>;
  /** Names that the file returns, alone or in a table, and names that it assigns to a field of an exported or global table. */
  exported: Set<string>;
  /** Tables with an assignment to `X.__index`. */
  classes: Set<string>;
}

/** Cached for each file, by the root of its tree. */
const tablesOf = new WeakMap<SyntaxNode, Tables>();

function readTables(root: SyntaxNode): Tables {
  let tables = tablesOf.get(root);
  if (tables !== undefined) return tables;
  tables = { locals: new Set(), exported: new Set(), classes: new Set() };
  tablesOf.set(root, tables);
  const text = root.text;
  for (const [, names] of text.matchAll(/^local (?:function )?([\w, ]{1,500})/gm)) {
    for (const name of names!.split(',')) tables.locals.add(name.trim());
  }
  for (const [, name] of text.matchAll(/^[ \t]*(\w+)\.__index\b/gm)) tables.classes.add(name!);
  for (const name of returnedNames(root)) tables.exported.add(name);
  // `M.Drawer = Drawer` exports Drawer where M is exported or global.
  const assignments = [...text.matchAll(/^(\w+)\.[\w.]+ *= *(\w+) *$/gm)];
  for (const [, table, name] of assignments)
    if (tables.exported.has(table!) || !tables.locals.has(table!)) tables.exported.add(name!);
  return tables;
}

/** Names in the `return` that ends the file. */
function returnedNames(root: SyntaxNode): string[] {
  const last = root.namedChildren.findLast((child) => child !== null && child.type !== 'comment');
  const value = last?.type === 'return_statement' ? last.firstNamedChild?.firstNamedChild : null;
  if (value?.type === 'identifier') return [value.text];
  if (value?.type === 'function_call') return value.descendantsOfType('identifier').flatMap((node) => node?.text ?? []);
  if (value?.type !== 'table_constructor') return [];
  return value.namedChildren.flatMap((field) => {
    const returnedTable = field?.childForFieldName('value');
    return returnedTable?.type === 'identifier' ? [returnedTable.text] : [];
  });
}

/** Whether other files can see a definition. @param path the name of the definition, or the path of the table that contains it */
export function isExported(node: SyntaxNode, path: string, root: SyntaxNode): boolean {
  const { locals, exported } = readTables(root);
  let table = path.split('.')[0] ?? path;
  if (node.type === 'field') {
    let statement: SyntaxNode | null = node.parent;
    while (statement !== null && !/^(assignment|return)_statement$|^function_|^arguments$/.test(statement.type))
      statement = statement.parent;
    if (statement?.type === 'return_statement') return statement.parent?.type === 'chunk';
    if (statement?.type !== 'assignment_statement') return false;
    table = /^[\w]+/.exec(statement.text)?.[0] ?? '';
  }
  return exported.has(table) || !locals.has(table);
}

/** Whether a variable is a class: it has an `__index`, or its value is `class('X')` or `Base:extend()`. */
export function isClassTable(name: string, value: SyntaxNode | null, root: SyntaxNode): boolean {
  if (readTables(root).classes.has(name)) return true;
  return value?.type === 'function_call' && /^(class|Class|[\w.]+:(extend|subclass))\b/.test(value.text.slice(0, 80));
}
