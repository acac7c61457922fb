/** Definitions and imports of a program, found in one walk. The host reads the results as tables of numbers. */
import { Node, NodeType, Program } from '../generated/nodes';
import { dropDuplicates } from './made-objects';
import { decorators, definitions, imports, names, texts } from './records';
import { visitStatements } from './statements';
import { beginWalk, resolveExports, walk } from './walk';

/**
 * @param declarationFile whether everything in the file is a declaration for the compiler (`.d.ts`)
 * @param withTypes whether to walk types too, which may contain imports
 * @returns 1; 0 for a tree that is too deep to walk, whose tables are void
 */
export function walkDefinitions(program: Node, declarationFile: bool, withTypes: bool): i32 {
  beginWalk(declarationFile, withTypes);
  const body = changetype<Program>(program).body;
  // In a declaration file without imports and exports, everything is declared for the whole program.
  let ambient = declarationFile;
  for (let index = 0; ambient && index < body.length; index++) ambient = !isOfModule(body.get(index).type);
  visitStatements(body, true, false, ambient);
  if (walk.isTooDeep) return 0;
  dropDuplicates();
  resolveExports();
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

/** Addresses of the definitions. Each starts with the fields of `Definition`. */
export function definitionTable(): usize {
  return definitions.values;
}

export function definitionCount(): i32 {
  return definitions.length;
}

/** Addresses of the imports. Each starts with the fields of `Import`. */
export function importTable(): usize {
  return imports.values;
}

export function importCount(): i32 {
  return imports.length;
}

/** Names of decorators, two offsets each. */
export function decoratorTable(): usize {
  return decorators.values;
}

/** Names that imports bind, two numbers of texts each: the exported name, and the local one or -1. */
export function nameTable(): usize {
  return names.values;
}

/** Texts, two numbers each: offset and length in UTF-16 units, or the complement of an address and the length in bytes. */
export function textTable(): usize {
  return texts.values;
}
