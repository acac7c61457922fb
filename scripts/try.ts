/** `npm run try [-- FOLDER [WORDS…]]`: indexes a real repository, by default this one, and asks it something. */
import { basename } from 'node:path';
import { at, start } from './lib/repository.ts';

const [folder = '.', ...givenWords] = process.argv.slice(2);
const program = at('dist', 'bin.js');
const root = ['--root', folder];

interface ListedFile {
  path: string;
  definitions: number;
}

async function run(title: string, args: readonly string[]): Promise<void> {
  console.log(`\n$ code-scout ${args.join(' ')}${title === '' ? '' : `   # ${title}`}`);
  const { code } = await start('node', [program, ...args], { echo: true });
  if (code > 1) process.exit(code);
}

/** Words of the file with the most definitions, so that the question has an answer in any repository. */
async function wordsOf(): Promise<string[]> {
  const { stdout } = await start('node', [program, 'files', '--json', ...root]);
  const { files } = JSON.parse(stdout) as { files: ListedFile[] };
  const [largest] = files.toSorted((a, b) => b.definitions - a.definitions || (a.path < b.path ? -1 : 1));
  const words = basename(largest?.path ?? folder)
    .replace(/\.[^.]*$/, '')
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word.length >= 3);
  return words.slice(0, 5);
}

await run('make the index', ['index', ...root]);
await run('what it holds', ['status', ...root]);
/** Put together here, so that this file is not its own answer. */
const ownQuestion = ['who', 'calls', 'a', 'function'];
const words = givenWords.length > 0 ? givenWords : folder === '.' ? ownQuestion : await wordsOf();
await run('what a task is about', ['explore', ...words, '--max-tokens', '900', ...root]);
