/**
 * `__all__`: the names that `from module import *` imports. Literal lists are read (`=`, `+=`, `append`, `extend`, `remove`,
 * sums, and lists of other modules in them). Any other computation leaves the list incomplete.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, exportForms, ops } from '../../../model/file-summary.ts';
import { nameText, type Collector, type ListedNames } from './collector.ts';
import { plainString } from './literals.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

const listName = '__all__';
const maxDepth = 100;
const copies = new Set(['list', 'tuple', 'set', 'sorted']);

interface Reading {
  c: Collector;
  listed: ListedNames | null;
  depth: number;
}

/** Null for a module without `__all__`. Must be called when all names that the file binds are declared. */
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
      if (right !== null && isList(c, node.childForFieldName('left'))) readValue(reading, right);
      return;
    }
    case codes.call: {
      const [callee, argumentList] = partsOf(node);
      const [object, method] = callee === undefined ? [] : partsOf(callee);
      if (argumentList === undefined || method === undefined || !isList(c, object ?? null)) return;
      const [first] = partsOf(argumentList);
      if (first !== undefined) readChange(reading, nameText(c, method), first);
    }
  }
}

function isList(c: Collector, node: SyntaxNode | null): boolean {
  return node !== null && codeOf(node) === codes.identifier && nameText(c, node) === listName;
}

function listOf(reading: Reading): ListedNames {
  return (reading.listed ??= { names: new Set(), modules: new Set(), isIncomplete: false });
}

function readChange(reading: Reading, method: string, argument: SyntaxNode): void {
  const listed = listOf(reading);
  if (method === 'extend') readValue(reading, argument);
  else if (method === 'append') readItem(reading, argument);
  else if (method === 'remove') {
    const name = plainString(reading.c, argument);
    if (name !== null) listed.names.delete(name.text);
  }
}

function readItem(reading: Reading, node: SyntaxNode): void {
  const listed = listOf(reading);
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
  const listed = listOf(reading);
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
      // The list's own previous value.
      if (isList(reading.c, node)) break;
      const module = moduleOfList(reading, node);
      if (module === -1) listed.isIncomplete = true;
      else listed.modules.add(module);
    }
  }
  reading.depth--;
}

/** `list(m.__all__)` and similar copies. */
function readCopy(reading: Reading, node: SyntaxNode): void {
  const [callee, argumentList] = partsOf(node);
  const [first] = argumentList === undefined ? [] : partsOf(argumentList);
  const isCopy = callee !== undefined && codeOf(callee) === codes.identifier && copies.has(nameText(reading.c, callee));
  if (isCopy && first !== undefined) readValue(reading, first);
  else listOf(reading).isIncomplete = true;
}

/** The module of a list `m.__all__`, or of an imported name for it; -1 where it is unknown. */
function moduleOfList({ c }: Reading, node: SyntaxNode): number {
  if (codeOf(node) === codes.identifier) {
    const entity = importOf(c, nameText(c, node));
    const isOfList = entity !== -1 && c.writer.text(c.writer.get(entity, entityFields.listB)) === listName;
    return isOfList ? c.writer.get(entity, entityFields.listA) : -1;
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
  // A submodule becomes a name of its package as soon as something imports it.
  if (entity === -1) return c.packagePath !== null && !c.frame.names.has(name) ? c.writer.module(`.${name}`) : -1;
  if (c.writer.text(c.writer.get(entity, entityFields.listB)) === '*') return c.writer.get(entity, entityFields.listA);
  const submodule = c.writer.get(entity, entityFields.value);
  return c.writer.opOf(submodule) === ops.module ? c.writer.operand(submodule, 0) : -1;
}

/** The import entity of a name of the file; -1 for none. */
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
export function exportListedNames({ writer, frame, packagePath, opensModules }: Collector, listed: ListedNames): void {
  writer.export('**', exportForms.local, writer.string(listed.isIncomplete ? '?' : ''), 0);
  for (const module of listed.modules) writer.export('**', exportForms.all, module, 0);
  for (const name of listed.names) {
    writer.export(`*${name}`, exportForms.local, writer.string(name), 0);
    // A star import may bind the name too.
    const isModule = packagePath !== null && !opensModules && !frame.names.has(name);
    if (isModule) writer.export(name, exportForms.from, writer.module(`.${name}`), writer.string('*'));
  }
}
