/** How Python is linked: its dialect. */
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { argumentNode } from '../../infer/argument-flow.ts';
import { subclassesWith, nextInOrder } from '../../heritage/class-order.ts';
import { elementOf } from '../../members/members.ts';
import { dialect } from '../dialect.ts';
import { valueByType } from './attributes.ts';
import { madeByCalls, resultOfCalling } from './construction.ts';
import { fieldsGiven, namedTupleItem } from './fields.ts';
import { fixtureValue } from './fixtures.ts';
import { libraryResult } from './library-functions.ts';
import { attributes, membersAssignedInSubclasses, nextMembers, submodule } from './members.ts';
import { boundParameters, returnedNode, returnedTo, takesReceiver } from './receivers.ts';
import { givesByStar } from './star-imports.ts';
import { typeParameterOrigin } from './type-parameters.ts';
import { attributeValue, resultOfImplicitCall, pythonElement, pythonItem } from './values.ts';

export const python = dialect('python', {
  seenByImport: true,
  bindsAtRun: true,
  typesAreValues: true,
  followsInherited: true,
  runsOnInstances: () => true,
  starDetail: 'number',
  callMember: '__call__',
  attribute: attributeValue,
  itemByMethod: pythonItem,
  tupleItem: namedTupleItem,
  iteratedPart: (i, part) => (part.kind === 'map' ? part.key : (elementOf(i, part) ?? pythonElement(i, part))),
  injected: fixtureValue,
  given: resultOfImplicitCall,
  superAfter: nextInOrder,
  libraryResult,
  made: madeByCalls,
  resultOfCalling,
  constructorName: () => '__init__',
  boundParameters,
  takesReceiver,
  argumentFor: (file, args, { position, name }) =>
    argumentNode(file, args, { at: position, name: file.stringOf(name) }),
  returnedNode,
  // The declared type of a coroutine is its awaited result; that of an async generator is what the call returns.
  declaresAwaited: (file, entity) => !file.has(entity, entityFlags.generator),
  returnedTo,
  typeParameterOrigin,
  givesByStar,
  attributes,
  superMembers: nextMembers,
  assignedInSubclasses: membersAssignedInSubclasses,
  subclassesWith,
  submodule,
  valueByType,
  fieldsGiven,
  // An item of a named tuple is found by its position.
  isFoundByPosition: (file, member) => {
    const owner = file.get(member, entityFields.parent);
    const isInBody = file.get(member, entityFields.scope) === file.get(owner, entityFields.ownScope);
    return isInBody && file.kind(member) !== entityKinds.method;
  },
});
