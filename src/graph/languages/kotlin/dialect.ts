/** How Kotlin is linked: its dialect. */
import { entityFields } from '../../../model/file-summary.ts';
import { calledMember, madeByCalls } from '../../infer/called-types.ts';
import { containerCallback, containerResult, containerType } from '../../infer/container-words.ts';
import { nearestOfParts } from '../../resolve/published-parts.ts';
import { dialect } from '../dialect.ts';
import { jvmBases } from '../jvm-types.ts';
import { containers } from './containers.ts';
import { expectedOf } from './expected-declaration.ts';
import { overridesOfExpected } from './expected-types.ts';
import { implicitReceiverExtensions, receiverOrCompanion, functionsByArguments } from './extensions.ts';
import { operatorResult } from '../../infer/operator-results.ts';
import { receiverIn } from './implicit-receivers.ts';
import { kotlinFieldType, kotlinResultType } from './library-types.ts';
import { otherBuilds } from './variants.ts';

export const kotlin = dialect('kotlin', {
  seenByImport: true,
  nominal: true,
  callsByName: true,
  callsTypes: true,
  declaresAll: true,
  sharesPackages: true,
  companions: 'visible',
  hasExtensions: true,
  callMember: 'invoke',
  containers,
  libraryType: (name, args) => containerType(containers, name, args),
  libraryResult: containerResult,
  libraryBases: jvmBases,
  libraryCallback: containerCallback,
  libraryResultType: kotlinResultType,
  libraryFieldType: kotlinFieldType,
  rootType: 'Any',
  made: madeByCalls,
  constructorName: calledMember,
  // A lambda without declared parameters may still use `it`.
  countOfParameters: () => null,
  given: operatorResult,
  implicitReceiver: receiverIn,
  implicitReceiverExtensions,
  taken: functionsByArguments,
  otherBuilds,
  extensionReceiver: receiverOrCompanion,
  // An extension inside a type is visible only in that type.
  isSeenElsewhere: ({ file, entity }) => file.get(entity, entityFields.scope) === 0,
  expectedOf,
  nearestOfParts,
  variants: overridesOfExpected,
});
