/** How PHP is linked: its dialect. */
import { dialect } from '../dialect.ts';
import { phpName } from './names.ts';

export const php = dialect('php', {
  sharesNames: true,
  oneMemberSpace: 'all',
  mixesInFirst: true,
  followsInherited: true,
  callMember: '__invoke',
  scopedName: phpName,
});
