/** How Swift is linked: its dialect. */
import { alternatives, instancesOf, union } from '../../questions/values.ts';
import { dialect } from '../dialect.ts';
import { closureExpected, memberwise } from './closures.ts';
import { isAmbiguous } from './extensions.ts';
import { addedExternal } from './external-members.ts';
import { swiftName } from './names.ts';

export const swift = dialect('swift', {
  sharesNames: true,
  oneMemberSpace: 'all',
  callsTypes: true,
  extendsExternal: true,
  callMember: 'callAsFunction',
  scopedName: swiftName,
  made: (_, callee) => instancesOf(union(alternatives(callee).filter(({ kind }) => kind === 'static'))),
  libraryCallback: closureExpected,
  expectedByType: memberwise,
  // Members can be named without a receiver (`.member`).
  isExpectation: () => true,
  isAmbiguous,
  addedToExternal: addedExternal,
  // Any name in a file may be one of a module that it imports.
  otherInterfaceTexts: ({ summary }) => summary.modules,
});
