/** The packages of languages in which the files of a folder are one: Go. */
import { questionRulesOf } from '../../languages/question-rules.ts';
import type { LinkIndex } from '../index/link-index.ts';

/** The name that other files write before a symbol of the file, as `output` in `output.Output`; null in languages without such packages. */
export function packageOf(index: LinkIndex, path: string): string | null {
  const file = index.idOf(path);
  const language = file === undefined ? '' : index.file(file)!.language;
  return questionRulesOf(language).seesFiles === 'folder' ? (path.split('/').at(-2) ?? null) : null;
}
