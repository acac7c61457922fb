/**
 * The file summary of a TypeScript or JavaScript file, collected in one walk over its program.
 * Nodes that are nested deeper than the walk goes are left out.
 */
import { Ints } from '../ints';
import { NodeType, Program } from '../generated/nodes';
import { collectStatements, startCollecting } from './collector';
import { startDocs } from './doc-comments';
import { declareDocTypes } from './doc-types';
import { startWriting, writer } from './writer';

/** The tables of a summary. Strings and modules have two numbers for each text: address and length in bytes. */
export const enum Table {
  Nodes,
  Scopes,
  Entities,
  Exports,
  Sites,
  Expected,
  Assignments,
  Strings,
  Modules,
}

export function collectSummary(program: Program, withDocs: bool): void {
  startWriting();
  startCollecting();
  startDocs(withDocs);
  declareDocTypes();
  writer.isGlobal = !isModule(program);
  collectStatements(program.body, 0);
}

function isModule(program: Program): bool {
  const body = program.body;
  for (let index = 0; index < body.length; index++) {
    switch (body.get(index).type) {
      case NodeType.ExportAllDeclaration:
      case NodeType.ExportDefaultDeclaration:
      case NodeType.ExportNamedDeclaration:
      case NodeType.ImportDeclaration:
      case NodeType.TSExportAssignment:
        return true;
      default:
    }
  }
  return false;
}

/** Whether the last collected file is a script, whose top level belongs to the whole program. */
export function isGlobal(): bool {
  return writer.isGlobal;
}

/** The address of a table of the last collected file. */
export function summaryAt(table: Table): usize {
  return tableOf(table).values;
}

/** The length of a table, in numbers. */
export function summaryLength(table: Table): i32 {
  return tableOf(table).length;
}

function tableOf(table: Table): Ints {
  switch (table) {
    case Table.Nodes:
      return writer.nodes;
    case Table.Scopes:
      return writer.scopes;
    case Table.Entities:
      return writer.entities;
    case Table.Exports:
      return writer.exports;
    case Table.Sites:
      return writer.sites;
    case Table.Expected:
      return writer.expected;
    case Table.Assignments:
      return writer.assignments;
    case Table.Strings:
      return writer.strings.texts;
    case Table.Modules:
      return writer.modules.texts;
    default:
      return unreachable();
  }
}
