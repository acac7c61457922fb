/**
 * Extracts definitions, imports, references and comments from a file's text, with the parser that its language names.
 * Invariant: never rejects for a file's content.
 */
import type { Language } from '../languages/language.ts';
import type { OutlineStep } from '../model/code-questions.ts';
import type { Extraction } from '../model/extraction.ts';
import type { MacroContext, OutsideMacros } from '../model/macros.ts';
import { isOutOfTime, withinTime } from '../util/time-limit.ts';
import { extractComponent } from './component.ts';
import { extractEcmascript, type EcmascriptResult } from './ecmascript/ecmascript.ts';
import { salvage } from './ecmascript/salvage.ts';
import { mayBeFlow } from './flow/marks.ts';
import { extractByLines } from './lines/line-extractor.ts';
import { distinguishLocalNames } from './local-names.ts';
import { stepsWithin } from './statements/statements.ts';
import { TreeSitterExtractor } from './tree-sitter/tree-sitter.ts';

/** Maximum processor time of a plugin for one file (ms). */
const pluginLimitMs = 5000;

/** Extracts by the language's plugin; by lines where the plugin fails or returns nothing. */
function extractByPlugin(language: Language, path: string, text: string): Extraction {
  try {
    return withinTime(pluginLimitMs, () => language.extract?.({ path, text }) ?? extractByLines(language, text));
  } catch (error) {
    return withoutPlugin(language, text, error);
  }
}

function withoutPlugin(language: Language, text: string, error: unknown): Extraction {
  const isTimeout = isOutOfTime(error);
  const problem = isTimeout
    ? `took longer than ${pluginLimitMs} ms`
    : `failed: ${error instanceof Error ? error.message : String(error)}`;
  const result = extractByLines(language, text);
  const message = `the plugin ${problem}`.slice(0, 200);
  result.issues.push({ code: isTimeout ? 'timeout' : 'internal', message, line: null });
  return result;
}

/** Owns the parsers of one thread. */
export class Extractor {
  readonly #treeSitter: TreeSitterExtractor;

  /** @param grammarUrl returns the location of a grammar's `.wasm` */
  constructor(grammarUrl: (wasm: string) => URL) {
    this.#treeSitter = new TreeSitterExtractor(grammarUrl);
  }

  /**
   * @param path relative to the project's root: its extension chooses the grammar (`.tsx`, `.d.ts`), a component is named after it
   * @param outside macros of other files that the text may call
   */
  async extract(
    language: Language,
    path: string,
    text: string,
    outside: readonly OutsideMacros[] = [],
  ): Promise<Extraction> {
    const extraction = await this.#extract(language, { path, text, outside });
    const hasOverloads = language.hasOverloads ?? false;
    if (extraction.summary !== null)
      distinguishLocalNames(extraction.definitions, extraction.summary, { text, hasOverloads });
    return extraction;
  }

  async #extract(language: Language, file: MacroContext & { text: string }): Promise<Extraction> {
    const { path, text } = file;
    if (language.extract !== undefined) return extractByPlugin(language, path, text);
    const program = language.embedded?.(path, text) ?? null;
    if (program !== null) return extractComponent(language, { path, text }, program) ?? extractByLines(language, text);
    if (language.grammar?.wasm.startsWith('file:') === true) {
      try {
        await this.#treeSitter.load(language.grammar);
      } catch (error) {
        return withoutPlugin(language, text, error);
      }
    }
    const grammar = language.grammarFor?.(path) ?? language.grammar;
    if (language.parser === 'text' || grammar === undefined) return extractByLines(language, text);
    if (language.parser === 'tree-sitter') return this.#treeSitter.extract(language, grammar, file);
    const { extraction, text: bounded, issues, partial } = await this.#extractEcmascript(language, path, text);
    if (extraction !== null) {
      if (partial) salvage(language, text, extraction);
      return extraction;
    }
    const recovered = await this.#treeSitter.extract(language, grammar, { path, text: bounded });
    if (recovered.issues.some(({ code }) => code === 'syntax')) salvage(language, bounded, recovered);
    // The first parser says more exactly where a file is broken. Beside its issues, the second parser's syntax errors and further issues
    // of the same codes are dropped.
    const issueCodes = new Set(['syntax', ...issues.map(({ code }) => code)]);
    if (issues.length > 0)
      recovered.issues = [...issues, ...recovered.issues.filter(({ code }) => !issueCodes.has(code))];
    return recovered;
  }

  /** Extracts JavaScript or TypeScript. A JavaScript text that cannot be read completely and may have Flow types is read again without them. */
  async #extractEcmascript(language: Language, path: string, text: string): Promise<EcmascriptResult> {
    const first = extractEcmascript(language, path, text);
    const isRead = first.extraction !== null && !first.partial;
    if (isRead || language.id !== 'javascript' || !mayBeFlow(text)) return first;
    const { withoutFlow } = await import('./flow/flow.ts');
    const rewritten = withoutFlow(text);
    const second = rewritten === null ? first : extractEcmascript(language, path, text, rewritten);
    return second.extraction === null ? first : second;
  }

  /**
   * The outline of the code between two lines, from the tree of the language's grammar. Null where there is no grammar for the file, or where it cannot be
   * parsed.
   */
  async steps(
    language: Language,
    { path, text }: { path: string; text: string },
    span: { startLine: number; endLine: number },
  ): Promise<OutlineStep[] | null> {
    const grammar = language.grammarFor?.(path) ?? language.grammar;
    if (grammar === undefined || (language.embedded?.(path, text) ?? null) !== null) return null;
    return this.#treeSitter.readTree(grammar, text, (root) => stepsWithin(root, span));
  }

  /** Whether a text has left the parsers of this thread of no use: the thread has to end. */
  get isSpoiled(): boolean {
    return this.#treeSitter.isSpoiled;
  }

  close(): void {
    this.#treeSitter.close();
  }
}
