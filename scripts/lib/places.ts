/**
 * The places outside of its own folder that a tool or a language needs, and which of them are missing. `npm run check -- places` fails on
 * them, `npm run new` prints them. Lists that can be made from the folders are made by `npm run gen` and are not here.
 */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { questionsAbout, type Ask } from '../../bench/quality/random-questions.ts';
import { dialectNamed, dialects } from '../../src/graph/languages/registry.ts';
import { languageName } from '../../src/graph/scip/languages.ts';
import type { Language } from '../../src/languages/language.ts';
import { instructionsFor } from '../../src/mcp/instructions.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { askedElsewhere, questions } from '../../test/e2e/tool-questions.ts';
import { grammars } from './grammars.ts';
import { at } from './repository.ts';

/** A place where something has to be added. */
export interface MissingPlace {
  /** The tool or language. */
  name: string;
  /** Relative to the repository. */
  file: string;
  /** What to add there. */
  what: string;
}

/** Files with questions for each tool: about one small project, and about any project. */
export const toolQuestions = 'test/e2e/tool-questions.ts';
export const randomQuestions = 'bench/quality/random-questions.ts';

/** The instructions must have fewer characters than this, because some clients cut them. */
const instructionsLimit = 2000;

/** Tools that the instructions leave to their own descriptions. */
const withoutAdvice: ReadonlySet<string> = new Set(['chunk_files', 'get_definition']);

/** Languages whose tests of links are in files of another name. */
const linkTests: Readonly<Record<string, string>> = { javascript: 'ecmascript', typescript: 'ecmascript' };

/** One place if the instructions are too long, as they may be after advice for a tool was added; else none. */
export function tooLongInstructions(text = instructionsFor([], null)): MissingPlace[] {
  if (text.length < instructionsLimit) return [];
  const what = `shorten the advice: ${text.length} characters, at most ${instructionsLimit - 1}`;
  return [{ name: 'all tools', file: 'src/mcp/instructions.ts', what }];
}

export function missingToolPlaces({ name, output }: Pick<Tool, 'name' | 'output'>): MissingPlace[] {
  const missing: MissingPlace[] = [];
  const file = 'src/mcp/instructions.ts';
  const instructions = instructionsFor([], null);
  if (!instructions.split(/[^\w-]+/).includes(name) && !withoutAdvice.has(name)) {
    const left = Math.max(0, instructionsLimit - 1 - instructions.length);
    const what = `say when an agent should call ${name} (${left} characters are left: shorten others), or add it to withoutAdvice in scripts/lib/places.ts`;
    missing.push({ name, file, what });
  }
  if (output !== null && questions[name] === undefined && !askedElsewhere.has(name))
    missing.push({ name, file: toolQuestions, what: `add arguments to ask ${name} with` });
  if (randomlyAsked()[name] === undefined)
    missing.push({ name, file: randomQuestions, what: `add arguments to ask ${name} with, of what any project has` });
  return missing;
}

function randomlyAsked(): Record<string, Ask> {
  const nothing: string[] = [];
  const known = { symbols: nothing, files: nothing, folders: nothing, chunkIds: nothing, words: nothing };
  return questionsAbout({ ...known, ways: [], languages: nothing, revisions: nothing }, () => 0);
}

interface Manifest {
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(at('package.json'), 'utf8')) as Manifest;
}

function hasInstallScript(pkg: string): boolean {
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean } | undefined>;
  };
  return lock.packages[`node_modules/${pkg}`]?.hasInstallScript === true;
}

function missingGrammar(name: string, wasm: string): MissingPlace[] {
  const [from] = grammars[wasm] ?? [];
  if (from === undefined) {
    const what = `add a row for ${wasm}: the package and the path in it, then run npm run prepare-grammars`;
    return [{ name, file: 'scripts/lib/grammars.ts', what }];
  }
  const { devDependencies, allowScripts } = readManifest();
  const file = 'package.json';
  if (devDependencies[from] === undefined)
    return [{ name, file, what: `add ${from} to devDependencies with an exact version` }];
  if (hasInstallScript(from) && allowScripts[from] !== false)
    return [{ name, file, what: `add "${from}": false to allowScripts: only its .wasm is needed` }];
  return [];
}

/** The first section of README.md names the languages with definitions, and counts those with a call graph. */
function firstSectionOfReadme(): string {
  return readFileSync(at('README.md'), 'utf8').split('\n## ')[0]!;
}

function missingInReadme({ id, name }: Language): MissingPlace[] {
  const words = firstSectionOfReadme().split(/[\s,;.()]+/);
  if (words.includes(name)) return [];
  return [{ name: id, file: 'README.md', what: `name ${name} among the languages of the first section` }];
}

function isLinked({ parser, grammar }: Language): boolean {
  return parser === 'ecmascript' || grammar?.summary !== undefined;
}

/** @param all languages of the registry */
export function wrongLanguageCount(all: readonly Language[]): MissingPlace[] {
  const linked = all.filter(isLinked).length;
  if (firstSectionOfReadme().includes(`in ${linked} languages`)) return [];
  return [{ name: 'all languages', file: 'README.md', what: `say that ${linked} languages have a graph of calls` }];
}

function missingSamples(folder: string, { id, extensions }: Language): MissingPlace[] {
  const samples = at('src', 'languages', folder, 'sample');
  const files = existsSync(samples) ? readdirSync(samples) : [];
  const own = files.filter((file) => extensions.some((extension) => file.endsWith(extension)));
  if (own.length === 0) {
    const what = 'add a file with everything that the language can declare';
    return [{ name: id, file: `src/languages/${folder}/sample/`, what }];
  }
  return own
    .map((file) => `src/languages/${folder}/golden/${file}.json`)
    .filter((golden) => !existsSync(at(golden)))
    .map((file) => ({
      name: id,
      file,
      what: `write it with UPDATE_GOLDEN=1 npx vitest run src/languages/languages.test.ts -t ${folder}, and read it`,
    }));
}

function missingLinkPlaces({ id }: Language): MissingPlace[] {
  const missing: MissingPlace[] = [];
  if (!dialects.includes(dialectNamed(id))) {
    const what = `add its dialect: npm run new -- dialect ${id} writes it, and a test`;
    missing.push({ name: id, file: 'src/graph/languages/registry.ts', what });
  }
  const tests = `test/graph/${linkTests[id] ?? id}*.test.ts`;
  if (globSync(tests, { cwd: at() }).length === 0)
    missing.push({ name: id, file: tests, what: 'add marked sources that say what links where' });
  return missing;
}

/** @param folder of src/languages; languages that are read by their words need nothing outside of it */
export function missingLanguagePlaces(folder: string, language: Language): MissingPlace[] {
  const { id, parser, grammar } = language;
  if (parser === 'text') return [];
  const scip = languageName(id, '') === id;
  return [
    ...missingInReadme(language),
    ...(grammar === undefined ? [] : missingGrammar(id, grammar.wasm)),
    ...missingSamples(folder, language),
    ...(isLinked(language) ? missingLinkPlaces(language) : []),
    ...(scip
      ? [{ name: id, file: 'src/graph/scip/languages.ts', what: 'add the name that scip.proto has for it' }]
      : []),
  ];
}

export function placeText({ name, file, what }: MissingPlace): string {
  return `${name}: ${file}: ${what}`;
}
