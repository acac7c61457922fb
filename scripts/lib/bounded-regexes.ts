/** Expressions whose time grows faster than their text, and why that does no harm. Read by `npm run regexes`. */
import { boundedExtractionRegexes } from './bounded-extraction-regexes.ts';

export interface BoundedRegex {
  file: string;
  /** As it is written, without flags. */
  pattern: string;
  /** Which texts it gets, and how long they are. */
  reason: string;
}

/** A file system gives no longer ones. */
const fileName = 'the name of a file: at most 255 bytes';
const head = 'a line of the first 2,048 characters of a file';

export const boundedRegexes: readonly BoundedRegex[] = [
  ...boundedExtractionRegexes,
  {
    file: 'src/cli/answers/marks.ts',
    pattern: String.raw`[\p{L}\p{N}_$]+$`,
    reason: 'a symbol that the user typed as an argument',
  },
  {
    file: 'src/cli/commands/show-definition.ts',
    pattern: String.raw`#[^/:]+$`,
    reason: 'a place that the user typed as an argument',
  },
  {
    file: 'src/cli/terminal/quantities.ts',
    pattern: String.raw`\B(?=(\d{3})+$)`,
    reason: 'the digits of a number',
  },
  {
    file: 'src/config/terminal-options.ts',
    pattern: String.raw`^[a-z][a-z0-9+.-]*:[\u0021-\u007e]*\{path\}[\u0021-\u007e]*$`,
    reason: 'a setting that only the user may make, not a repository',
  },
  {
    file: 'src/engine/changes/test-names.ts',
    pattern: String.raw`([A-Z]+)([A-Z][a-z])`,
    reason: fileName,
  },
  {
    file: 'src/engine/search/tag-answer.ts',
    pattern: String.raw`\/+$`,
    reason: 'a glob: longer than 500 characters is refused before',
  },
  {
    file: 'src/explorer/code.ts',
    pattern: String.raw`[$@#]*[\p{L}_$][\p{L}\p{N}_$]*[?!]?`,
    reason: 'one place (sticky) of a line that is cut to 2,000 characters',
  },
  {
    file: 'src/lsp/places.ts',
    pattern: String.raw`[\r\n]+$`,
    reason: 'one line, which ends at the first line end: at most two characters match',
  },
  {
    file: 'src/lsp/text-document.ts',
    pattern: String.raw`[\r\n]+$`,
    reason: 'one line, which ends at the first line end: at most two characters match',
  },
  {
    file: 'src/runtime/v8-settings.ts',
    pattern: String.raw`=.*$`,
    reason: 'settings of V8 that are written in this file',
  },
  {
    file: 'src/search/verbatim.ts',
    pattern: String.raw`\S*$`,
    reason: 'a query of at most 200 characters: longer ones are not matched verbatim',
  },
  {
    file: 'src/source/walk/path-traits.ts',
    pattern: String.raw`_generated\.[a-z]+$|\.generated\.[a-z.]+$|\.gen\.[a-z]+$|^zz_generated\.|_gen\.go$|\.capnp\.(h|c\+\+|rs)$`,
    reason: fileName,
  },
  {
    file: 'src/source/walk/skipped-names.ts',
    pattern: String.raw`(?:~|\s|\.(?:bak|backup|old|orig|save))+$`,
    reason: fileName,
  },
  {
    file: 'src/source/walk/skipped-names.ts',
    pattern: String.raw`-firebase-adminsdk-[a-z0-9-]+\.json$`,
    reason: fileName,
  },
  {
    file: 'src/source/walk/text-traits.ts',
    pattern: String.raw`\bcode generated\b.*\bdo not edit\b`,
    reason: head,
  },
  {
    file: 'src/source/walk/text-traits.ts',
    pattern: String.raw`\bgenerated (by|from|with|using)\b.*\bdo not (edit|modify|change)\b`,
    reason: head,
  },
  {
    file: 'src/source/walk/text-traits.ts',
    pattern: String.raw`\bdo not (edit|modify|change)\b.*\b(auto[- ]?|automatically )?generated (by|from|with|using|file|code|automatically)\b`,
    reason: head,
  },
  {
    file: 'src/tools/arguments.ts',
    pattern: String.raw`\[\d+\].*$`,
    reason: 'the name of an argument in a schema of ours',
  },
  {
    file: 'src/util/words/unit-kinds.ts',
    pattern: String.raw`([^A-Z]+)(.)`,
    reason: 'a table that is written in this file',
  },
  {
    file: 'web/views/symbol.tsx',
    pattern: String.raw`\s*\n\s*`,
    reason: 'a documentation comment: at most 1,000 characters are kept',
  },
];
