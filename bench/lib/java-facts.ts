/** Link facts of a Java text on its own, by the parser and collector that indexing uses. */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { collectJavaFacts, type JavaFactsOptions } from '../../src/languages/java/facts/java-facts.ts';
import type { LinkFacts } from '../../src/model/link-facts.ts';
import { assetUrl } from '../../src/util/assets.ts';

export function isJava(path: string): boolean {
  return /\.jav(?:a)?$/.test(path);
}

/** Loads the grammar once. */
export async function openJavaCollector(): Promise<
  (text: string, options?: JavaFactsOptions & { definitions?: { line: number; column: number }[] }) => LinkFacts
> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(assetUrl('grammars/tree-sitter-java.wasm'))));
  return (text, { definitions = [], ...options } = {}) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('the parser gave no tree');
    const facts = collectJavaFacts(tree.rootNode, text, definitions, options);
    tree.delete();
    return facts;
  };
}
