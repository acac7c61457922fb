/** Link facts of a text on its own, by the grammar and collector that indexing uses for its language. */
import { readFileSync } from 'node:fs';
import { Language as Grammar, Parser } from 'web-tree-sitter';
import type { FactsTree, Language } from '../../src/languages/language.ts';
import type { LinkFacts } from '../../src/model/link-facts.ts';
import { assetUrl } from '../../src/util/assets.ts';

export interface FactsOptions {
  /** Also the sites that name what only their own function can see. */
  everySite?: boolean;
  definitions?: FactsTree['definitions'];
}

export type CollectFacts = (path: string, text: string, options?: FactsOptions) => LinkFacts;

/** Loads the grammar once. Throws for a language that has no collector. */
export async function openFacts({ id, grammar }: Language): Promise<CollectFacts> {
  const facts = grammar?.facts;
  if (grammar === undefined || facts === undefined) throw new Error(`${id} has no collector`);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(readFileSync(assetUrl(`grammars/${grammar.wasm}`))));
  return (path, text, { everySite = false, definitions = [] } = {}) => {
    const tree = parser.parse(grammar.prepare?.(text) ?? text);
    if (tree === null) throw new Error('the parser gave no tree');
    try {
      return facts({ path, text, root: tree.rootNode, definitions, everySite });
    } finally {
      tree.delete();
    }
  };
}
