/** Link facts of a TypeScript or JavaScript text on its own, by the parser and collector that indexing uses. */
import { extractEcmascript } from '../../src/extract/ecmascript.ts';
import { collectFacts } from '../../src/extract/ecmascript-facts/facts.ts';
import { linePlaces } from '../../src/extract/ecmascript-places.ts';
import { parseTree } from '../../src/extract/ecmascript-tree.ts';
import { javascript } from '../../src/languages/javascript/javascript.ts';
import { typescript } from '../../src/languages/typescript/typescript.ts';
import { FactsWriter } from '../../src/model/facts-writer.ts';
import type { LinkFacts } from '../../src/model/link-facts.ts';

/** Whether a file has the name of a TypeScript or JavaScript one. */
export function isEcmascript(path: string): boolean {
  return /\.[mc]?[tj]sx?$/.test(path);
}

export function languageOf(path: string): 'typescript' | 'javascript' {
  return /\.[mc]?tsx?$/.test(path) ? 'typescript' : 'javascript';
}

function dialectOf(path: string): 'dts' | 'tsx' | 'ts' | 'jsx' {
  if (/\.d\.[mc]?ts$/.test(path)) return 'dts';
  if (path.endsWith('.tsx')) return 'tsx';
  return languageOf(path) === 'typescript' ? 'ts' : 'jsx';
}

export function factsOf(path: string, text: string): LinkFacts {
  const { program } = parseTree(text, { lang: dialectOf(path) });
  return collectFacts({ places: linePlaces(text), program, definitions: [] });
}

/** As indexing reads the file, which knows what to do with scripts and broken lines; none where another parser has to read it. */
export function indexedFacts(path: string, text: string): LinkFacts {
  const language = languageOf(path) === 'typescript' ? typescript : javascript;
  return extractEcmascript(language, path, text).extraction?.facts ?? new FactsWriter().finish([]);
}
