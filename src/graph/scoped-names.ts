/**
 * Names in languages whose files share names without naming each other's files one by one: what a name means is told by how each language
 * looks for it, among all files that declare it for the program.
 * Invariant: a name that fits several definitions means none of them.
 */
import { cName, definedElsewhere } from './c-names.ts';
import type { FileFacts } from './file-facts.ts';
import { phpName } from './php-names.ts';
import type { Exported } from './program.ts';
import type { Inference, ScopedName } from './questions.ts';
import { isRuby } from './ruby-members.ts';
import { rubyName } from './ruby-names.ts';
import { isC } from './shared-spaces.ts';
import type { Target } from './values.ts';

/** What a name means; null for files of other languages. */
export function scopedName(i: Inference, file: FileFacts, wanted: ScopedName): Exported | null {
  if (isC(file)) return cName(i, file, wanted);
  if (file.language === 'php') return phpName(i, file, wanted);
  if (isRuby(file)) return rubyName(i, file, wanted);
  return null;
}

/** Where a member that is only declared is defined. */
export function defined(i: Inference, target: Target): readonly Target[] {
  return isC(target.file) ? definedElsewhere(i, target) : [target];
}
