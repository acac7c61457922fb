/** How Rust is linked: its dialect. */
import { entityKinds, heritage } from '../../../model/file-summary.ts';
import { alternatives } from '../../questions/values.ts';
import { dialect } from '../dialect.ts';
import { reexported, openedInBraces } from './braces.ts';
import { addedInRust } from './external-names.ts';
import { isMacroName, macroResult, macroTargets } from './macros.ts';
import { inOpenedEnum } from './opened-enums.ts';
import { fullTypeName } from './type-names.ts';
import { rustMembers } from './types.ts';
import {
  isLibraryMember,
  isOfEveryType,
  externalItem,
  rustCallback,
  rustConstructed,
  rustElement,
  rustIndexed,
  rustResult,
  rustType,
} from './values.ts';
import { cfgVariants } from './variants.ts';

export const rust = dialect('rust', {
  seenByImport: true,
  separatesModules: true,
  extendsExternal: true,
  oneMemberSpace: 'classes',
  starDetail: 'text',
  item: (i, file, { of }) => externalItem(i, file, of) ?? undefined,
  iterated: (i, value) => (alternatives(value).some(({ kind }) => kind === 'map') ? undefined : rustElement(i, value)),
  itemByMethod: rustIndexed,
  libraryType: rustType,
  libraryResult: rustResult,
  libraryCallback: rustCallback,
  calledFirst: macroResult,
  made: (_, callee) => rustConstructed(callee),
  openedWithin: openedInBraces,
  reexported,
  inOpenedType: inOpenedEnum,
  membersNamed: rustMembers,
  // In `impl From<T>` the value of the library's trait is that of its argument (`values.ts`), which is no ancestor.
  isAncestor: (base, relation) =>
    relation !== heritage.implements || ('entity' in base && base.file.kind(base.entity) === entityKinds.interface),
  fullTypeName,
  addedToExternal: addedInRust,
  isOfEveryType,
  isLibraryMember,
  isKnownByName: isMacroName,
  macros: {
    mayBeAmong: (globals) => globals.some((name) => name.endsWith('!')),
    mark: '',
    namesIn: (file, entity) => (file.name(entity).endsWith('!') ? null : undefined),
  },
  namedApart: (i, file, named) => (isMacroName(file, named.name) ? macroTargets(i, file, named) : undefined),
  plainName: (name) => (name.endsWith('!') ? name.slice(0, -1) : name),
  variants: cfgVariants,
});
