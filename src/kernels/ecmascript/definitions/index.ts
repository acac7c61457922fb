/** Definitions and imports of a program: one walk, whose results the host reads as tables of numbers. */
import { Node, NodeType, Program } from '../generated/nodes';
import { dropTaken } from './made-objects';
import { decorators, definitions, imports, names, texts } from './records';
import { visitStatements } from './statements';
import { beginWalk, settleExports, walk } from './walk';

/**
 * @param declarationFile whether everything in the file is a declaration for the compiler (`.d.ts`)
 * @param withTypes whether types are walked, which may import something
 * @returns 0 where the tree is deeper than the walk follows, and nothing is found
 */
export function walkDefinitions(program: Node, declarationFile: bool, withTypes: bool): i32 {
  beginWalk(declarationFile, withTypes);
  const body = changetype<Program>(program).body;
  // The declarations of a file without imports and exports are global.
  let ambient = declarationFile;
  for (let index = 0; ambient && index < body.length; index++) ambient = !isOfModule(body.get(index).type);
  visitStatements(body, true, false, ambient);
  if (walk.isTooDeep) return 0;
  dropTaken();
  settleExports();
  return 1;
}

function isOfModule(type: NodeType): bool {
  switch (type) {
    case NodeType.ImportDeclaration:
    case NodeType.ExportAllDeclaration:
    case NodeType.ExportDefaultDeclaration:
    case NodeType.ExportNamedDeclaration:
      return true;
    default:
      return false;
  }
}

/** Addresses of the definitions, each of which has the fields of `Definition`. */
export function definitionTable(): usize {
  return definitions.values;
}

export function definitionCount(): i32 {
  return definitions.length;
}

/** Addresses of the imports, each of which has the fields of `Import`. */
export function importTable(): usize {
  return imports.values;
}

export function importCount(): i32 {
  return imports.length;
}

/** Two offsets each: what the decorators name. */
export function decoratorTable(): usize {
  return decorators.values;
}

/** Two numbers of texts each: the names that imports take, and what they are called here or -1. */
export function nameTable(): usize {
  return names.values;
}

/** Two numbers each: an offset and how many UTF-16 units, or the complement of an address and how many bytes. */
export function textTable(): usize {
  return texts.values;
}
