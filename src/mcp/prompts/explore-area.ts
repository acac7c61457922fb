/** `explore-area`: explores what its argument names, which is taken for a file, else for a folder, else for a subject in words. */
import { withoutEndSlashes } from '../../util/paths/system-paths.ts';
import type { PromptCalls, ProductPrompt, PromptMessage } from './prompt.ts';

type Part = readonly [title: string, text: string];

async function folderParts(area: string, calls: PromptCalls): Promise<Part[] | null> {
  const listing = await calls.askOrNull('list_directory', { path: area, max_chars: 2000 });
  if (listing === null) return null;
  const path = withoutEndSlashes(area.replace(/^(?:\.\/)+/, ''));
  const words = path.split(/[/_.-]+/).filter((word) => word.length > 2);
  const query = words.length === 0 ? 'main entry point' : words.join(' ');
  const prefix = path === '' || path === '.' ? {} : { pathPrefix: `${path}/` };
  const pieces = await calls.askOrNull('search_repo', { query, ...prefix, limit: 8, max_chars: 4500 });
  return [['The folder', listing], ...(pieces === null ? [] : [['Its most relevant pieces', pieces] as const])];
}

async function fileParts(area: string, calls: PromptCalls): Promise<Part[] | null> {
  const text = await calls.askOrNull('get_context', { filePath: area, max_chars: 4000 });
  if (text === null) return null;
  const impact = await calls.askOrNull('get_impact', { symbol: area, maxDepth: 1, max_chars: 2500 });
  return [['The file', text], ...(impact === null ? [] : [['Who uses it', impact] as const])];
}

async function subjectParts(area: string, calls: PromptCalls): Promise<Part[]> {
  const part = calls.has('explore')
    ? await calls.ask('explore', { query: area, max_chars: 6500 })
    : await calls.ask('search_repo', { query: area, limit: 10, max_chars: 6500 });
  return [['Where it is', part]];
}

export const exploreArea: ProductPrompt = {
  name: 'explore-area',
  title: 'Explore an area of the code',
  description:
    'Explores a folder, a file or a subject: what is there, how the parts work together, where to start reading.',
  arguments: [
    { name: 'area', description: 'A path from the root, or words: src/auth, login', required: true, completes: 'path' },
  ],
  async write({ area = '' }, calls): Promise<PromptMessage> {
    const parts =
      (await fileParts(area, calls)) ?? (await folderParts(area, calls)) ?? (await subjectParts(area, calls));
    return {
      task:
        `Explore ${area}: say what it is responsible for, what its main parts are and how they work together, which of them other code ` +
        'uses, and in which order to read it. Follow what is unclear with the tools before you answer.',
      facts: parts,
      next: [
        ['explore', 'gathers more about one part in one call'],
        ['get_neighbors', 'shows what its central symbols are linked with'],
        ['read_file', 'reads the files that matter'],
        ['get_callers', 'shows which other code calls it'],
      ],
    };
  },
};
