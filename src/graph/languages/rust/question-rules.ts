/** Rust: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, slashComment, written } from '../region-rules.ts';
import { areNeverTogether } from './builds.ts';

/** Methods of the library's traits that code calls without their names: at operators, by other methods of a trait, in derived code, at the end of a scope. */
const ofLibraryTraits: ReadonlySet<string> = new Set(
  (
    'drop deref deref_mut fmt next next_back size_hint into_iter from_iter from try_from from_str eq ne partial_cmp cmp lt le gt ge hash index index_mut ' +
    'add sub mul div rem neg not bitand bitor bitxor shl shr add_assign sub_assign mul_assign div_assign rem_assign bitand_assign bitor_assign ' +
    'bitxor_assign shl_assign shr_assign clone default as_ref as_mut borrow borrow_mut to_string poll source write_str'
  ).split(' '),
);

/** Attributes that never call what they stand before. */
const inertDecorators: ReadonlySet<string> = new Set(
  (
    'inline must_use allow warn deny expect cfg cfg_attr doc deprecated cold track_caller target_feature automatically_derived ' +
    'non_exhaustive rustfmt::skip'
  ).split(' '),
);

export const ofRust: QuestionRules = {
  regions: regionRules(
    [written.slashes, String.raw`\bb?r(#*)"[\s\S]*?"\1`, written.doubleQuotedLines, written.character],
    slashComment,
    /\{$/,
  ),
  membersNeedReceiver: true,
  inertDecorators,
  membersAreFields: true,
  membersInFolder: true,
  extendedType: (text) => /\bimpl\b.*?\bfor\s+(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)?(?:\w+::)*(\w+)/.exec(text)?.[1] ?? null,
  hasVariants: true,
  areNeverTogether,
  runsByItself: ({ kind, name }) => kind === 'method' && ofLibraryTraits.has(name),
};
