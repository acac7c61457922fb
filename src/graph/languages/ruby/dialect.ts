/** How Ruby is linked: its dialect. */
import { entityFlags } from '../../../model/file-summary.ts';
import { alternatives, union } from '../../questions/values.ts';
import { dialect } from '../dialect.ts';
import { rubyMembers } from './members.ts';
import { rubyName } from './names.ts';
import { factoryResult, recordResult } from './records.ts';

export const ruby = dialect('ruby', {
  sharesNames: true,
  mixesInFirst: true,
  followsInherited: true,
  joinsDeclarations: true,
  scopedName: rubyName,
  members: rubyMembers,
  constructs: 'new',
  calledFirst: factoryResult,
  calledLast: recordResult,
  // A read of an attribute is a call of its reader, so a function's value is not a constructed object here.
  made: (_, callee) => union(alternatives(callee).filter(({ kind }) => kind !== 'function')),
  runsNothing: (targets) => targets.every(({ file, entity }) => file.has(entity, entityFlags.getter)),
});
