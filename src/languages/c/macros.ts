/**
 * Blanks out macros where no grammar expects a name (`CURL_EXTERN CURLcode f(void);`, `class FMT_API buffer {`), and `extern "C"
 * {` where only C++ sees it.
 * Invariant: the text keeps its length and lines; the cost is linear.
 */
import { rewriteMacroDefinitions } from './macro-definitions.ts';

/** Matches at the end of the text. Unclosed comments match up to it, and strings up to the end of their line, so they are not scanned again from each opening. */
const end = '$(?![\\s\\S])';
/** Text that is not searched for macros: directives with their continued lines, comments and strings. */
const opaque = [
  '^[ \\t]*#[^\\n\\\\]*(?:\\\\(?:\\r\\n|[\\s\\S])?[^\\n\\\\]*)*',
  '//[^\\n]*',
  `/\\*[\\s\\S]*?(?:\\*/|${end})`,
  `(?<!\\w)(?:u8|[uUL])?R"(?<delimiter>[^()\\s\\\\"]{0,16})\\([\\s\\S]*?(?:\\)\\k<delimiter>"|${end})`,
  '"[^"\\\\\\n]*(?:\\\\[\\s\\S][^"\\\\\\n]*)*"?',
  "(?<!\\w)(?:u8|[uUL])?'(?:[^'\\\\\\n]|\\\\.){1,8}'",
].join('|');

const specifiers = 'static|inline|extern|const|constexpr|virtual|explicit|volatile|final|override|noexcept';
/** A specifier alone inside a condition: `#ifdef X`, `inline`, `#endif`. */
const conditional = `^[ \\t]*#[ \\t]*if[^\\n\\\\]{0,200}\\n[ \\t]*(?:${specifiers})[ \\t]*\\r?\\n[ \\t]*#[ \\t]*endif[^\\n\\\\]{0,200}`;

/** A word that looks like a macro: in upper case, or with the suffix `_API` or `_EXPORT`. */
const macro = '(?<![\\w$.>:])(?:[A-Z][A-Z0-9_]{2,80}|[A-Z]\\w{1,60}_(?:API|EXPORT))(?!\\w)';
/** Blanks between a macro and the next word, which may be on the next line. */
const gap = '(?:[ \\t]{1,40}|[ \\t]{0,40}\\r?\\n[ \\t]{0,40})';
const types = 'auto|bool|char|double|float|int|long|short|signed|size_t|unsigned|void';
/** Before these words a macro must be replaced by blanks; before other words it may be replaced by `const`. */
const openers = 'explicit|extern|friend|namespace|private|protected|public|template|typedef|typename|using';
/** Words that start a declaration. */
const starters = `${types}|class|const|consteval|constexpr|constinit|enum|inline|mutable|static|struct|thread_local|union|virtual|volatile`;

const name = '[A-Za-z_]\\w{0,80}';
/** What may stand between a type and the name that it declares. */
const between =
  '(?:(?:::\\w{1,80}){1,5}[ \\t]+|(?:::\\w{1,80}){0,5}<|(?:::\\w{1,80}){0,5}[ \\t]*[*&]+[ \\t]*|[ \\t]+|\\r?\\n[ \\t]*)';
/** `U32 const size = 1;`, `(U32 const*)data`: the word before `const` is the type. */
const eastConst = `[ \\t]{1,10}(?:const|volatile)\\b[ \\t]{0,10}(?:[*&)]|${name}[ \\t]{0,10}[=;,)\\[({:])`;
/** `size_t (length) (const char *text)`: the parentheses prevent the expansion of a macro with that name. */
const parenthesised = `[ \\t]{1,10}\\*{0,2}\\(${name}\\)[ \\t]{0,10}\\(`;
const typeArguments = '(?:<[\\w ,:*&]{0,80}>)?';

const lineEnd = '[ \\t]{0,10}(?://[^\\n]{0,200})?\\r?$';

const shortArguments = '\\((?:[^()\\n]|\\([^()\\n]{0,40}\\)){0,120}\\)';

/** Arguments on several lines. */
const longArguments = `\\((?:[^()";{}#]|"(?:[^"\\\\\\n]|\\\\.){0,200}"|\\([^()";{}]{0,200}\\)){1,1000}\\)`;

/** A macro with or without arguments, as in place of an attribute. */
const attribute = `${macro}(?:${shortArguments})?`;

/** Words after a star that are no macros, because the grammar can read them. */
const noQualifiers = 'const|volatile|restrict|operator|this|and|or|not|new|delete|sizeof';
/** Words that may follow a name: the word before them is then a name and no macro. */
const noNames =
  'const|and|or|xor|bitand|bitor|and_eq|or_eq|xor_eq|not_eq|asm|override|final|noexcept|mutable|in|if|else|while|requires';

/** What may be a macro. The name of the group that matched decides what `blankMacros` does with the match. */
const candidates = new RegExp(
  [
    // A word inside a condition before or after a name: `class buffer`, `#ifdef X`, `final`, `#endif`, `: base {`.
    `(?<conditional>${conditional})`,
    `(?<opaque>${opaque})`,
    // `class FMT_API buffer {`, `struct ALIGN_AS(64) slot {`
    `(?<=\\b(?:class|struct|union|enum)\\s{1,20})(?<tag>${attribute}(?:\\s{1,20}${attribute}){0,3})(?=\\s{1,20}${name}\\s{0,20}(?:final\\s{0,20})?[:{])`,
    // `class LEVELDB_EXPORT Cache;`. A variable of a class type is usually declared without the word `class`.
    `(?<=\\bclass\\s{1,20})(?<declared>${attribute})(?=\\s{1,20}${name}\\s{0,20};)`,
    // `void WINAPI run(`, `int __init run(`
    `(?<=\\b(?:${types})[ \\t]{1,10}\\*{0,2})(?<modifier>${macro}|__(?!int|attribute|asm|declspec)[a-z]\\w{1,40})(?=[ \\t]{1,10}${name}[ \\t]{0,10}[(;=[])`,
    // `String JSON_API write(`
    `(?<=^[ \\t]{0,40}(?:\\w{1,80}[ \\t]{1,10})?(?:\\w{1,80}::)?(?!(?:${openers}|${starters}|return|else|case|goto|throw|new|delete|operator|[A-Z][A-Z0-9_]{2,80})\\b)${name}[ \\t]{1,10}[*&]{0,2})(?<linked>[A-Z0-9_]{0,60}(?:API|EXPORT|CALL|CALLBACK|PUBLIC|LINKAGE)[A-Z0-9_]{0,20})(?=[ \\t]{1,10}${name}\\()`,
    // `CURLcode CURL_DEPRECATED(7.1, "no") curl_run(`
    `(?<=(?:\\w|\\*)[ \\t]{1,10})(?<call>${macro}${shortArguments})(?=${gap}${name}\\()`,
    // `ALLOC_SIZE(1) void *get(`
    `(?<=^[ \\t]{0,40})(?<leading>${macro}${shortArguments})(?=${gap}(?:(?:${openers}|${starters})\\b|[A-Z][A-Z0-9_]{2,80} ${name} ))`,
    `(?<opener>${macro})(?=${gap}(?:${openers})\\b)`,
    // `INLINE buffer::~buffer() {}`
    `(?<scoped>${macro})(?=[ \\t]{1,10}(?:${name}${typeArguments}::){0,5}(?<own>${name})${typeArguments}::~?\\k<own>\\()`,
    // Before a word that starts a declaration, or before two names, the macro is no type.
    `(?<!\\b(?:class|struct|union|enum)[ \\t]{1,10})(?<prefix>${macro})(?!${eastConst})(?=${gap}(?:(?:${starters})\\b|${name}(?:${between}[A-Za-z_]|${parenthesised})))`,
    // `extern template int sum(const box &b);` declares nothing.
    `(?<=^[ \\t]{0,40})(?<instantiation>(?:extern\\s{1,10})?template\\s{1,10}(?!<|(?:class|struct|union)\\b)[^;{}()]{1,200}\\([^;{}]{0,300}\\)[^;{}()]{0,40};)`,
    // `char *a_nonnull name,`: a word between a star and a name qualifies the pointer.
    `(?<=[*&][ \\t]{0,3})(?<pointer>(?!(?:${noQualifiers})\\b)[a-z_]\\w{0,80})(?=[ \\t]{1,10}(?!(?:${noNames})\\b)[a-z]\\w{0,80}[ \\t]{0,10}[,;)=({\\[])`,
    // `int run(void) NOEXCEPT {`
    `(?<=(?:\\)|\\bconst|\\boverride)\\s{1,20})(?<bodied>${macro}(?:\\s{1,20}${macro}){0,3})(?=\\s{0,20}\\{)`,
    // `int print(const char *, ...) CURL_PRINTF(1, 2);`, `void run() const REQUIRES(mutex) override {`
    `(?<=(?:\\)|\\bconst|\\boverride|\\bnoexcept)\\s{1,20})(?<ending>${attribute}(?:\\s{1,20}${attribute}){0,3})(?=\\s{0,20}(?:[;{]|=\\s{0,5}(?:0|default|delete)\\b|override\\b|final\\b|:(?!:)))`,
    // `bool done GUARDED_BY(mutex) = false;`
    `(?<=[\\w\\]]\\s{1,20})(?<guard>${macro}(?!\\(\\()${shortArguments})(?=\\s{0,20}[;={])`,
    // `FMT_CONSTEXPR buffer(int size) : size_(size) {}`
    `(?<constructor>${macro})(?=[ \\t]{1,10}~?(?<called>${name})\\()`,
    // `64 KB`
    `(?<=(?<![\\w.])[0-9]{1,12}[uUlL]{0,3}[ \\t]{1,4})(?<unit>[KMGT]i?B)(?!\\w)`,
    // `TRY {`
    `(?<block>${macro})(?=[ \\t]{0,10}\\{)`,
    `(?<=^[ \\t]{0,40})(?<alone>${macro})(?=${lineEnd})`,
    // `static DEVICE_ATTR(mode, 0644, show, store);`: without `static` the grammar reads a call.
    `^(?<storage>static[ \\t]{1,10})(?=${macro}[ \\t]?(?<given>${longArguments})[ \\t]{0,10};)`,
    `^(?<pragma>${macro}${shortArguments})(?=${lineEnd})`,
    // `struct point {`, `  DISABLE_WARNINGS(4180)`, `  int x;`
    `(?<=^[ \\t]{1,40})(?<member>${macro}${shortArguments})(?=${lineEnd})`,
  ].join('|'),
  'gm',
);

/** `extern "C" {` or its closing brace, alone between directives that test for C++. */
const linkage =
  /^([ \t]*#[ \t]*if(?:def)?[ \t][^\n]{0,80}__cplusplus[^\n]{0,80}\n)([ \t]*(?:extern[ \t]+"C"[ \t]*\{|\})[^\n]{0,80}\n)(?=[ \t]*#[ \t]*endif)/gm;

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** No qualifier may precede the definition of a type. */
const typeDefinition = /^\s{1,40}(?:class|struct|union|enum)\b[^({;=)]{0,200}[{;]/;

/**
 * Replaces a macro before a declaration by `const`: blanks would move the declaration's start away from the comment above. A macro that is
 * shorter than `const`, or precedes the definition of a type, becomes blanks.
 */
function replaceByConst(text: string, after: string): string {
  return text.length < 5 || typeDefinition.test(after) ? blank(text) : 'const'.padEnd(text.length);
}

/** Strings, characters and comments of a directive; comments together with the blanks after them. */
const inDirective = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\.){1,8}'|\/\*[^]*?(?:\*\/|$)(?=(\s*))/g;

/** After a comment inside a macro's body, the grammar would read the rest of the body as code of the file. */
function withoutInnerComments(text: string): string {
  return text.replace(inDirective, (found: string, blanks: string | undefined, at: number) => {
    const isInner = found.startsWith('/*') && at + found.length + (blanks ?? '').length < text.length;
    return isInner ? found.replace(/[^\r\n\\]/g, ' ') : found;
  });
}

/**
 * Replaces `__has_include(<x>)` and `__has_cpp_attribute(a::b)` by a condition that the grammar can read; blanks out an empty
 * directive.
 */
function readableDirective(text: string): string {
  if (/^[ \t]*#[ \t]*$/.test(text)) return blank(text);
  if (/^[ \t]*#[ \t]*define\b/.test(text) && text.includes('*/')) return withoutInnerComments(text);
  if (!/^[ \t]*#[ \t]*(?:el)?if\b/.test(text)) return text;
  return text
    .replace(/\(<[^<>()\n]{1,100}>\)/g, (found) => `(${'0'.repeat(found.length - 2)})`)
    .replace(/(?<=\w)::(?=\w)/g, '__');
}

/** Whether the text before `offset` is neither a line comment nor a directive. */
function followsCode(text: string, offset: number): boolean {
  let last = offset;
  while (isBlank(text[last - 1])) last--;
  // An empty line separates the text before it from what stands at `offset`.
  if (/\n[ \t\r]*\n/.test(text.slice(last, offset))) return false;
  const start = text.lastIndexOf('\n', last - 1) + 1;
  const line = text.slice(Math.max(start, last - 500), last);
  return !line.includes('//') && !/^[ \t]*#/.test(line) && !/\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start));
}

/** How far back the opening parenthesis of a parameter list is searched. */
const maxParameters = 2000;

/** Whether the parenthesis before `offset` closes a function's parameters, not a cast or a condition. */
function endsParameters(text: string, offset: number): boolean {
  if (!followsCode(text, offset)) return false;
  let depth = 0;
  for (let at = offset - 1; at >= 0 && at > offset - maxParameters; at--) {
    const mark = text[at];
    if (mark === ')') depth++;
    else if (mark === '(' && --depth === 0) {
      const before = /([A-Za-z_]\w*)[ \t]?$/.exec(text.slice(Math.max(0, at - 40), at))?.[1];
      // A macro before parentheses is more likely a loop than a function.
      return before !== undefined && !/^(?:if|while|for|switch|return|sizeof|case|[A-Z][A-Z0-9_]{2,})$/.test(before);
    } else if (mark === ';' || mark === '{' || mark === '}') return false;
  }
  return false;
}

/** Text without code, or a brace. */
const braces = new RegExp(`${opaque}|[{}]`, 'gm');

/** Says of ascending offsets of a text whether the innermost brace around each opens the body of a type. */
class TypeBodies {
  readonly #text: string;
  /** Offsets of the braces. */
  readonly #braces: readonly number[];
  #next = 0;
  readonly #open: boolean[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#braces = [...text.matchAll(braces)].flatMap(({ 0: { length }, index }) =>
      length === 1 && '{}'.includes(text[index]!) ? [index] : [],
    );
  }

  has(offset: number): boolean {
    for (; this.#next < this.#braces.length && this.#braces[this.#next]! < offset; this.#next++) {
      const at = this.#braces[this.#next]!;
      if (this.#text[at] === '}') this.#open.pop();
      else this.#open.push(opensStruct(this.#text.slice(Math.max(0, at - 200), at + 1)));
    }
    return this.#open.at(-1) === true;
  }
}

function isMacroLine(line: string): boolean {
  return /^[ \t]*[A-Z][A-Z0-9_]{2,80}(?:\([^\n]*\))?$/.test(line);
}

function startsStatement(text: string, offset: number): boolean {
  return /[;{}]$/.test(text.slice(Math.max(0, offset - 200), offset).trimEnd());
}

function opensStruct(text: string): boolean {
  return /\b(?:struct|union|class)\b[^;{}()=]*\{$/.test(text.slice(-200));
}

/** Words that cannot be a type on their own, or that start a statement. */
const noTypes: ReadonlySet<string> = new Set(
  `${openers}|${starters}|return|else|case|goto|throw|new|delete|operator|do|co_return|co_yield|co_await|not|and|or`.split(
    '|',
  ),
);
const isBlank = (mark: string | undefined): boolean => mark !== undefined && ' \t\r\n'.includes(mark);
const isWord = (mark: string | undefined): boolean => mark !== undefined && /\w/.test(mark);

function isMacroName(word: string): boolean {
  return /^[A-Z][A-Z0-9_]{2,80}$/.test(word);
}

/** The word that ends before `end`, and the offset at which the text before the word ends. */
function wordBefore(text: string, end: number): { word: string; before: number } {
  let last = end;
  while (isBlank(text[last - 1])) last--;
  // Skip an array length.
  if (text[last - 1] === ']') last = Math.max(text.lastIndexOf('[', last), last - 80);
  let start = last;
  while (isWord(text[start - 1]) && last - start < 80) start--;
  let before = start;
  while (isBlank(text[before - 1]) && start - before < 80) before--;
  return { word: text.slice(start, last), before };
}

/** In `T *const x`, where `end` is the end of `const`: the offset after the star. `end` where there is no such qualifier. */
function beforeQualifiers(text: string, end: number): number {
  const { word, before } = wordBefore(text, end);
  const isPointer = text[before - 1] === '*' || text[before - 1] === '&';
  return isPointer && (word === 'const' || word === 'volatile') ? before : end;
}

/** Whether the two names before `offset` are a type and a variable. */
function followsVariable(text: string, offset: number): boolean {
  const variable = wordBefore(text, offset);
  const { word } = variable;
  const before = beforeQualifiers(text, variable.before);
  if (!/^[A-Za-z_]\w*$/.test(word) || isMacroName(word) || noTypes.has(word) || before <= 0) return false;
  if (!followsCode(text, offset) || !followsCode(text, text.lastIndexOf(word, offset))) return false;
  const mark = text[before - 1]!;
  if (mark === '*' || mark === '&' || mark === '>') return true;
  if (!isWord(mark)) return false;
  const { word: type } = wordBefore(text, before);
  return !isMacroName(type) && (!noTypes.has(type) || types.split('|').includes(type));
}

/** Whether a macro is a statement of its own without a semicolon, not an item of a list. */
function standsAlone(text: string, start: number, end: number): boolean {
  let before = text.slice(Math.max(0, start - 400), start).trimEnd();
  for (let line = ''; line !== before;) {
    line = before;
    before = before.replace(/[ \t]*\/\/[^\n]*$/, '').trimEnd();
  }
  const after = text
    .slice(end, end + 400)
    .replace(/^[ \t]*\/\/[^\n]*/, '')
    .trimStart();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  // Before `}`, the macro may also be the last item of an enum or a list. So a field, a statement or the `{` of a struct must precede it.
  if (after.startsWith('}')) {
    const bare = before.endsWith('*/') ? before.slice(0, Math.max(0, before.lastIndexOf('/*'))).trimEnd() : before;
    return /[;}]$/.test(bare) || isMacroLine(line) || opensStruct(bare);
  }
  return (
    (before === '' ||
      /(?:[;{}]|\*\/|\b(?:public|protected|private)[ \t]*:)$/.test(before) ||
      /^[ \t]*#[ \t]*\w/.test(line) ||
      isMacroLine(line)) &&
    !/^[^\w#/~[]/.test(after)
  );
}

/** Names of classes and structs, to distinguish constructors from functions. */
function classNamesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, found] of text.matchAll(
    /\b(?:class|struct)[ \t]{1,10}(?:[A-Z][A-Z0-9_]{2,80}[ \t]{1,10})?([A-Za-z_]\w{0,80})/g,
  ))
    names.add(found!);
  return names;
}

/**
 * Whether `static NAME(arguments);` calls a macro that makes something. A single name may be that of a variable, if the file names it again:
 * `static DEFINE_LOCK(lock);`. Types as arguments are no expressions.
 */
function isCallOfMacro(text: string, args: string): boolean {
  const [, name] = /^\(\s*([A-Za-z_]\w*)\s*\)$/.exec(args) ?? [];
  if (name === undefined)
    return args.includes(',') && !new RegExp(`\\b(?:${types}|struct|union|enum|const)\\b`).test(args);
  return text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length < 2;
}

/** A call without a semicolon as a name with one, `EXPORT     ;`, which every grammar reads; the collector reads the arguments in the file. */
function asName(call: string): string {
  const open = call.indexOf('(');
  return `${call.slice(0, open)}${blank(call.slice(open, -1))};`;
}

/** Whether a call is a line that no comment documents: it may make something, while an attribute belongs to the declaration below. */
function isOwnLine(text: string, start: number, end: number): boolean {
  const isLine = (start === 0 || text[start - 1] === '\n') && /^\r?\n/.test(text.slice(end, end + 2));
  const before = isLine ? text.slice(Math.max(0, start - 400), start).trimEnd() : '';
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return isLine && !before.endsWith('*/') && !line.includes('//') && standsAlone(text, start, end);
}

/** The text without its macros, as described at the top of this file. */
export function blankMacros(file: string): string {
  const text = rewriteMacroDefinitions(file);
  const withoutLinkage = text.includes('__cplusplus')
    ? text.replace(linkage, (_all, open: string, body: string) => open + blank(body))
    : text;
  let classNames: ReadonlySet<string> | undefined;
  let typeBodies: TypeBodies | undefined;
  return withoutLinkage.replace(candidates, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const offset = rest.at(-3) as number;
    if (groups['opaque'] !== undefined) return readableDirective(found);
    if (groups['prefix'] !== undefined) {
      const end = offset + found.length;
      return replaceByConst(found, withoutLinkage.slice(end, end + 300));
    }
    if (groups['ending'] !== undefined) {
      const following = withoutLinkage.slice(offset + found.length, offset + found.length + 30);
      const isInitialised = !found.endsWith(')') && /^\s*=\s*0/.test(following);
      return !isInitialised && endsParameters(withoutLinkage, offset) ? blank(found) : found;
    }
    if (groups['guard'] !== undefined) return followsVariable(withoutLinkage, offset) ? blank(found) : found;
    if (groups['storage'] !== undefined) return isCallOfMacro(text, groups['given']!) ? blank(found) : found;
    if (groups['pragma'] !== undefined)
      return standsAlone(withoutLinkage, offset, offset + found.length) ? asName(found) : found;
    if (groups['leading'] !== undefined)
      return isOwnLine(withoutLinkage, offset, offset + found.length) ? asName(found) : blank(found);
    const { called } = groups;
    if (called !== undefined) return (classNames ??= classNamesIn(text)).has(called) ? blank(found) : found;
    if (groups['block'] !== undefined) return startsStatement(withoutLinkage, offset) ? blank(found) : found;
    if (groups['alone'] !== undefined)
      return standsAlone(withoutLinkage, offset, offset + found.length) ? blank(found) : found;
    if (groups['member'] !== undefined) {
      const isAlone = standsAlone(withoutLinkage, offset, offset + found.length);
      return isAlone && (typeBodies ??= new TypeBodies(withoutLinkage)).has(offset) ? asName(found) : found;
    }
    return blank(found);
  });
}
