/** How Scala is linked: its dialect. */
import { calledMember, madeByCalls } from '../../infer/called-types.ts';
import { containerCallback, containerResult, containerType } from '../../infer/container-words.ts';
import { extensionsNamed } from '../../infer/overloads/overloads.ts';
import { dialect } from '../dialect.ts';
import { calledWhereNamed, extensionNamed, runsWhereNamed } from './calls.ts';
import { containers } from './containers.ts';
import { builtFor } from './cross-building.ts';
import { scalaExtensions } from './extensions.ts';
import { javaTypeInScala, scalaBases, scalaNumbers, scalaResultOn, scalaResultType } from './library-types.ts';

export const scala = dialect('scala', {
  seenByImport: true,
  nominal: true,
  callsByName: true,
  callsTypes: true,
  declaresAll: true,
  sharesPackages: true,
  companions: 'apart',
  hasExtensions: true,
  callMember: 'apply',
  methodGroups: 'whereExpected',
  containers,
  libraryType: (name, args) => containerType(containers, name, args),
  libraryResult: containerResult,
  libraryBases: scalaBases,
  foreignType: javaTypeInScala,
  libraryResultType: scalaResultType,
  libraryResultOn: scalaResultOn,
  numberRanks: scalaNumbers,
  // What is passed as a whole list (`a: _*`) is a sequence.
  takesArray: (expected) => expected?.kind === 'list',
  libraryCallback: containerCallback,
  rootType: 'Any',
  // A text is a sequence of characters by an implicit conversion.
  textTypes: new Set(['Seq', 'IndexedSeq', 'Iterable', 'Traversable', 'TraversableOnce']),
  made: madeByCalls,
  constructorName: calledMember,
  named: calledWhereNamed,
  runsWhereNamed,
  extensionNamed,
  namedExtensions: extensionsNamed,
  visibleExtensions: scalaExtensions,
  builtFor,
});
