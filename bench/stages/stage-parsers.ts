/**
 * The parsers that indexing uses, without the use of their trees: as indexing calls them, and in the cheapest possible
 * way.
 */
import { parseSync, rawTransferSupported, type ParserOptions } from 'oxc-parser';
import type { Parser } from 'web-tree-sitter';
import { boundDepth } from '../../src/extract/ecmascript/depth.ts';
import { parseTree, type Reading } from '../../src/extract/ecmascript/tree.ts';
import { extractEcmascript } from '../../src/extract/ecmascript/ecmascript.ts';
import { TreeSitterExtractor } from '../../src/extract/tree-sitter/tree-sitter.ts';
import type { Language, TreeSitterGrammar } from '../../src/languages/language.ts';
import { assetUrl } from '../../src/util/assets.ts';

/** How one file is parsed; null where its language is read by lines. */
export interface FileParsing {
  parse: () => void;
  floor: () => void;
}

const maxMs = 10_000;

/** Dialects in the order in which indexing tries them. */
function readingsOf(path: string): Reading[] {
  if (/\.d\.(?:[\w-]+\.)?[mc]?ts$/.test(path)) return [{ lang: 'dts', sourceType: 'module' }];
  if (path.endsWith('.tsx')) return [{ lang: 'tsx', sourceType: 'module' }];
  if (/\.[mc]?ts$/.test(path))
    return (['module', 'commonjs'] as const).map((sourceType) => ({ lang: 'ts', sourceType }));
  return [
    { lang: 'jsx', sourceType: 'module' },
    { lang: 'jsx', sourceType: 'commonjs' },
    { lang: 'tsx', sourceType: 'module' },
  ];
}

function hasElements({ lang }: Reading): boolean {
  return lang === 'tsx' || lang === 'jsx';
}

/** The tree stays in the parser's buffer where the platform supports that, or else as JSON. */
function parseOnly(text: string, reading: Reading): void {
  const options = { ...reading, preserveParens: false };
  if (!rawTransferSupported()) {
    parseSync('file', text, options);
    return;
  }
  const lazy = { ...options, experimentalLazy: true } as ParserOptions;
  (parseSync('file', text, lazy) as unknown as { dispose: () => void }).dispose();
}

function ecmascriptParsing(path: string, text: string): FileParsing {
  const readings = readingsOf(path.toLowerCase());
  const { text: bounded } = boundDepth(text, hasElements(readings[0]!));
  const good = readings.findIndex((reading) => parseTree(bounded, reading).error === null);
  // Failed attempts are part of the cost; where all fail, indexing uses one of them.
  const tried = good === -1 ? readings : readings.slice(0, good + 1);
  return {
    parse: () => {
      const once = boundDepth(text, hasElements(readings[0]!)).text;
      for (const reading of tried) parseTree(once, reading);
    },
    floor: () => parseOnly(bounded, tried.at(-1)!),
  };
}

function treeSitterParsing(parser: Parser, grammar: TreeSitterGrammar, text: string): FileParsing {
  const prepared = grammar.prepare?.(text) ?? text;
  return {
    parse: () => {
      const start = performance.now();
      const progressCallback = (): boolean => performance.now() - start > maxMs;
      parser.parse(grammar.prepare?.(text) ?? text, null, { progressCallback })?.delete();
    },
    floor: () => parser.parse(prepared)?.delete(),
  };
}

/** Owns the parsers of tree-sitter's grammars. */
export class StageParsers {
  readonly #treeSitter = new TreeSitterExtractor((wasm) => assetUrl(`grammars/${wasm}`));

  async open(language: Language, path: string, text: string): Promise<FileParsing | null> {
    const grammar = language.grammarFor?.(path) ?? language.grammar;
    if (language.parser === 'text' || grammar === undefined) return null;
    // A file that the first parser refuses is read by the grammar.
    if (language.parser !== 'tree-sitter' && extractEcmascript(language, path, text).extraction !== null)
      return ecmascriptParsing(path, text);
    const { parser } = await this.#treeSitter.load(grammar);
    return treeSitterParsing(parser, grammar, text);
  }

  close(): void {
    this.#treeSitter.close();
  }
}
