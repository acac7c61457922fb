/**
 * What queries about the graph need to know of a language. It is separate from the dialect, so that a query does not load the
 * linker. A language has its rules in its folder (`languages/<language>/question-rules.ts`), or none.
 */
import type { QuestionRules } from './asked.ts';
import { ofBash } from './bash/question-rules.ts';
import { ofC } from './c/question-rules.ts';
import { ofEcmascript } from './ecmascript/question-rules.ts';
import { ofElixir } from './elixir/question-rules.ts';
import { ofGo } from './go/question-rules.ts';
import { ofJava } from './java/question-rules.ts';
import { ofKotlin } from './kotlin/question-rules.ts';
import { ofLua } from './lua/question-rules.ts';
import { ofPython } from './python/question-rules.ts';
import { ofCsharp } from './csharp/question-rules.ts';
import { ofSwift } from './swift/question-rules.ts';
import { ofRuby } from './ruby/question-rules.ts';
import { ofPhp } from './php/question-rules.ts';
import { ofDart } from './dart/question-rules.ts';
import { ofRust } from './rust/question-rules.ts';
import { ofScala } from './scala/question-rules.ts';
import { cRegions, type RegionRules } from './region-rules.ts';

export { regionRules, slashComment, written } from './region-rules.ts';
export { cRegions, type RegionRules };

const none: QuestionRules = {};

const byLanguage: ReadonlyMap<string, QuestionRules> = new Map([
  ['bash', ofBash],
  ['c', ofC],
  ['cpp', ofC],
  ['elixir', ofElixir],
  ['go', ofGo],
  ['java', ofJava],
  ['javascript', ofEcmascript],
  ['kotlin', ofKotlin],
  ['lua', ofLua],
  ['python', ofPython],
  ['csharp', ofCsharp],
  ['swift', ofSwift],
  ['ruby', ofRuby],
  ['php', ofPhp],
  ['dart', ofDart],
  ['rust', ofRust],
  ['scala', ofScala],
  ['typescript', ofEcmascript],
  ['vue', ofEcmascript],
]);

/** The rules of a language by its id; empty where it has none. */
export function questionRulesOf(language: string): QuestionRules {
  return byLanguage.get(language) ?? none;
}

/** How a language writes comments and strings. */
export function regionRulesOf(language: string): RegionRules {
  return questionRulesOf(language).regions ?? cRegions;
}

/** Whether what stands behind a decorator, an annotation or an attribute may be called through it. */
export function mayCallThrough(language: string, decorator: string): boolean {
  return questionRulesOf(language).inertDecorators?.has(decorator) !== true;
}

/** The platform of a language. Languages of one platform can name each other's definitions; links by name stay within a platform. */
export function platformOf(language: string): string {
  return questionRulesOf(language).platform ?? language;
}
