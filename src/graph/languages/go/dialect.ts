/** How Go is linked: its dialect. */
import { nodeValue } from '../../questions/questions.ts';
import { dialect } from '../dialect.ts';
import { byPlatform } from './platforms.ts';
import { isConversion } from './types.ts';
import { aliased, converted, indexed, rangeKey, received, resultAt } from './values.ts';
import { ofSamePlatform, platformVariants } from './variants.ts';

export const go = dialect('go', {
  seenByImport: true,
  implementsImplicitly: true,
  oneMemberSpace: 'all',
  awaited: received,
  indexed: (i, file, node) => indexed(i, nodeValue(i, file, file.operand(node, 0))),
  elementAt: indexed,
  item: (i, file, { of, index }) => resultAt(i, nodeValue(i, file, of), index),
  iterated: rangeKey,
  aliased,
  made: (_, callee) => converted(callee),
  runsNothing: isConversion,
  inOrder: byPlatform,
  ofSamePlatform,
  variants: platformVariants,
});
