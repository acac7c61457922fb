/** How Lua is linked: its dialect. */
import { withAssigned } from '../../infer/assigned-members.ts';
import { dialect } from '../dialect.ts';
import { madeOfTable, mayBeGlobal, oneOfGlobals, seenGlobals } from './objects.ts';

export const lua = dialect('lua', {
  callMember: '__call',
  assigned: withAssigned,
  made: madeOfTable,
  // A function may be called `new`.
  isSignature: (name) => name === '' || name === '()',
  globalValues: seenGlobals,
  globalNamed: oneOfGlobals,
  mayBeGlobal,
});
