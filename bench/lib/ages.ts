/**
 * `npm run bench -- ages`: writes the summary of docs/results.md, its table of contents and the age of each section, from the sections and git.
 * The ages are those of the commit at which it runs: before a release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { anchorOf } from '../../scripts/lib/markdown-links.ts';
import { ageOf, askGit } from './result-ages.ts';
import { resultsFile, resultsPage } from './results.ts';
import { sectionsOf } from './result-sections.ts';

const sections = sectionsOf(readFileSync(resultsFile, 'utf8'));
const ages = new Map(sections.map((section) => [section.key, ageOf(section)]));
const now = askGit(['log', '-1', '--format=%h of %cs']) ?? '';
writeFileSync(resultsFile, resultsPage(sections, ages, { now, anchorOf }));
const old = [...ages.values()].filter(({ changes }) => changes > 0);
console.log(`${sections.length} sections, ${old.length} older than the code they measure`);
