/** How Lua is linked: its dialect. */
import { withAssigned } from '../../infer/assigned-members.ts';
import { dialect } from '../dialect.ts';
import { madeOfTable, mayBeGlobal, oneOfGlobals, globalsAsValue } from './objects.ts';

export const lua = dialect('lua', {
  callMember: '__call',
  assigned: withAssigned,
  made: madeOfTable,
  // By default a member called `new` is a signature of its type. In Lua it is an ordinary function.
  isSignature: (name) => name === '' || name === '()',
  globalValues: globalsAsValue,
  globalNamed: oneOfGlobals,
  mayBeGlobal,
});
