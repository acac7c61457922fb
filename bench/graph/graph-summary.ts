/** Link facts of a TypeScript or JavaScript text on its own, as indexing reads it. */
import { extractEcmascript } from '../../src/extract/ecmascript/ecmascript.ts';
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

/** None where another parser has to read the file. */
export function factsOf(path: string, text: string): LinkFacts {
  const language = languageOf(path) === 'typescript' ? typescript : javascript;
  return extractEcmascript(language, path, text).extraction?.facts ?? new FactsWriter().finish([]);
}
