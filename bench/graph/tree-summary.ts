/** The file summary of a text, by the grammar and collector that indexing uses for its language. */
import { readFileSync } from 'node:fs';
import { Language as Grammar, Parser } from 'web-tree-sitter';
import { parseBest } from '../../src/extract/tree-sitter/readings.ts';
import type { SummaryTree, Language } from '../../src/languages/language.ts';
import type { FileSummary } from '../../src/model/file-summary.ts';
import type { OutsideMacros } from '../../src/model/macros.ts';
import { assetUrl } from '../../src/util/assets.ts';

export interface SummaryOptions {
  /** Include the sites of names that only their own function can see. */
  everySite?: boolean;
  definitions?: SummaryTree['definitions'];
  /** Macros of other files that the text may call. */
  outside?: readonly OutsideMacros[];
}

export type CollectSummary = (path: string, text: string, options?: SummaryOptions) => FileSummary;

/** Loads the grammar once. Throws for a language without a collector. */
export async function openSummaryCollector({ id, grammar }: Language): Promise<CollectSummary> {
  const summary = grammar?.summary;
  if (grammar === undefined || summary === undefined) throw new Error(`${id} has no collector`);
  await Parser.init();
  const parser = new Parser();
  const loaded = await Grammar.load(readFileSync(assetUrl(`grammars/${grammar.wasm}`)));
  parser.setLanguage(loaded);
  return (path, text, { everySite = false, definitions = [], outside = [] } = {}) => {
    const context = { path, outside };
    const prepared = { ...grammar, prepare: (one: string) => grammar.prepare?.(one, context) ?? one };
    const { tree } = parseBest({ parser }, prepared, text, () => false);
    if (tree === null) throw new Error('the parser returned no tree');
    const expansion = grammar.expand?.(text, context) ?? null;
    const made = expansion === null ? null : parser.parse(grammar.prepare?.(expansion.text) ?? expansion.text);
    const expanded = expansion === null || made === null ? null : { expansion, root: made.rootNode };
    try {
      return summary({ path, text, root: tree.rootNode, definitions, everySite, expanded });
    } finally {
      tree.delete();
      made?.delete();
    }
  };
}
