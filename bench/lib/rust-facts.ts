/** Link facts of a Rust text on its own, by the parser and collector that indexing uses. */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { collectRustFacts } from '../../src/languages/rust/facts/rust-facts.ts';
import type { LinkFacts } from '../../src/model/link-facts.ts';
import { assetUrl } from '../../src/util/assets.ts';

/** Loads the grammar once. */
export async function openRustCollector(): Promise<
  (path: string, text: string, options?: { everySite: boolean }) => LinkFacts
> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(assetUrl('grammars/tree-sitter-rust.wasm'))));
  return (path, text, options) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('the parser gave no tree');
    const facts = collectRustFacts({ path, text, root: tree.rootNode, definitions: [] }, options);
    tree.delete();
    return facts;
  };
}
