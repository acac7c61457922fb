/**
 * Writes a command's figures into docs/results.md: one section a command, replaced as a whole, with date, commit and machine. What is before the
 * sections, and the age of each, is written by `npm run bench -- ages`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './evaluation.ts';
import { ageText, measured, type Age } from './result-ages.ts';
import { sectionText, type Section } from './result-sections.ts';
import { summaryLines } from './result-summary.ts';

export const resultsFile = join(repositoryRoot, 'docs', 'results.md');
const heading = '# Results\n';

export function recordResults(key: string, title: string, command: string, body: readonly string[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  }).trim();
  // Results that benches wrote earlier in the same run do not count as uncommitted changes.
  const changes = ['status', '--porcelain', '--untracked-files=no', '--', '.', ':(exclude)docs'];
  const dirty = execFileSync('git', changes, { cwd: repositoryRoot, encoding: 'utf8' }).trim() !== '';
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform}`;
  const section = [
    `<!-- begin ${key} -->`,
    `## ${title}`,
    '',
    `\`${command}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}${dirty ? ' with uncommitted changes' : ''}, ${machine}.`,
    '',
    ...body,
    `<!-- end ${key} -->`,
  ].join('\n');
  const before = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : heading;
  const known = new RegExp(`<!-- begin ${key} -->[\\s\\S]*?<!-- end ${key} -->`);
  const after = known.test(before) ? before.replace(known, () => section) : `${before.trimEnd()}\n\n${section}\n`;
  writeFileSync(resultsFile, after);
}

export interface PageOptions {
  /** The commit up to which the ages count, and its day. */
  now: string;
  anchorOf: (title: string) => string;
}

/** The whole page: summary, contents, and the sections in the order of `measured`, each with its age. */
export function resultsPage(
  sections: readonly Section[],
  ages: ReadonlyMap<string, Age>,
  { now, anchorOf }: PageOptions,
): string {
  const order = Object.keys(measured);
  const sorted = sections.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  const byKey = new Map(sorted.map((section) => [section.key, section]));
  const contents = sorted.map(({ key, title, date }) => {
    const { commits, changes } = ages.get(key)!;
    const state =
      commits === null
        ? 'unknown'
        : changes === 0
          ? 'up to date'
          : `older than the code it measures, which ${changes} of them changed`;
    return `| [${title}](#${anchorOf(title)}) | ${date} | ${commits ?? ''} | ${state} |`;
  });
  return [
    heading,
    'What Code Scout finds, what it costs and what it bears, beside other programs. Each section below is written by the command that it names',
    '(`--write`), and this page up to the sections by `npm run bench -- ages`; nothing is written by hand.',
    '',
    ...summaryLines(byKey, anchorOf, ages),
    '',
    'The evaluation pack is a set of questions whose right answers are known: *semble* (questions in words), *history*, *mswe* and *swelite* (issues and the files that',
    'their fixes changed). Ranking was tuned on its development half, whose figures these are. NDCG@10 is 1 where all right files come first. The rivals were run on the',
    'same machine, on copies of the same trees.',
    '',
    '## Sections',
    '',
    `Ages are those of commit ${now}. "Older than the code it measures" means that commits since then changed that code; many of them changed names or comments only, which`,
    'git cannot tell. Measure such a section anew before you quote it.',
    '',
    '| section | measured | commits since | state |',
    '|---|---|---|---|',
    ...contents,
    '',
    ...sorted.flatMap((section) => [sectionText(section, ageText(ages.get(section.key)!)), '']),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}
