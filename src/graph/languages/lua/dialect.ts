/** How Lua is linked: its dialect. */
import { withAssigned } from '../../infer/assigned-members.ts';
import { dialect } from '../dialect.ts';
import { madeOfTable, mayBeGlobal, oneOfGlobals, globalsAsValue } from './objects.ts';

export const lua = dialect('lua', {
  callMember: '__call',
  assigned: withAssigned,
  made: madeOfTable,
  // Unlike the default, this leaves out `new`, which is the name of an ordinary function in Lua.
  isSignature: (name) => name === '' || name === '()',
  globalValues: globalsAsValue,
  globalNamed: oneOfGlobals,
  mayBeGlobal,
});
