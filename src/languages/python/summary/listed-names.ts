/**
 * `__all__`: the names that `from module import *` imports. The file may build the list of literals and of the lists of other
 * modules, with `=`, `+=`, `append`, `extend`, `remove` and sums. Any other computation makes the list incomplete.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, exportForms, ops } from '../../../model/file-summary.ts';
import { nameText, type Collector, type ListedNames } from './collector.ts';
import { plainString } from './literals.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

const listName = '__all__';
/** Limit of nested statements and expressions. */
const maxDepth = 100;

/** Functions that copy a list. */
const copyFunctions = new Set(['list', 'tuple', 'set', 'sorted']);

interface Reading {
  c: Collector;
  listed: ListedNames | null;
  depth: number;
}

/** The `__all__` of a file; null where it has none. Must be called after all names of the file are declared. */
export function readListedNames(c: Collector, root: SyntaxNode): ListedNames | null {
  if (!c.source.includes(listName)) return null;
  const reading: Reading = { c, listed: null, depth: 0 };
  readStatements(reading, root);
  return reading.listed;
}

function readStatements(reading: Reading, node: SyntaxNode): void {
  if (reading.depth > maxDepth) return;
  reading.depth++;
  for (const child of partsOf(node)) {
    switch (codeOf(child)) {
      case codes.expression_statement:
        for (const part of partsOf(child)) readStatement(reading, part);
        break;
      case codes.if_statement:
      case codes.elif_clause:
      case codes.else_clause:
      case codes.try_statement:
      case codes.except_clause:
      case codes.finally_clause:
      case codes.with_statement:
      case codes.block:
        readStatements(reading, child);
    }
  }
  reading.depth--;
}

function readStatement(reading: Reading, node: SyntaxNode): void {
  const { c } = reading;
  switch (codeOf(node)) {
    case codes.assignment:
    case codes.augmented_assignment: {
      const right = node.childForFieldName('right');
      if (right !== null && isListName(c, node.childForFieldName('left'))) readValue(reading, right);
      return;
    }
    case codes.call: {
      const [callee, argumentList] = partsOf(node);
      const [object, method] = callee === undefined ? [] : partsOf(callee);
      if (argumentList === undefined || method === undefined || !isListName(c, object ?? null)) return;
      const [first] = partsOf(argumentList);
      if (first !== undefined) readChange(reading, nameText(c, method), first);
    }
  }
}

/** Whether a node is the name `__all__`. */
function isListName(c: Collector, node: SyntaxNode | null): boolean {
  return node !== null && codeOf(node) === codes.identifier && nameText(c, node) === listName;
}

/** The list as far as it has been read. The first call creates it, because the file then has an `__all__`. */
function startedList(reading: Reading): ListedNames {
  return (reading.listed ??= { names: new Set(), modules: new Set(), isIncomplete: false });
}

/** `__all__.extend(…)` and similar calls. */
function readChange(reading: Reading, method: string, argument: SyntaxNode): void {
  const listed = startedList(reading);
  if (method === 'extend') readValue(reading, argument);
  else if (method === 'append') readItem(reading, argument);
  else if (method === 'remove') {
    const name = plainString(reading.c, argument);
    if (name !== null) listed.names.delete(name.text);
  }
}

function readItem(reading: Reading, node: SyntaxNode): void {
  const listed = startedList(reading);
  const code = codeOf(node);
  if (code === codes.comment) return;
  if (code === codes.list_splat) {
    for (const part of partsOf(node)) readValue(reading, part);
    return;
  }
  const name = plainString(reading.c, node);
  if (name === null) listed.isIncomplete = true;
  else listed.names.add(name.text);
}

function readValue(reading: Reading, node: SyntaxNode): void {
  const listed = startedList(reading);
  if (reading.depth > maxDepth) {
    listed.isIncomplete = true;
    return;
  }
  reading.depth++;
  switch (codeOf(node)) {
    case codes.list:
    case codes.tuple:
    case codes.set:
    case codes.expression_list:
      for (const part of partsOf(node)) readItem(reading, part);
      break;
    case codes.parenthesized_expression:
    case codes.binary_operator:
      for (const part of partsOf(node)) if (codeOf(part) !== codes.comment) readValue(reading, part);
      break;
    case codes.call:
      readCopy(reading, node);
      break;
    default: {
      // The previous value of the list has been read already.
      if (isListName(reading.c, node)) break;
      const module = moduleOfList(reading, node);
      if (module === -1) listed.isIncomplete = true;
      else listed.modules.add(module);
    }
  }
  reading.depth--;
}

/** `list(m.__all__)` and similar copies of a list. */
function readCopy(reading: Reading, node: SyntaxNode): void {
  const [callee, argumentList] = partsOf(node);
  const [first] = argumentList === undefined ? [] : partsOf(argumentList);
  const isCopy =
    callee !== undefined && codeOf(callee) === codes.identifier && copyFunctions.has(nameText(reading.c, callee));
  if (isCopy && first !== undefined) readValue(reading, first);
  else startedList(reading).isIncomplete = true;
}

/** The module whose list an expression is: `m.__all__`, or a name that is imported for it. -1 where the module is unknown. */
function moduleOfList({ c }: Reading, node: SyntaxNode): number {
  if (codeOf(node) === codes.identifier) {
    const entity = importOf(c, nameText(c, node));
    const importsList = entity !== -1 && c.writer.text(c.writer.get(entity, entityFields.listB)) === listName;
    return importsList ? c.writer.get(entity, entityFields.listA) : -1;
  }
  const [object, attribute] = codeOf(node) === codes.attribute ? partsOf(node) : [];
  if (object === undefined || attribute === undefined || nameText(c, attribute) !== listName) return -1;
  if (codeOf(object) === codes.attribute) {
    const path = c.source.slice(object.startIndex, object.endIndex);
    return c.dottedImports.has(path) ? c.writer.module(path) : -1;
  }
  if (codeOf(object) !== codes.identifier) return -1;
  const name = nameText(c, object);
  const entity = importOf(c, name);
  // A name that the file of a package does not bind may be a submodule: the import of a submodule makes it a name of the package.
  if (entity === -1) return c.packagePath !== null && !c.frame.names.has(name) ? c.writer.module(`.${name}`) : -1;
  if (c.writer.text(c.writer.get(entity, entityFields.listB)) === '*') return c.writer.get(entity, entityFields.listA);
  const submodule = c.writer.get(entity, entityFields.value);
  return c.writer.opOf(submodule) === ops.module ? c.writer.operand(submodule, 0) : -1;
}

/** The last import that binds a name in the file; -1 for none. */
function importOf({ frame, writer }: Collector, name: string): number {
  return (
    frame.names
      .get(name)
      ?.declared.findLast((entity) => writer.get(entity, entityFields.kind) === entityKinds.import) ?? -1
  );
}

/**
 * Writes the list to the summary, in the form that `graph/languages/python/star-imports.ts` reads. In a package, names that the
 * file does not bind are its submodules.
 */
export function exportListedNames(
  { writer, frame, packagePath, hasStarImports }: Collector,
  listed: ListedNames,
): void {
  writer.export('**', exportForms.local, writer.string(listed.isIncomplete ? '?' : ''), 0);
  for (const module of listed.modules) writer.export('**', exportForms.all, module, 0);
  for (const name of listed.names) {
    writer.export(`*${name}`, exportForms.local, writer.string(name), 0);
    // In a file with star imports, one of them may bind the name.
    const isSubmodule = packagePath !== null && !hasStarImports && !frame.names.has(name);
    if (isSubmodule) writer.export(name, exportForms.from, writer.module(`.${name}`), writer.string('*'));
  }
}
