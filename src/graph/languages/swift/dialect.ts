/** How Swift is linked: its dialect. */
import { labelsOf } from '../../../model/languages/overload-types.ts';
import { alternatives, asKind, eachOf, instancesOf, union } from '../../questions/values.ts';
import { dialect } from '../dialect.ts';
import { listCallback, memberwiseArgument } from './closures.ts';
import { isAmbiguous } from './extensions.ts';
import { addedExternal } from './external-members.ts';
import { swiftBases, swiftContainer } from './library-types.ts';
import { swiftName } from './names.ts';
import { calledMethods, chosenByLabels, takesLabels } from './overloads.ts';

export const swift = dialect('swift', {
  sharesNames: true,
  oneMemberSpace: 'all',
  callsTypes: true,
  overloadsMembers: true,
  signature: ({ file, entity }) => labelsOf(file.summary, entity, true),
  chosen: chosenByLabels,
  takesLabels,
  calledFunctions: calledMethods,
  extendsExternal: true,
  callMember: 'callAsFunction',
  // The parts of a tuple may be several parameters of a closure.
  countOfParameters: (count) => (count > 1 ? null : count),
  scopedName: swiftName,
  made: (_, callee) => instancesOf(union(alternatives(callee).filter(({ kind }) => kind === 'static'))),
  // An alias of a type constructs it.
  aliased: (type) => eachOf(type, (part) => (part.kind === 'instance' ? asKind(part, 'static') : null)),
  libraryBases: swiftBases,
  libraryType: swiftContainer,
  libraryCallback: listCallback,
  expectedByType: memberwiseArgument,
  // Any expected type is useful, because it is the implicit receiver of `.member`.
  isExpectation: () => true,
  isAmbiguous,
  addedToExternal: addedExternal,
  // An import has no names: any name in the file may come from an imported module.
  otherInterfaceTexts: ({ summary }) => summary.modules,
});
