/** How C# is linked: its dialect. */
import { entityFields } from '../../../model/file-summary.ts';
import { containerCallback, containerResult, containerType } from '../../infer/container-words.ts';
import { operatorResult } from '../../infer/operator-results.ts';
import { dialect } from '../dialect.ts';
import { containers } from './containers.ts';
import { isExternalName } from './extensions.ts';
import { csharpFieldType, csharpResultType } from './library-types.ts';
import { aliasForProject, inNamespace, inOpenedPart, openedForProject, qualified } from './namespaces.ts';
import { partsOf } from './partial-types.ts';

export const csharp = dialect('csharp', {
  seenByImport: true,
  nominal: true,
  callsByName: true,
  declaresAll: true,
  keepsInterfaceStatics: true,
  hidesInterfaceMethods: true,
  hasExtensions: true,
  methodGroups: true,
  given: operatorResult,
  containers,
  libraryType: (name, args) => containerType(containers, name, args),
  libraryResult: containerResult,
  libraryCallback: containerCallback,
  libraryResultType: csharpResultType,
  libraryFieldType: csharpFieldType,
  ofNullable: new Set(['Value', 'GetValueOrDefault']),
  rootType: 'object',
  takesArray: (expected) => expected?.kind === 'list',
  openedForProject,
  aliasForProject,
  inNamespace,
  inOpenedPart,
  qualifiedName: qualified,
  parts: partsOf,
  // The receiver is the first argument.
  extensionArguments: (args, receiver) => ({ ...args, receiver }),
  extensionOwner: ({ file, entity }) => file.get(entity, entityFields.parent),
  isExternalName,
  // `[Zork]` names a class ZorkAttribute.
  isWrittenShorter: (name) => name.endsWith('Attribute'),
  // A path can name a namespace by its last name only.
  unitName: (unit) => unit.slice(Math.max(unit.lastIndexOf('.'), unit.lastIndexOf(':')) + 1),
});
