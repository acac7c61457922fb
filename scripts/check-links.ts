/**
 * `npm run check -- links`: checks the relative links of all Markdown pages of the repository. The file must exist, an anchor must be that of a heading, and
 * a link text that is a name of code must occur in the file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { at, repository } from './lib/repository.ts';
import { brokenLinks, missingNames } from './lib/markdown-links.ts';

/** Inputs and expected outputs of tests, which are no pages. */
const isTestData = (path: string): boolean => /\/(?:sample|golden|fixtures|corpus)\//.test(path);

function gitFiles(...patterns: string[]): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\0').filter(Boolean);
}

const paths = gitFiles('*.md').filter((path) => !isTestData(path) && existsSync(at(path)));
const pages = new Map(paths.map((path) => [path, readFileSync(at(path), 'utf8')]));
const broken = [
  ...brokenLinks(pages, (path) => existsSync(at(path))),
  ...missingNames(pages, (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null)),
];
for (const { path, line, link, reason } of broken) console.log(`${path}:${line}: ${link}: ${reason}`);
console.log(`${pages.size} pages, ${broken.length} broken links`);
process.exitCode = broken.length === 0 ? 0 : 1;
