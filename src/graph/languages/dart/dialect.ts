/** How Dart is linked: its dialect. */
import { argumentNode } from '../../infer/argument-flow.ts';
import { extensionsNamed } from '../../infer/overloads/overloads.ts';
import { dialect } from '../dialect.ts';
import { extensionNamed, receiverOfProject, visibleExtensions } from './extensions.ts';
import { attribute, libraryCallback, libraryResult, libraryType } from './library.ts';
import { itemByOperator } from './items.ts';
import { importedByLibrary } from './libraries.ts';
import { inheritedName, superMembers } from './names.ts';

export const dart = dialect('dart', {
  seenByImport: true,
  mixesInFirst: true,
  hasExtensions: true,
  callMember: 'call',
  indexed: itemByOperator,
  attribute,
  libraryType,
  libraryResult,
  libraryCallback,
  argumentFor: (file, args, { position, name }) =>
    argumentNode(file, args, { at: position, name: file.stringOf(name) }),
  inOpenedPart: importedByLibrary,
  namedApart: inheritedName,
  superMembers,
  extensionNamed,
  extensionReceiver: receiverOfProject,
  namedExtensions: extensionsNamed,
  visibleExtensions,
});
