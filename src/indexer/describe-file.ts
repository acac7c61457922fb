/** What a file is before it is parsed. */
import type { LanguageDetector } from '../extract/language-detector.ts';
import { fileTraits } from '../model/file.ts';
import { classifyPath, classifyText } from '../source/walk/classify.ts';
import type { ReadFile } from './read-file.ts';

export interface FileDescription {
  /** Its id; null where no language is known. */
  language: string | null;
  /** Bits of `fileTraits`; without `exports`, which its definitions tell. */
  traits: number;
}

/** A text that is to be parsed. */
export type DescribedText = Pick<ReadFile, 'path' | 'text'> & FileDescription;

export async function describeFile(
  { path, text }: Pick<ReadFile, 'path' | 'text'>,
  languages: Pick<LanguageDetector, 'find'>,
): Promise<FileDescription> {
  const language = await languages.find(path, text);
  let traits = classifyPath(path) | classifyText(path, text);
  if (language?.nature === 'prose') traits |= fileTraits.documentation;
  if (language?.nature === 'data') traits |= fileTraits.data;
  return { language: language?.id ?? null, traits };
}
