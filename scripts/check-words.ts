/** `node scripts/check-words.ts`: reports retired words (docs/glossary.md) in sources, tests, messages, help texts, README or docs. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mayHaveRetiredWords, retiredUses } from './lib/retired-words.ts';
import { at, repository } from './lib/repository.ts';

/** Paths of samples, which stand for the code or text of somebody else, and of history. */
const samples = /\/(sample|samples|golden|fixtures|generated)\/|^docs\/history\//;

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts', '*.md'], {
  cwd: repository,
  encoding: 'utf8',
});
const isExcepted = (file: string): boolean =>
  mayHaveRetiredWords.some(({ path }) => (path.endsWith('/') ? file.startsWith(path) : file === path));
const files = listed
  .split('\0')
  .filter((file) => file !== '' && !samples.test(file) && !isExcepted(file) && existsSync(at(file)));
const found = files.flatMap((file) =>
  retiredUses(readFileSync(at(file), 'utf8')).map(({ line, word, say }) => `${file}:${line}: "${word}": say ${say}`),
);
console.log(found.length === 0 ? `no retired word in ${files.length} files` : found.join('\n'));
process.exitCode = found.length === 0 ? 0 : 1;
