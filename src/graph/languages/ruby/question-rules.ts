/** Ruby: rules for queries. */
import type { QuestionRules } from '../asked.ts';

/** Methods that loops, texts, conversions, sets, hooks and missing names call. */
const calledByRuby: ReadonlySet<string> = new Set(
  (
    'coerce const_missing each eql? exception extended hash included inherited initialize initialize_copy inspect method_added method_missing ' +
    'prepended respond_to_missing? succ to_a to_ary to_hash to_i to_int to_proc to_s to_str'
  ).split(' '),
);

export const ofRuby: QuestionRules = {
  // Operators have no letters.
  runsByItself: ({ name }) => calledByRuby.has(name) || /^[^\p{L}_]/u.test(name),
};
