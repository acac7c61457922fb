/** Writes an error's next step as a sentence in the wording of a front end. */
import type { AppError, NextStep } from '../model/error.ts';
import type { Wording } from './wording.ts';

function stepText(step: NextStep, say: Wording): string {
  switch (step.to) {
    case 'listFolder':
      return step.path === null
        ? `${say.tool('list_directory')} shows what can be read.`
        : `${say.call('list_directory', { path: step.path })} shows what is there.`;
    case 'readFile':
      return `${say.call('read_file', { file_path: step.path })} gives its text.`;
    case 'listIndexed':
      return step.prefix === null
        ? `${say.tool('list_indexed_files')} lists the files of the index.`
        : `${say.call('list_indexed_files', { pathPrefix: step.prefix })} lists the files in it.`;
    case 'showChunks':
      return `${say.call('get_context', { filePath: step.path })} shows their text.`;
    case 'listChunks':
      return `${say.tool('chunk_file')} gives the ids of a file.`;
    case 'showImpact':
      return `${say.tool('get_impact')} shows what one symbol reaches.`;
    case 'findNames':
      return `For names like it, use ${say.call('search', { pattern: step.pattern })}.`;
    case 'searchLiterally':
      return `${say.call('search_code', { regex: false })} takes every character as it is.`;
    case 'showStatus':
      return `${say.tool('code-scout_status')} shows what the index holds.`;
  }
}

/** What to do about an error: its own hint, then the step that it names. Null if it has neither. */
export function hintOf({ hint, next }: Pick<AppError, 'hint' | 'next'>, say: Wording): string | null {
  const parts = [...(hint === null ? [] : [hint]), ...(next === null ? [] : [stepText(next, say)])];
  return parts.length === 0 ? null : parts.join(' ');
}
