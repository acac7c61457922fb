/** Ruby: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { hashBrace, regionRules, written } from '../region-rules.ts';

/** Methods that loops, texts, conversions, sets, hooks and missing names call. */
const calledByRuby: ReadonlySet<string> = new Set(
  (
    'coerce const_missing each eql? exception extended hash included inherited initialize initialize_copy inspect method_added method_missing ' +
    'prepended respond_to_missing? succ to_a to_ary to_hash to_i to_int to_proc to_s to_str'
  ).split(' '),
);

export const ofRuby: QuestionRules = {
  regions: regionRules(
    [
      String.raw`^=begin[\s\S]*?^=end`,
      String.raw`#(?!\{)[^\n]*`,
      String.raw`<<[~-](["'\x60]?)([A-Z_]\w*)\1[\s\S]*?^\s*\2\b`,
      String.raw`(?<=(?:[(,=~[|&!{]|\b(?:if|unless|when|and|or))\s*)\/(?![\s=])(?:\\.|[^/\\\n])+\/`,
      String.raw`%[wWiIqQ][[({<][^\])}>]*[\])}>]`,
      written.doubleQuotedLines,
      written.singleQuotedLines,
      // Symbols.
      String.raw`(?<![:\w]):[A-Za-z_]\w*[?!=]?`,
    ],
    /^(?:#|=begin)/,
    hashBrace,
  ),
  hasNoBraces: true,
  // Operators have no letters.
  runsByItself: ({ name }) => calledByRuby.has(name) || /^[^\p{L}_]/u.test(name),
};
