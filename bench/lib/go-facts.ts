/** Link facts of a Go text on its own, by the parser and collector that indexing uses. */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { collectGoFacts } from '../../src/languages/go/facts/go-facts.ts';
import type { LinkFacts } from '../../src/model/link-facts.ts';
import { assetUrl } from '../../src/util/assets.ts';

/** Loads the grammar once. */
export async function openGoCollector(): Promise<
  (path: string, text: string, options?: { everySite: boolean }) => LinkFacts
> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(assetUrl('grammars/tree-sitter-go.wasm'))));
  return (path, text, options) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('the parser gave no tree');
    const facts = collectGoFacts({ path, text, root: tree.rootNode, definitions: [] }, options);
    tree.delete();
    return facts;
  };
}
