/**
 * The state of one walk over a program, and what all its handlers use to add definitions and imports.
 * Invariants: a definition comes before those inside it. Nesting beyond `maxDepth` (`handlers.ts`) ends the walk with `isTooDeep`, before
 * the stack overflows.
 */
import { Kind } from '../generated/codes';
import { Node } from '../generated/nodes';
import { locate, placeColumn, placeLine } from '../places';
import { Text } from '../texts';
import { NameTable } from './name-table';
import { PlacedName } from './names';
import {
  addText,
  clearRecords,
  Definition,
  definitionAt,
  definitions,
  newDefinition,
  newImport,
  Signature,
  Visibility,
} from './records';
import { cutTo, unitsOf } from './source-texts';

@unmanaged
class Walk {
  /** Definitions at the top of the file by name, the first of each: the targets of `export { a }` and `Foo.prototype.x`. */
  topLevel: NameTable;
  /** Local names that an export list, `export default a` or `module.exports` exports. */
  exportedNames: NameTable;
  /** Index of the definition that is being walked; -1 at top level. */
  currentIndex: i32;
  depth: i32;
  /** Whether the tree is deeper than the walk goes, so that all results are void. */
  isTooDeep: bool;
  /** Whether everything in the file is a declaration for the compiler (`.d.ts`). */
  declarationFile: bool;
  /** Whether types are walked, because they may contain imports. */
  withTypes: bool;
  /** Whether the function that is being walked returns an element. */
  rendersElement: bool;
  /** The next `import()` or `require()` whose module is bound to names: to a range of the table `names`, or as a whole to `boundAlias`. */
  request: Node | null;
  boundNames: i32;
  boundCount: i32;
  boundAlias: PlacedName | null;
}

/** There is one walk at a time. */
export const walk = changetype<Walk>(memory.data(offsetof<Walk>()));

export function beginWalk(declarationFile: bool, withTypes: bool): void {
  clearRecords();
  walk.topLevel = NameTable.empty();
  walk.exportedNames = NameTable.empty();
  walk.currentIndex = -1;
  walk.depth = 0;
  walk.isTooDeep = false;
  walk.declarationFile = declarationFile;
  walk.withTypes = withTypes;
  walk.rendersElement = false;
  walk.request = null;
}

/** Maximum length of a name (UTF-16 units). Longer names are data, and are cut. The host cuts the names of containers in the same way. */
const maxName: i32 = 300;

/** A definition with the most common values: the parent is the current definition, and there is neither signature nor decorators. */
export function newDraft(name: PlacedName, kind: Kind, start: i32, end: i32, visibility: Visibility): Definition {
  const draft = newDefinition();
  draft.text = cutTo(name.text, maxName);
  draft.at = name.at;
  draft.kind = kind;
  draft.start = start;
  draft.end = end;
  draft.visibility = visibility;
  draft.isMade = false;
  draft.parent = walk.currentIndex;
  draft.container = -1;
  draft.exported = 0;
  draft.signature = Signature.None;
  draft.decorators = 0;
  draft.decoratorCount = 0;
  draft.name = addText(draft.text, name.at);
  return draft;
}

/** Adds a definition. @returns its index */
export function define(draft: Definition): i32 {
  locate(draft.start);
  draft.startLine = placeLine;
  draft.startColumn = placeColumn;
  locate(draft.at);
  draft.line = placeLine;
  draft.column = placeColumn;
  locate(draft.end);
  draft.endLine = placeLine;
  draft.endColumn = placeColumn;
  definitions.push(<i32>changetype<usize>(draft));
  return definitions.length - 1;
}

/** Records a definition at the top of the file under its name. */
export function nameTopLevel(index: i32): void {
  walk.topLevel.add(definitionAt(index).text, index);
}

/**
 * Sets the signature: the text between two offsets. The host folds its white space, and removes comments and the start of a body or the end of a
 * statement.
 */
export function signatureBetween(definition: Definition, start: i32, end: i32): void {
  definition.signature = Signature.Between;
  definition.signatureStart = start;
  definition.signatureEnd = end;
}

/** Maximum length of a module's name (UTF-16 units). */
const maxModule: i32 = 1000;

/**
 * Adds an import.
 * @param names index of its first name in the table of names
 * @param flags bits of `ImportFlag`
 */
export function addImport(
  at: i32,
  module: PlacedName,
  names: i32,
  nameCount: i32,
  alias: PlacedName | null,
  flags: i32,
): void {
  if (module.text.length === 0 || unitsOf(module.text) > maxModule) return;
  locate(at);
  const record = newImport();
  record.module = addText(module.text, module.at);
  record.alias = alias === null ? -1 : addText(alias.text, alias.at);
  record.names = names;
  record.nameCount = nameCount;
  record.flags = flags;
  record.line = placeLine;
  record.column = placeColumn;
}

export function exportName(name: Text): void {
  walk.exportedNames.add(name, 0);
}

/** Determines which definitions are exported, after the whole file has been walked. A parent comes before its children. */
export function resolveExports(): void {
  for (let index = 0; index < definitions.length; index++) {
    const definition = definitionAt(index);
    const parent = definition.parent;
    switch (definition.visibility) {
      case Visibility.Exported:
        definition.exported = 1;
        break;
      case Visibility.Listed:
        definition.exported = walk.exportedNames.has(definition.text) ? 1 : 0;
        break;
      case Visibility.Inherited:
        definition.exported = parent === -1 ? 0 : definitionAt(parent).exported;
        break;
      default:
        definition.exported = 0;
    }
  }
}
