/** Links a work tree as one program, and measures the cost. */
import { dialectNamed } from '../../src/graph/languages/registry.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import type { SiteLinks } from '../../src/graph/links/site-links.ts';
import { linkSite } from '../../src/graph/links/shared-links.ts';
import type { Inference } from '../../src/graph/questions/questions.ts';
import { Program } from '../../src/graph/program/program.ts';
import { fileWithSummary } from '../../src/graph/program/program-sources.ts';
import { chosenMacros, offersByName } from '../../src/indexer/outside-macros.ts';
import type { OutsideMacros } from '../../src/model/macros.ts';
import { type LinkedLanguage, modulesOf } from './graph-languages.ts';

/** Longer files are generated or bundled. Indexing does not link them either. */
const maxBytes = 1_000_000;

export interface TreeCost {
  files: number;
  /** Size of the parsed files, in units of 10^6 bytes. */
  megabytes: number;
  sites: number;
  linked: number;
  /** Sites that name something external. */
  external: number;
  /** CPU seconds of parsing and collecting, without reading. */
  extractionS: number;
  /** CPU seconds of module resolution and of linking every site. */
  linkingS: number;
}

export type VisitSite = (file: ProgramFile, site: number, links: SiteLinks) => void;

export interface LinkedTree {
  program: Program;
  /** Links every site once, in order, and adds up the cost. */
  linkAll: (visit: VisitSite) => TreeCost;
}

function cpuSeconds(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function pathsOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('.git/') && !/(?:^|\/)node_modules\//.test(path))
    .sort();
}

/** One call per file, as in the product: V8 recompiles an endless loop whenever something new occurs in it. */
function linkFile(i: Inference, file: ProgramFile, { cost, visit }: { cost: TreeCost; visit: VisitSite }): void {
  for (let site = 0; site < file.siteCount; site++) {
    const links = linkSite(i, file, site);
    cost.sites++;
    if (links.targets.length > 0) cost.linked++;
    else if (links.unlinked === 'external') cost.external++;
    visit(file, site, links);
  }
}

interface SourceText {
  path: string;
  text: string;
  language: LinkedLanguage;
}

/** The macros of other files that each file gets, as indexing chooses them. */
function outsideOf(texts: readonly SourceText[]): Map<string, OutsideMacros[]> {
  const macros = new Map(
    texts.flatMap(({ path, text, language }) => {
      const found = language.macrosOf?.(path, text);
      return found === undefined ? [] : [[path, found] as const];
    }),
  );
  const offers = offersByName([...macros].map(([path, { family, names }]) => ({ path, family, names, digest: '' })));
  return new Map(
    [...macros].map(([path, calls]) => [
      path,
      chosenMacros(path, calls, offers).map((one) => ({ path: one.path, text: macros.get(one.path)!.text })),
    ]),
  );
}

/** @param everySite include the sites of names that only their own function can see, where the collector of the language can */
export function openTree(root: string, languages: readonly LinkedLanguage[], everySite = false): LinkedTree {
  const paths = pathsOf(root);
  const texts: SourceText[] = [];
  for (const path of paths) {
    const language = languages.find((one) => one.accepts(path));
    if (language === undefined) continue;
    const text = readFileSync(join(root, path), 'utf8');
    if (text.length <= maxBytes) texts.push({ path, text, language });
  }
  const beforeExtraction = process.cpuUsage();
  const outside = outsideOf(texts);
  const files = texts.map(({ path, text, language }) =>
    fileWithSummary(
      path,
      language.nameOf(path),
      language.collect(path, text, { everySite, outside: outside.get(path) ?? [] }),
    ),
  );
  const extractionS = cpuSeconds(beforeExtraction);
  const beforeProgram = process.cpuUsage();
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const program = Program.of(files, modulesOf({ paths, read }), dialectNamed);
  const programS = cpuSeconds(beforeProgram);
  const megabytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;

  return {
    program,
    linkAll(visit) {
      const i = startInference(program);
      const cost: TreeCost = {
        files: files.length,
        megabytes,
        sites: 0,
        linked: 0,
        external: 0,
        extractionS,
        linkingS: 0,
      };
      const before = process.cpuUsage();
      for (const file of program.files) linkFile(i, file, { cost, visit });
      cost.linkingS = programS + cpuSeconds(before);
      return cost;
    },
  };
}
