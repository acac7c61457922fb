/** Which file a test is named after, by the conventions of the languages. Invariant: only names count; no file is read. */
import { containerOf, sourceName } from '../../model/link.ts';

/** Words that tests add to the name of what they test, at the end or the beginning. */
const affixes = new Set([
  ...['test', 'tests', 'spec', 'specs', 'it', 'itcase', 'testcase', 'e2e', 'cy', 'unit', 'integration', 'unittest'],
]);
/** File names without a meaning of their own: the folder's name counts instead. */
const genericNames = new Set(['index', 'mod', 'lib', 'main', 'init', '__init__', '']);
/** Folders that only separate tests from sources, or group packages. */
const plainFolders = new Set([
  ...[
    'test',
    'tests',
    '__tests__',
    '__test__',
    'spec',
    'specs',
    'src',
    'source',
    'lib',
    'main',
    'java',
    'kotlin',
    'scala',
  ],
  ...['unit', 'integration', 'e2e', 'unit-tests', 'packages', 'crates'],
]);
/** Folders of data that tests read. */
const dataFolder = /^(fixtures?|__fixtures__|testdata|test[-_]data|test_?fixtures|__mocks__|snapshots|__snapshots__)$/i;
/** Folders and file names of code that tests use and that is not a test itself. */
const supportFolder =
  /^(mocks?|helpers?|support|utils?|testutils?|test[-_]utils?|test[-_]?helpers?|benches|bench|benchmarks?|__benchmarks__)$/i;
const supportName =
  /^(conftest|__init__|setup|.*[-_.]setup|setuptests|helpers?|.*[-_.]helpers?|utils?|.*[-_.](test[-_]?)?utils?|common|support|mod|.*[-_.](bench|benchmark))$/i;

/** Words of a file's name in lower case: `HttpClientTest.java` is `http client test`. */
export function nameWords(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return (dot <= 0 ? name : name.slice(0, dot))
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What a file is about, by its name; for `index.ts` and the like, by its folder. */
function subjectOf(path: string): string[] {
  const words = nameWords(path).filter((word) => !genericNames.has(word));
  if (words.length > 0) return words;
  const folders = foldersOf(path).filter((folder) => !plainFolders.has(folder));
  return folders.length === 0 ? [] : nameWords(`${folders.at(-1)!}.x`);
}

/** What a test is about, by its name without words such as `test`; if no other words are left, by its folder. */
function testSubject(path: string): string[] {
  const words = nameWords(path);
  while (words.length > 0 && affixes.has(words.at(-1)!)) words.pop();
  while (words.length > 0 && affixes.has(words[0]!)) words.shift();
  return words.length > 0 && !words.every((word) => genericNames.has(word))
    ? words
    : subjectOf(`${folderOf(path)}/index.x`);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function foldersOf(path: string): string[] {
  return folderOf(path)
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
}

export interface TestName {
  path: string;
  /** Words of the test's name without those that only say that it is a test. */
  subject: readonly string[];
  /** The words of `subject`, joined without spaces. */
  joined: string;
}

const maxCachedNames = 50_000;
const cachedNames = new Map<string, TestName>();

export function testName(path: string): TestName {
  let name = cachedNames.get(path);
  if (name !== undefined) return name;
  const subject = testSubject(path);
  name = { path, subject, joined: subject.join('') };
  if (cachedNames.size >= maxCachedNames) cachedNames.clear();
  cachedNames.set(path, name);
  return name;
}

/** 1 for the same name, less if one name begins with the words of the other, 0 for another name. */
function likeness(subject: readonly string[], joined: string, test: TestName): number {
  if (joined === '' || test.joined === '') return 0;
  if (joined === test.joined) return 1;
  const [short, long] = subject.length < test.subject.length ? [subject, test.subject] : [test.subject, subject];
  return short.every((word, at) => word === long[at]) ? (0.6 * short.length) / long.length : 0;
}

/** The share of common folders in two paths, 0 to 1. Folders in `plainFolders` do not count; if neither path has others, the share is 1. */
export function nearness(path: string, other: string): number {
  const folders = new Set(foldersOf(path).filter((folder) => !plainFolders.has(folder)));
  const others = new Set(foldersOf(other).filter((folder) => !plainFolders.has(folder)));
  const most = Math.max(folders.size, others.size);
  if (most === 0) return 1;
  return folders.intersection(others).size / most;
}

/** How well the name of a test fits: 0 to 1. */
export type NameFit = (test: TestName) => number;

/** Compares the names of tests with that of a file. */
export function namedAfter(path: string): NameFit {
  const subject = subjectOf(path);
  const joined = subject.join('');
  return (test) => {
    const fit = likeness(subject, joined, test);
    return fit === 0 ? 0 : fit * (0.6 + 0.4 * nearness(path, test.path));
  };
}

/** A name with fewer characters than this is too common to be evidence on its own. */
const distinctiveLength = 6;

/** Compares the names of tests with that of a definition: `response.format.js` fits `Response.format`, `test_parse_url.py` fits `parseUrl`. */
export function namedAfterDefinition(qualified: string): NameFit {
  const words = (name: string): string => nameWords(`${name}.x`).join('');
  const name = qualified.slice(qualified.lastIndexOf('.') + 1);
  const whole = words(sourceName({ name, container: containerOf({ name, qualified }) }));
  const last = words(name);
  return ({ joined }) => {
    if (joined === '') return 0;
    if (joined === whole) return whole.length >= distinctiveLength ? 1 : 0.5;
    return joined === last && last.length >= distinctiveLength ? 0.6 : 0;
  };
}

/** Whether a file, by its path, has code that tests use and is no test itself. */
export function isSupport(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return (
    foldersOf(path).some((folder) => supportFolder.test(folder)) ||
    supportName.test(dot <= 0 ? name : name.slice(0, dot))
  );
}

/** Whether a file, by its path, is data that tests read. Such a file is no test, whatever its name. */
export function isTestData(path: string): boolean {
  return foldersOf(path).some((folder) => dataFolder.test(folder));
}
