/** docs/results.md: its sections are read as they are written, and what stands before them is made of them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageOf, ageText, measured, type Age } from '../../bench/lib/result-ages.ts';
import { rowsOf, sectionsOf, sectionText } from '../../bench/lib/result-sections.ts';
import { olderMark, summaryLines } from '../../bench/lib/result-summary.ts';
import { resultsFile, resultsPage } from '../../bench/lib/results.ts';
import { anchorOf } from '../../scripts/lib/markdown-links.ts';

const page = readFileSync(resultsFile, 'utf8');
const sections = sectionsOf(page);

describe('the page', () => {
  it('has as many sections as marks of them, and says what each measures', () => {
    expect(sections.map(({ key }) => key)).toEqual(
      Array.from(page.matchAll(/<!-- begin ([\w-]+) -->/g), ([, key]) => key),
    );
    expect(sections.filter(({ key }) => measured[key] === undefined)).toEqual([]);
  });

  it('begins with a summary that is made of its sections: `npm run bench -- ages` writes it', () => {
    const summary = summaryLines(new Map(sections.map((section) => [section.key, section])), anchorOf);
    expect(summary.length).toBeGreaterThan(8);
    // Which of them are old is known to git alone.
    expect(page.replaceAll(olderMark, '')).toContain(summary.join('\n'));
  });

  it('is written again as it is', () => {
    const ages = new Map(sections.map(({ key }): [string, Age] => [key, { commits: 3, changes: 1, last: 'x' }]));
    const once = resultsPage(sections, ages, { now: 'x', anchorOf });
    expect(sectionsOf(once)).toEqual(sections);
    expect(resultsPage(sectionsOf(once), ages, { now: 'x', anchorOf })).toBe(once);
  });
});

it('reads a section without the line of its age', () => {
  const head = '`npm run bench -- text --write` on 2026-11-28, commit 3d91151 with uncommitted changes, 2 cores.';
  const section = {
    key: 'text',
    title: 'Text search',
    head,
    date: '2026-11-28',
    commit: '3d91151',
    body: '- a\n\n- b',
  };
  expect(sectionsOf(`# Results\n\n${sectionText(section, '3 commits.')}\n`)).toEqual([section]);
});

it('reads the rows of tables by their columns', () => {
  const text = 'a\n\n| x | y | x |\n|---|:-:|---|\n| 1 | a \\| b | 2 |\n\n| z |\n|---|\n| 3 |\n\n| no table |\n';
  expect(rowsOf(text)).toEqual([{ x: '1', y: 'a \\| b' }, { z: '3' }]);
});

describe('the age of a section', () => {
  let folder = '';
  const git = (args: readonly string[]): string | null => {
    try {
      const all = ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args];
      return execFileSync('git', all, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      return null;
    }
  };
  const commit = (path: string, text: string): string => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
    git(['add', '--all']);
    git(['commit', '--quiet', '--message', path]);
    return git(['rev-parse', '--short', 'HEAD'])!;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ages-'));
    git(['init', '--quiet']);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('counts the commits since, and those that changed what is measured', () => {
    const first = commit('src/graph/a.ts', '1');
    commit('docs/a.md', '1');
    commit('src/graph/a.test.ts', '1');
    commit('src/graph/README.md', '1');
    expect(ageOf({ key: 'graph', commit: first }, git)).toEqual({ commits: 3, changes: 0, last: '' });
    const last = commit('src/graph/b.ts', '1');
    const age = ageOf({ key: 'graph', commit: first }, git);
    expect(age).toMatchObject({ commits: 4, changes: 1 });
    expect(age.last).toMatch(new RegExp(`^${last} on \\d{4}-\\d\\d-\\d\\d$`));
    expect(ageText(age)).toContain('**Older than the code it measures**');
  });

  it('is unknown where the clone does not have the commit', () => {
    expect(ageOf({ key: 'graph', commit: '0123456789' }, git).commits).toBeNull();
  });
});
