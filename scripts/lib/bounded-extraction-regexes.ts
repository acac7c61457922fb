/** Those of `boundedRegexes` that extraction and the questions about the graph use: expressions of src/extract, src/graph and src/languages. */
import type { BoundedRegex } from './bounded-regexes.ts';

/** How recheck errs: it looks from each place for a text that others have passed, or takes a constant for the length. */
const grows = 'its time grows with the text alone';
const quoted = 'a character ends after 16 parts, and a text may lack its second quote';

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
    file: 'src/extract/flow/marks.ts',
    pattern: String.raw`\{\||\|\}|[:<(|,]\s*\?\s*[\w$({]|\bimport\s[^'"\n;]{0,300}\btypeof\b|^[ \t]*(?:export\s+)?opaque\s+type\b`,
    reason: `${grows}: each way begins with a sign or word of its own, and looks at most 300 characters beyond blanks`,
    isUntold: true,
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
    isUntold: true,
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
    file: 'src/graph/queries/editor/text-links.ts',
    pattern: String.raw`(?<![\w@.-]|[\w@.+-][/+])(?:\.{0,2}\/)?[\w@.-]{1,255}(?:\/[\w@.+-]{1,255}){0,50}\.\w{1,10}\b`,
    reason: `${grows}: a search ends after 50 folders, and none begins in a name`,
    isUntold: true,
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
    file: 'src/languages/c/macro-definitions.ts',
    pattern: String.raw`'(?:[^'\\\n]|\\.){1,16}'|"(?:[^"\\\n]|\\[^])*"?|[(),]`,
    reason: `${grows}: ${quoted}`,
    isUntold: true,
  },
  {
    file: 'src/languages/c/macro-expansion.ts',
    pattern: String.raw`\w+[ \t]*\($`,
    reason: `${grows}: a name, blanks and a bracket alone, at which the first word of the name matches`,
  },
  {
    file: 'src/languages/c/macro-expansion.ts',
    pattern: String.raw`"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\.){1,16}'|[(),;{}]`,
    reason: `${grows}: ${quoted}`,
    isUntold: true,
  },
  {
    file: 'src/languages/c/macro-expansion.ts',
    pattern: String.raw`[;{}]$|\*\/$|\/\/[^\n]*$`,
    reason: 'the 400 characters before a call',
  },
  {
    file: 'src/languages/c/macros.ts',
    pattern: String.raw`^([ \t]*#[ \t]*if(?:def)?[ \t][^\n]{0,80}__cplusplus[^\n]{0,80}\n)([ \t]*(?:extern[ \t]+"C"[ \t]*\{|\})[^\n]{0,80}\n)(?=[ \t]*#[ \t]*endif)`,
    reason: `${grows}: one way for each start of a line, of at most 80 characters between its words`,
    isUntold: true,
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
    file: 'src/languages/components/markup.ts',
    pattern: String.raw`^\s*(?:async\b\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)`,
    reason: 'the value of an attribute: at most 4,000 characters',
    isUntold: true,
  },
  {
    file: 'src/languages/cpp/cpp.ts',
    pattern: String.raw`^[ \t]*#[ \t]*if(?:def)?[^\n]{0,80}__cplusplus[\s\S]*?^[ \t]*#[ \t]*(?:endif|else|elif)`,
    reason: 'the first 4,096 characters of the code of a file',
    isUntold: true,
  },
  {
    file: 'src/languages/directives.ts',
    pattern: String.raw`\/\*|\/\/.*|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\.){1,16}'|[{}();]|\w+`,
    reason: `${grows}: ${quoted}`,
    isUntold: true,
  },
  {
    file: 'src/languages/elixir/summary/templates.ts',
    pattern: String.raw`"(?:[^"\\]|\\.){0,2000}"|(?<![\w.@:])(&?)((?:[A-Z]\w*\.)*)([a-z_]\w*[?!]?)(?:\(|\/(\d))|%>|[{}]`,
    reason: 'a template of at most 200,000 characters, in which each search ends after 2,000',
    isUntold: true,
  },
  {
    file: 'src/languages/javascript/fallback-hooks.ts',
    pattern: String.raw`\bexport\s+(?:default\s+|async\s+|abstract\s+|declare\s+)*\w+\s*\*?\s*$`,
    reason: 'the 60 characters before a declaration',
  },
  {
    file: 'src/languages/kotlin/misread-code.ts',
    pattern:
      '(\\bclass[ \\t]+(?:\\w+|`[^`\\n]+`)(?:<[^(){}\\n]{0,300}>)?)([^\\S\\n]*\\n\\s*)((?:@[\\w.]+(?:\\([^()\\n]*\\))?[ \\t]+|(?:private|internal|protected|public)[ \\t]+)*)constructor\\b',
    reason: `${grows}: type parameters of at most 300 characters, and one search for each class`,
    isUntold: true,
  },
  {
    file: 'src/languages/python/parse/lexemes.ts',
    pattern: String.raw`0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?(\.)?(?:\d(?:_?\d)*)?([eE][+-]?\d(?:_?\d)*)?[jJ]?`,
    reason: `${grows}: one place (sticky), and each part may be absent`,
  },
  {
    file: 'src/languages/python/resolution/resolver.ts',
    pattern: String.raw`\bwhere\s*=\s*\[([^\]]{0,500})\]`,
    reason: 'a manifest of at most 200,000 characters, in which each search ends after 500',
    isUntold: true,
  },
  {
    file: 'src/languages/rust/argument-macros.ts',
    pattern: String.raw`--|\.\.\.|<>|\b(?:str|bool|char|[iuf]\d+|[iu]size)!|=\s*[%?]|(?:^|,)\s*<|>\s*(?:,|$)|!\s*(?:[),.?]|$)|[$#@\\;]|=>|->|<-|(?<!:):(?!:)|(?:^|,)\s*[%?.=]|[\w)\]}"]\s+[\w"(]|^\s*$|,\s*,|(?:^|[^\w])_(?:[^\w]|$)`,
    reason: 'the arguments of a call: at most 30,000 characters',
    isUntold: true,
  },
  {
    file: 'src/languages/rust/item-macros.ts',
    pattern: String.raw`^(?:pub(?:\s*\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*(?:fn\s+\w+\b(?!\s*\([^)]*\sin\s)|impl\b(?!\s+\w+\s*:)|mod\s+\w+\s*[;{]|use\s+[\w:{]|trait\s+\w|type\s+\w|crate\s+\w|static\s+ref\s|const\s+\w+\s*:|(?:struct|enum|union)\s+\w+\s*(?:<[^{(;]*>\s*)?(?:where\b[^{]*)?[{(;])`,
    reason: 'the 600 characters from a place on',
    isUntold: true,
  },
  {
    file: 'src/languages/rust/pattern-attributes.ts',
    pattern: String.raw`#\[cfg\b[^\]\n]{0,300}\](?=\s*ref\b)`,
    reason: `${grows}: a search ends after 300 characters`,
    isUntold: true,
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
    isUntold: true,
  },
  {
    file: 'src/languages/rust/summary/tokens.ts',
    pattern: String.raw`(\w+)\s*=\s*$`,
    reason: 'the 40 characters before a token',
  },
  {
    file: 'src/languages/xml-elements.ts',
    pattern: String.raw`(?<![\w.])([\w.]+)\s*=\s*(?:"([^"]*)"|'([^']*)')`,
    reason: `${grows}: a search for the second quote begins at a first one that no other search has passed`,
    isUntold: true,
  },
  {
    file: 'src/graph/queries/account/text-roles.ts',
    pattern: String.raw`^\s*(?:export\s+|pub(?:\([^)]*\))?\s+)?(?:use|import|from|using|package|namespace|mod|module|alias|require)\b|^\s*#\s*(?:include|import)\b`,
    reason: 'the 300 characters before a name',
    isUntold: true,
  },
  {
    file: 'src/languages/java/summary/patterns.ts',
    pattern: String.raw`^(?:(?<a>\w+)\.getClass\(\)\s*==\s*[\w.]+\.class|[\w.]+\.class\s*==\s*(?<b>\w+)\.getClass\(\)|[\w.]+\.class\.(?:isInstance\((?<c>\w+)\)|isAssignableFrom\((?<d>\w+)\.getClass\(\)\)))$`,
    reason: 'a condition of at most 200 characters',
    isUntold: true,
  },
  {
    file: 'src/languages/python/resolution/distributions.ts',
    pattern: String.raw`^(?:install_requires|[\w-]+)[ \t]*=[ \t]*\r?\n((?:[ \t]+[^\n]*\r?\n?)*)`,
    reason: `${grows}: what ends a match may be absent`,
    isUntold: true,
  },
  {
    file: 'src/languages/python/resolution/resolver.ts',
    pattern: String.raw`\bpackage[_-]dir\s*=\s*\{\s*["']{2}\s*[:=]\s*["']([^"'\n]+)["']`,
    reason: `${grows}: each way begins with a word of its own`,
    isUntold: true,
  },
  {
    file: 'src/languages/swift/resolution/modules.ts',
    pattern: String.raw`\.(?:target|executableTarget|testTarget|macro|plugin)\(\s*name:\s*"([^"\n]+)"`,
    reason: `${grows}: each way begins with a word of its own`,
    isUntold: true,
  },
  {
    file: 'src/languages/bash/bash.ts',
    pattern:
      '"?\\$\\(\\s*dirname\\s+(--\\s+)?"?\\$(\\{BASH_SOURCE(\\[0\\])?\\}|BASH_SOURCE|0|\\{0\\})"?\\s*\\)"?|"?\\$\\{(BASH_SOURCE(\\[0\\])?|0)%\\/\\*\\}"?',
    reason: `${grows}: each way begins with a dollar sign of its own`,
    isUntold: true,
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
    isUntold: true,
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
    isUntold: true,
  },
  {
    file: 'src/languages/text/c-like.ts',
    pattern: String.raw`^(?!\s*(?:return|else|if|for|while|switch|case|do|throw|new|delete|goto|using|typedef|import|assert|await|yield)\b)(?:[\w[<!@][\w\s*&<>,[\]:!@]{0,100}[\s*&])(\w{1,100})(?=\s*\([^;{}]{0,400}$|\s*\([^;]{0,400}\)[^;]{0,80}\{)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/c-like.ts',
    pattern: String.raw`^\s{0,8}(?:\w+\s+){0,3}enum\s+(?:class\s+)?(\w+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/functional.ts',
    pattern: String.raw`^\s{0,4}\((?:require|import|use-modules|include)\s+"?\(*([\w./+ -]+?)(?=[")\s]*$|"|\))`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/functional.ts',
    pattern: String.raw`^([a-z]\w*)(?=(?:\([^\n]*)?\s*(?::-|-->|\.\s*$|\())`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*type(?:\s*,\s*[\w\s,()]{1,100})?\s*(?:::)?\s+(\w+)(?=\s*(?:!.*)?$)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*use\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*(\w+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*define\s+[^@\n]{0,200}@"?([\w.$]+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*(?:(?:extern|virtual|static|protected|local|pure|automatic)\s+){0,4}(?:function|task)\s+(?:[\w:[\]\s-]{1,100}\s)?(?:\w+::)?(\w+)(?=\s*[(;]|\s*$)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*(?:class\s+)?(?:procedure|function|constructor|destructor|operator)\s+(?:\w+(?:<[^>]*>)?\.){0,3}(\w+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^\s{2,8}(?:oneway\s+)?[\w<>,.]+\s+(\w+)(?=\s*\((?:[^()]*\)\s*(?:throws\b.*|[,;]\s*)?|[^()]*(?:throws\b.*)?)$)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^ {2,4}(\w+)(?=\s*(?:\([^)]*\))?\s*:\s*[[\w])`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^#\s*import\s+(?:[\w, *]+ from )?["']([^"']+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^\s*Feature:\s*(\S.{0,250}?)(?=\s*$)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^\s*(?:Scenario(?: Outline)?|Example|Background|Rule):\s*(\S.{0,250}?)(?=\s*$)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/scripting.ts',
    pattern: String.raw`^\s{0,4}(?:@inline\s+)?(?:\w+\.){0,3}([\w!]+)(?=\([^()]{0,300}\)(?:::[\w{}.]+)?\s*(?:where\s+[^=]{1,80})?=(?!=))`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/scripting.ts',
    pattern: String.raw`^\s{0,4}use\s+constant\s+\{?\s*(\w+)`,
    reason: aLine,
  },
  {
    file: 'src/languages/text/scripting.ts',
    pattern: String.raw`^\s{0,8}(?:use|require|no)\s+(?:if\s+[^,]{1,80},\s*)?(?:parent\s+(?:-norequire,\s*)?(?:qw\(|')|base\s+(?:qw\(|'))?([A-Z][\w:]*)(?:\s+qw[(/](?<names>[\w\s$@%&]*))?`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/scripting.ts',
    pattern: String.raw`^\s{0,4}import\s+(?:[^'"\n]{1,200}\sfrom\s+)?["']([^"']+)`,
    reason: aLine,
    isUntold: true,
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
    isUntold: true,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}(?:type\s+)?([A-Z]\w*)(?=\*?\s*(?:\{\.[^}]*\.\})?\s*=\s*enum\b)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,24}(?:private\s+|protected\s+)?(?:abstract\s+)?(?:def|fun)\s+(?:self\.)?([\w?!=]+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}@protocol\s+(\w+)(?=[^;]*$)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}@property\s*(?:\([^()]*\))?[^;()]{0,200}?[\s*](\w+)(?=\s*(?:;|NS_|__|API_))`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,4}import\s+(?:[\w\s{},*]{1,300}\sfrom\s+)?["']([^"']+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/systems.ts',
    pattern: String.raw`^\s{0,8}(?:\w+\s+){0,4}(?:template)\s+(\w+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/c-like.ts',
    pattern: String.raw`^\s{0,8}(?:\w+\s+){0,3}interface\s+(\w+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/functional.ts',
    pattern: String.raw`^ {0,4}let\s+(?:private\s+|internal\s+|mutable\s+)*(\w+)(?=\s*[:=])`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s{0,4}(?:layout\s*\([^()]*\)\s*)?(?:uniform|varying|attribute|cbuffer)\s+(?:\w+\s+){0,3}(\w+)(?=\s*[;{:[]|$)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s{0,4}(?:@\w+\([^()]*\)\s*)*(?:var(?:<[^>]*>)?|const|override|alias)\s+(\w+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/hardware.ts',
    pattern: String.raw`^\s*(?:parameter|localparam)\s+(?:\w+\s+)?(?:\[[^\]]*\]\s*)?(\w+)(?=\s*=)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/schemas.ts',
    pattern: String.raw`^\s*(?:import|include|using)\s+(?:public\s+|weak\s+|option\s+)?(?:\w+\s*=\s*import\s*)?"([^"]+)`,
    reason: aLine,
    isUntold: true,
  },
  {
    file: 'src/languages/text/scripting.ts',
    pattern: String.raw`^(?:@\w+(?:\([^()]*\))?\s+)*(?:export(?:\([^()]*\))?\s+|onready\s+)*(?:var|const)\s+(\w+)`,
    reason: aLine,
    isUntold: true,
  },
];

export const boundedExtractionRegexes: readonly BoundedRegex[] = [...ofTexts, ...ofLines];
