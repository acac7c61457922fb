/** How C and C++ are linked: their dialects. */
import { ops } from '../../../model/file-summary.ts';
import { templateMarks } from '../../../model/languages/macro-template.ts';
import { nodeValue } from '../../questions/questions.ts';
import { alternatives, instancesOf, union, type Value } from '../../questions/values.ts';
import { elementOf } from '../../members/members.ts';
import { spaces } from '../../program/spaces.ts';
import { scopedName } from '../../resolve/scoped-names.ts';
import { dialect, type Dialect } from '../dialect.ts';
import { takesBaseMembers } from './members.ts';
import { functionsCalled } from './called-functions.ts';
import { chosenByArguments } from './overloads.ts';
import { macrosCalled, usedByMacro } from './macro-uses.ts';
import { cName, definedElsewhere } from './names.ts';
import {
  destructuredPart,
  containedMembers,
  containedResult,
  iteratedOver,
  containedMemberValue,
  indexedValue,
} from './pointers.ts';
import { withFittingSpecialisations } from './std-specialisations.ts';
import { overridesOfDeclarations } from './variants.ts';

const shared: Partial<Dialect> = {
  family: 'c',
  sharesNames: true,
  oneMemberSpace: 'all',
  indexed: indexedValue,
  item: (i, file, { of, index }) => destructuredPart(nodeValue(i, file, of), index, file.op(of) === ops.element),
  iterated: (i, value) => iteratedOver(i, value) ?? elementOf(i, value),
  containedMemberValue,
  containedMembers,
  takesBaseMembers,
  libraryResult: containedResult,
  scopedName: cName,
  definedElsewhere,
  isKnownByName: () => true,
  withArguments: withFittingSpecialisations,
  usedByCall: usedByMacro,
  macros: { mayBeAmong: (globals) => globals.length > 0, mark: templateMarks.expands, namesIn: macrosCalled },
  // In `sizeof(size)` and `(size)(end - start)` the grammar reads a type as a value.
  typeAsValue: (i, file, wanted) => scopedName(i, file, { ...wanted, space: spaces.any }),
  variants: overridesOfDeclarations,
};

export const c = dialect('c', shared);

/** The class that an alias names. */
function classOf(type: Value | null): Value | null {
  return type?.kind === 'instance' ? { ...type, kind: 'static' } : null;
}

export const cpp = dialect('cpp', {
  ...shared,
  overloadsMembers: true,
  aliased: classOf,
  chosen: chosenByArguments,
  calledFunctions: (i, { file, callee }, found) => functionsCalled(i, file, callee, found),
  made: (_, callee) => instancesOf(union(alternatives(callee).filter(({ kind }) => kind === 'static'))),
});
