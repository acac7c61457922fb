/** Those of `boundedRegexes` that extraction and the questions about the graph use: expressions of src/extract, src/graph and src/languages. */
import type { BoundedRegex } from './bounded-regexes.ts';

/** How recheck errs: it looks from each place for a text that others have passed, or takes a constant for the length. */
const grows = 'its time grows with the text alone';

const ofTexts: readonly BoundedRegex[] = [
  {
    file: 'src/extract/detect-language.ts',
    pattern: String.raw`[\d.]+$`,
    reason: 'a name of at most 200 characters of the first line',
  },
  {
    file: 'src/extract/detect-language.ts',
    pattern: String.raw`(\d)\.\d.*$`,
    reason: 'a name of at most 200 characters of the first line',
  },
  {
    file: 'src/extract/lines/line-extractor.ts',
    pattern: String.raw`^\s*(?:<?<-|=|:)?\s*function\b\s*`,
    reason: 'what follows a name: fewer than 100 blanks stand at its beginning, and the lines after it are trimmed',
  },
  {
    file: 'src/extract/lines/line-extractor.ts',
    pattern: String.raw`\s*(=>|->|[{:;=,]|\b(do|is|then|begin|where|as|end))$`,
    reason: 'a signature: cut, and with one blank in place of several',
  },
  {
    file: 'src/extract/statements/statements.ts',
    pattern: String.raw`[\s{:]+$|\s*=>$|\s*->$|\s+then$`,
    reason: 'the head of a statement: cut, and with one blank in place of several',
  },
  {
    file: 'src/extract/text.ts',
    pattern: String.raw`\s*(\?\.|!!\.|\.|->|::|:)\s*`,
    reason: 'a receiver of at most four times the length that is kept',
  },
  {
    file: 'src/graph/languages/c/types.ts',
    pattern: String.raw`<.*>`,
    reason: 'a type of which at most 100 characters are kept; behind them are signs alone',
  },
  {
    file: 'src/graph/languages/c/types.ts',
    pattern: String.raw`[*&…[\]]+$`,
    reason: 'a type of which at most 100 characters are kept; behind them are signs alone',
  },
  {
    file: 'src/graph/languages/c/types.ts',
    pattern: String.raw`[*&…[\]]*$`,
    reason: 'a type of which at most 100 characters are kept; behind them are signs alone',
  },
  {
    file: 'src/graph/languages/python/values.ts',
    pattern: String.raw`^\[\s*(\d*)\s*:\s*(\d*)\s*\]$`,
    reason: 'a slice of at most 20 characters: longer ones are recorded as `[:]`',
  },
  {
    file: 'src/graph/languages/rust/question-rules.ts',
    pattern: String.raw`\bimpl\b.*?\bfor\s+(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)?(?:\w+::)*(\w+)`,
    reason: 'the header of a declaration, which is cut',
  },
  {
    file: 'src/graph/queries/account/text-roles.ts',
    pattern: '\\b(?:from|import|require|include|require_relative|require_once)\\s*\\(?\\s*["\'`][^"\'`]*$',
    reason: 'the 300 characters before a name',
  },
  {
    file: 'src/graph/queries/editor/symbol-places.ts',
    pattern: String.raw`[$@#]*[\p{L}\p{N}_$]+[?!]?`,
    reason: `${grows}: one place (sticky), where one step back is enough`,
  },
  {
    file: 'src/graph/queries/places/access.ts',
    pattern: String.raw`(?:^|[^+-])(?:\+\+|--)\(?\s*[\w$.@>:[\]()*-]*$`,
    reason: 'the 300 characters before a name',
  },
  {
    file: 'src/graph/queries/places/local-declarations.ts',
    pattern: String.raw`\b(?:const|let|var|auto)\b[\w:&\s]*$`,
    reason: 'the 500 characters before a place',
  },
  {
    file: 'src/graph/queries/places/local-declarations.ts',
    pattern: String.raw`\b(?:for|foreach|if|while|switch|catch|match|when|with|using)\b[^{};]*(?:;[^{};]*)?$`,
    reason: 'the 500 characters before a place',
  },
  {
    file: 'src/graph/queries/test-modules.ts',
    pattern: String.raw`^[A-Z0-9_]*TEST[A-Z0-9_]*\(`,
    reason: 'a signature, which is cut',
  },
  {
    file: 'src/graph/scip/symbols.ts',
    pattern: '(?:`((?:[^`]|``)+)`|([\\w+$-]+))(#|\\/|\\([\\w+$-]*\\)\\.|\\.|!|:|\\]|\\))$',
    reason: 'the last 1,000 characters of a symbol',
  },
  {
    file: 'src/languages/c/macro-definitions.ts',
    pattern: String.raw`[;{}]$|\*\/$|\/\/[^\n]*$`,
    reason: 'the 400 characters before a call',
  },
  {
    file: 'src/languages/c/macro-expansion.ts',
    pattern: String.raw`\w+[ \t]*\($`,
    reason: `${grows}: a name, blanks and a bracket alone, at which the first word of the name matches`,
  },
  {
    file: 'src/languages/c/macro-expansion.ts',
    pattern: String.raw`[;{}]$|\*\/$|\/\/[^\n]*$`,
    reason: 'the 400 characters before a call',
  },
  {
    file: 'src/languages/c/macros.ts',
    pattern: String.raw`([A-Za-z_]\w*)[ \t]?$`,
    reason: 'the 40 characters before a bracket',
  },
  {
    file: 'src/languages/c/macros.ts',
    pattern: String.raw`\b(?:struct|union|class)\b[^;{}()=]*\{$`,
    reason: 'the 200 characters before a bracket',
  },
  {
    file: 'src/languages/c/macros.ts',
    pattern: String.raw`[ \t]*\/\/[^\n]*$`,
    reason: 'the 400 characters before a name',
  },
  {
    file: 'src/languages/components/embedded.ts',
    pattern: String.raw`<template\b[^>]*\slang=`,
    reason: 'the first 2,000 characters of markup',
  },
  {
    file: 'src/languages/cpp/cpp.ts',
    pattern: String.raw`^[ \t]*#[ \t]*if(?:def)?[^\n]{0,80}__cplusplus[\s\S]*?^[ \t]*#[ \t]*(?:endif|else|elif)`,
    reason: 'the first 4,096 characters of the code of a file',
  },
  {
    file: 'src/languages/elixir/summary/templates.ts',
    pattern: String.raw`"(?:[^"\\]|\\.){0,2000}"|(?<![\w.@:])(&?)((?:[A-Z]\w*\.)*)([a-z_]\w*[?!]?)(?:\(|\/(\d))|%>|[{}]`,
    reason: 'a template of at most 200,000 characters, in which each search ends after 2,000',
  },
  {
    file: 'src/languages/javascript/fallback-hooks.ts',
    pattern: String.raw`\bexport\s+(?:default\s+|async\s+|abstract\s+|declare\s+)*\w+\s*\*?\s*$`,
    reason: 'the 60 characters before a declaration',
  },
  {
    file: 'src/languages/python/parse/lexemes.ts',
    pattern: String.raw`0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?(\.)?(?:\d(?:_?\d)*)?([eE][+-]?\d(?:_?\d)*)?[jJ]?`,
    reason: `${grows}: one place (sticky), and each part may be absent`,
  },
  {
    file: 'src/languages/rust/item-macros.ts',
    pattern: String.raw`^(?:pub(?:\s*\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*(?:fn\s+\w+\b(?!\s*\([^)]*\sin\s)|impl\b(?!\s+\w+\s*:)|mod\s+\w+\s*[;{]|use\s+[\w:{]|trait\s+\w|type\s+\w|crate\s+\w|static\s+ref\s|const\s+\w+\s*:|(?:struct|enum|union)\s+\w+\s*(?:<[^{(;]*>\s*)?(?:where\b[^{]*)?[{(;])`,
    reason: 'the 600 characters from a place on',
  },
  {
    file: 'src/languages/rust/rust.ts',
    pattern: String.raw`([\p{L}_][\p{L}\p{N}_]*)[^\p{L}\p{N}_]*$`,
    reason: 'the first 300 characters of a type',
  },
  {
    file: 'src/languages/rust/summary/macros.ts',
    pattern: String.raw`^\s*(?:#\[.*\]\s*(?:\/\/.*)?$|\/\/)`,
    reason: 'the 300 characters before a macro',
  },
  {
    file: 'src/languages/rust/summary/macros.ts',
    pattern: String.raw`(?:\$?\w+\s*::\s*)*$`,
    reason: 'the 100 characters before a name',
  },
  {
    file: 'src/languages/rust/summary/macros.ts',
    pattern: String.raw`#\[[^\]]*\bmacro_export\b[^\n]*\]\s*(?:\/\/[^\n]*)?$`,
    reason: 'the 300 characters before a macro',
  },
  {
    file: 'src/languages/rust/summary/tokens.ts',
    pattern: String.raw`(?:(?<![\w:.>$)])(?:::\s*)?)?((?:[\p{L}_][\p{L}\p{N}_]*::)*)$`,
    reason: 'the 200 characters before a name',
  },
  {
    file: 'src/languages/rust/summary/tokens.ts',
    pattern: String.raw`(\w+)\s*=\s*$`,
    reason: 'the 40 characters before a token',
  },
];

/** src/extract/lines/line-extractor.ts */
const aLine = 'a line of at most 2,000 characters, in which blanks after its first word are fewer than 100 in a row';

/** Languages without a grammar, and files that no grammar reads. */
const ofLines: readonly BoundedRegex[] = [
  {
    file: 'src/languages/components/components.ts',
    pattern: String.raw`^\s*import\s+(?:type\s+)?(?:[^'"\n]{1,300}\sfrom\s+)?["']([^"']+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/components/components.ts',
    pattern: String.raw`^\s{0,8}(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/javascript/lines.ts',
    pattern: String.raw`^\s{1,40}(?:(?:public|private|protected|static|override|async|get|set)\s+){0,4}\*?(?!(?:if|for|while|switch|catch|with|function|return|constructor\(\)|super)\b)([A-Za-z_$#][\w$]*)(?=\([^()]{0,300}\)\s*(?::[^{};=]{1,200})?\{\s*\}?\s*$)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/functional.ts',
    pattern: String.raw`^\s{0,4}\((?:require|import|use-modules|include)\s+"?\(*([\w./+ -]+?)(?=[")\s]*$|"|\))`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/functional.ts',
    pattern: String.raw`^([a-z]\w*)(?=(?:\([^\n]*)?\s*(?::-|-->|\.\s*$|\())`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*type(?:\s*,\s*[\w\s,()]{1,100})?\s*(?:::)?\s+(\w+)(?=\s*(?:!.*)?$)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*use\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*(\w+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^ {2,4}(\w+)(?=\s*(?:\([^)]*\))?\s*:\s*[[\w])`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^#\s*import\s+(?:[\w, *]+ from )?["']([^"']+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^\s*(?:Scenario(?: Outline)?|Example|Background|Rule):\s*(\S.{0,250}?)(?=\s*$)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/scripting.ts',
    pattern: String.raw`^\s{0,4}use\s+constant\s+\{?\s*(\w+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/scripting.ts',
    pattern: String.raw`^\s{0,4}import\s+(?:[^'"\n]{1,200}\sfrom\s+)?["']([^"']+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s*(?:_|pub usingnamespace)\s*=?\s*@import\("([^"]+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}(?:type\s+)?([A-Z]\w*)(?=\*?(?:\[[^\]]*\])?\s*(?:\{\.[^}]*\.\})?\s*=\s*(?:ref\s+|ptr\s+)?(?:object|tuple|concept)\b)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}(?:type\s+)?([A-Z]\w*)(?=\*?\s*(?:\{\.[^}]*\.\})?\s*=\s*enum\b)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}@protocol\s+(\w+)(?=[^;]*$)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}@property\s*(?:\([^()]*\))?[^;()]{0,200}?[\s*](\w+)(?=\s*(?:;|NS_|__|API_))`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}import\s+(?:[\w\s{},*]{1,300}\sfrom\s+)?["']([^"']+)`,
    reason: aLine,
  },
];

export const boundedExtractionRegexes: readonly BoundedRegex[] = [...ofTexts, ...ofLines];
