/** Link facts of a Python text on its own, by the parser and collector that indexing uses. */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { collectPythonFacts } from '../../src/languages/python/facts/python-facts.ts';
import type { LinkFacts } from '../../src/model/link-facts.ts';
import { assetUrl } from '../../src/util/assets.ts';

export function isPython(path: string): boolean {
  return /\.pyi?$/.test(path);
}

/** Loads the grammar once. */
export async function openPythonCollector(): Promise<(text: string, options?: { everySite: boolean }) => LinkFacts> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(assetUrl('grammars/tree-sitter-python.wasm'))));
  return (text, options) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('the parser gave no tree');
    const facts = collectPythonFacts(tree.rootNode, text, [], options);
    tree.delete();
    return facts;
  };
}
