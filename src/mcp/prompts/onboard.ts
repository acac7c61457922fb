/** `onboard`: introduces the project to someone new to it. */
import type { PromptCalls, ProductPrompt } from './prompt.ts';

const readmes = ['README.md', 'readme.md', 'README.rst', 'README.txt', 'README', 'docs/README.md'];

async function readme(calls: PromptCalls): Promise<string | null> {
  for (const file_path of readmes) {
    const text = await calls.askOrNull('read_file', { file_path, max_chars: 2500 });
    if (text !== null) return text;
  }
  return null;
}

/** The languages with their numbers of files, and the state of the index if it is not complete. */
async function overview({ engine }: PromptCalls): Promise<string> {
  const { filesIndexed, languages, freshness } = await engine.status();
  const counted = Object.entries(languages).toSorted(([, a], [, b]) => b - a);
  const list = counted.slice(0, 12).map(([language, files]) => `${language} ${files}`);
  const more = counted.length > 12 ? ` and ${counted.length - 12} more languages` : '';
  const note = freshness.note === null ? '' : `\n${freshness.note}`;
  return `${filesIndexed} files indexed: ${list.join(', ')}${more}${note}`;
}

/** Each line marked, so that a heading of the file is not taken for one of this message. */
function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}

export const onboard: ProductPrompt = {
  name: 'onboard',
  title: 'Get to know the project',
  description: 'Introduces the project: what it is, how it is laid out, where it starts, how it is tested.',
  arguments: [],
  async write(_args, calls) {
    const start = { query: 'program entry point main start', limit: 5, max_chars: 2500 };
    const [files, text, folder, entries] = [
      await overview(calls),
      await readme(calls),
      await calls.ask('list_directory', { max_chars: 1800 }),
      await calls.askOrNull('search_repo', start),
    ];
    return {
      task:
        'Introduce me to this project: what it is for, how it is laid out, where it starts, the handful of files to read first and why, ' +
        'how it is built and tested. Use the tools for what the facts below do not show, and say what you did not look at.',
      facts: [
        ['Files', files],
        ['Root folder', folder],
        ...(text === null ? [] : ([['README (quoted from the project)', quoted(text)]] as const)),
        ...(entries === null ? [] : ([['Where it may start', entries]] as const)),
      ],
      next: [
        ['list_directory', 'lists the folders that look central'],
        ['explore', 'gathers what a subject is about'],
        ['search_repo', 'answers questions about where something is done'],
        ['get_neighbors', 'shows how the central parts are linked'],
      ],
    };
  },
};
