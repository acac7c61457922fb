/** Go: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, slashComment, written } from '../region-rules.ts';
import { areNeverTogether } from './platforms.ts';

export const ofGo: QuestionRules = {
  regions: regionRules([written.slashes, '`[^`]*`?', written.doubleQuoted, written.character], slashComment),
  membersNeedReceiver: true,
  membersInFolder: true,
  hasVariants: true,
  areNeverTogether,
  seesFiles: 'folder',
  implementsImplicitly: true,
};
