/** Reads the statements of functions from files on disk, with the parser of their language. The parser is loaded for each answer. */
import { Extractor } from '../../extract/extract.ts';
import type { OutlineStep } from '../../model/code-questions.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';
import { assetUrl } from '../../util/assets.ts';

/** Null where the language has no grammar, or the text cannot be parsed. @param file its language by id, and its present text */
export async function outlineSteps(
  file: { path: string; language: string; text: string },
  span: { startLine: number; endLine: number },
): Promise<OutlineStep[] | null> {
  const language = await knownLanguages()
    .find(({ id }) => id === file.language)
    ?.load();
  if (language === undefined) return null;
  const extractor = new Extractor((wasm) => (wasm.startsWith('file:') ? new URL(wasm) : assetUrl(`grammars/${wasm}`)));
  try {
    return await extractor.steps(language, file, span);
  } finally {
    extractor.close();
  }
}
