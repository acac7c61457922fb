/**
 * `npm run bench -- none-is-true DIR… [--count 32] [--seed 1] [--show 5] [--write]`: whether "no callers" is true. Of each tree it asks about
 * `--count` random functions, methods, classes and macros of its main language for which `get_callers` knows no caller, and searches the tree by text
 * for their names: in code, at places that call, choose a member or hand a value on. A place is false where it is neither
 * - linked to another symbol, a declaration, a local name, or a field,
 * - nor in the account of the answer: named without a call, imported, counted as unresolved, as called on a value from outside, in a string, in a file
 *   without links, or as not classified,
 * - nor certainly outside of the project: an import from there, or a member of `super`.
 * `--show N` prints N places of each cause.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { filesOnDisk } from '../../src/engine/files/files-on-disk.ts';
import { filesNaming } from '../../src/engine/graph/named-files.ts';
import { platformOf, questionRulesOf } from '../../src/graph/languages/question-rules.ts';
import { classifiedPlaces } from '../../src/graph/queries/account/account.ts';
import { LinkIndex } from '../../src/graph/queries/index/link-index.ts';
import { requireSymbol } from '../../src/graph/queries/resolve-symbol.ts';
import { languages } from '../../src/languages/registry.ts';
import type { AccountClass, CallsAnswer } from '../../src/model/graph.ts';
import { containerOf, mayRun } from '../../src/model/link.ts';
import { openStore } from '../../src/store/registry.ts';
import { seededRandom, type Random } from '../../test/faults/random.ts';
import { recordResults } from '../lib/results.ts';
import { openLanguages } from './graph-languages.ts';
import { openTree } from './graph-tree.ts';
import { NamePlaces, type NamePlace } from './name-places.ts';
import { mainPlatform, symbolsOfKinds, type AskedSymbol } from './random-symbols.ts';
import { PlaceMeanings, type Meaning } from './place-meanings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name trees: npm run bench -- none-is-true DIR DIR DIR');
const count = Number(values.count);
const shown = Number(values.show);

const askedKinds: ReadonlySet<string> = new Set(['function', 'method', 'class', 'component', 'macro']);

interface Asked extends AskedSymbol {
  answer: CallsAnswer;
  /** By `path line column`: what the account of the answer says of a place. */
  account: ReadonlyMap<string, AccountClass>;
}

/** The classes of an account that leave open whether a place is a use: with one of these, the answer does not say "none". */
const openClasses: ReadonlySet<AccountClass> = new Set([
  'unresolved',
  'strings',
  'unlinked',
  'unclassified',
  'outside',
]);

/** What a place means for the answer; `false: …` is a place that the answer should have told of. */
type Verdict =
  | 'elsewhere'
  | 'declaration'
  | 'local'
  | 'field'
  | 'named'
  | 'counted'
  | 'counted outside'
  | 'outside'
  | 'in the account'
  | `false: ${string}`;

function verdictOf(meaning: Meaning, place: NamePlace, asked: Asked): Verdict {
  const verdict = withoutAccount(meaning, place, asked);
  const inAccount = asked.account.get(`${place.path} ${place.line} ${place.column}`);
  const isOpen = inAccount !== undefined && openClasses.has(inAccount);
  return verdict.startsWith('false') && isOpen ? 'in the account' : verdict;
}

function withoutAccount(meaning: Meaning, place: NamePlace, { answer }: Asked): Verdict {
  switch (meaning.is) {
    case 'itself':
      return mayRun(meaning.kind) ? 'false: linked as a call, but not listed' : 'named';
    case 'unresolved':
      if (isField(place, answer)) return 'field';
      return answer.unresolved.sites > 0 &&
        (mayRun(meaning.kind) || answer.unresolved.samples.some(({ kind }) => !mayRun(kind)))
        ? 'counted'
        : `false: unresolved (${meaning.kind}), not counted`;
    case 'outside':
      return place.isMember && (answer.outside?.sites ?? 0) > 0 ? 'counted outside' : 'outside';
    case 'unseen':
      if (place.isMacro && answer.target.kind !== 'macro') return 'elsewhere';
      return isBareMember(place, answer) ? 'local' : 'false: no site';
    default:
      return meaning.is;
  }
}

/** Whether a bare name cannot be a member, because its language names members only with what they are of: it may be a macro of that name. */
function isBareMember({ isMember, language }: NamePlace, { target: { kind } }: CallsAnswer): boolean {
  return !isMember && kind === 'method' && questionRulesOf(language).membersNeedReceiver === true;
}

/** Whether a member without a call is a field: of a class it cannot be another name, and in some languages it is never a function. */
function isField({ isMember, isCalled, language, text }: NamePlace, { target }: CallsAnswer): boolean {
  if (isCalled || !isMember) return false;
  const isClass =
    target.kind === 'class' || target.kind === 'component' || containerOf(target)?.split('.').at(-1) === target.name;
  return isClass || (questionRulesOf(language).membersAreFields === true && !text.includes(`::${target.name}`));
}

/** The symbols of a language in random order that no known caller calls. */
async function withoutCallers(
  { root, engine, index }: { root: string; engine: Engine; index: LinkIndex },
  platform: string,
  random: Random,
): Promise<Asked[]> {
  const candidates = await symbolsOfKinds(index, platform, askedKinds);
  const found: Asked[] = [];
  while (candidates.length > 0 && found.length < count) {
    const [one] = candidates.splice(random(candidates.length), 1);
    const answer = await engine.graph.callers({ symbol: one!.id, maxDepth: 1 });
    if (answer.reached.length > 0 || answer.target.isTest) continue;
    const symbol = await requireSymbol(index, { symbol: one!.id }, 'symbol');
    const classified = await classifiedPlaces(index, symbol, {
      filesNaming: (...wanted) =>
        filesNaming({ disk: filesOnDisk(root), store: index.store, documents: index.documents }, ...wanted),
      isUncalled: true,
    });
    const account = new Map<string, AccountClass>();
    for (const { path, places } of classified?.files ?? [])
      for (const { line, column, is } of places) account.set(`${path} ${line} ${column}`, is);
    found.push({ ...one!, answer, account });
  }
  return found;
}

interface Judged {
  place: NamePlace;
  asked: Asked;
  meaning: Meaning;
  verdict: Verdict;
}

async function judgeTree(
  root: string,
  database: string,
  all: Awaited<ReturnType<typeof openLanguages>>,
): Promise<{ platform: string; asked: Asked[]; judged: Judged[] }> {
  const { config } = loadConfig({ root, flags: { 'database.path': database }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  const store = await openStore({ path: database });
  try {
    const index = new LinkIndex(
      store,
      () => null,
      new Set(languages.filter(({ isLinked }) => isLinked).map(({ id }) => id)),
    );
    await index.refresh(await store.state());
    const platform = await mainPlatform(index);
    const asked = await withoutCallers({ root, engine, index }, platform, seededRandom(Number(values.seed)));
    const { documents } = await store.state();
    const files = documents.paths
      .map((path, row) => ({ path, language: documents.languages[row]! }))
      .filter(({ path, language }) => platformOf(language) === platform && index.idOf(path) !== undefined);
    const places = await new NamePlaces(root).of(files, new Set(asked.map(({ name }) => name)));
    const meanings = new PlaceMeanings(index, openTree(root, all, true));
    const judged: Judged[] = [];
    for (const one of asked)
      for (const place of places.get(one.name) ?? []) {
        const meaning = await meanings.of(place, one.ref);
        judged.push({ place, asked: one, meaning, verdict: verdictOf(meaning, place, one) });
      }
    return { platform, asked, judged };
  } finally {
    await store.close();
    await engine.close();
  }
}

function exampleOf({ place: { path, line, column, text }, asked: { id } }: Judged): string {
  return `    ${id}\n      ${path}:${line}:${column} ${text}`;
}

/** As many of a list as `--show` asks for, from its whole length. */
function spread<T>(list: readonly T[]): T[] {
  const length = Math.min(shown, list.length);
  return Array.from({ length }, (_, at) => list[Math.floor((at * list.length) / length)]!);
}

const opened = await openLanguages();
const folder = mkdtempSync(join(tmpdir(), 'code-scout-none-'));
const rows: string[] = [];
const byVerdict = new Map<Verdict, number>();
let [symbols, falseSymbols] = [0, 0];
try {
  for (const [at, tree] of positionals.entries()) {
    const { platform, asked, judged } = await judgeTree(resolve(tree), join(folder, `${at}.db`), opened);
    const of = Map.groupBy(judged, ({ verdict }) => verdict);
    console.log(`${basename(resolve(tree))}: ${asked.length} symbols, ${judged.length} places`);
    for (const [verdict, list] of of) {
      byVerdict.set(verdict, (byVerdict.get(verdict) ?? 0) + list.length);
      if (verdict === 'declaration' || verdict === 'local' || verdict === 'field' || verdict === 'named') continue;
      console.log(`  ${verdict}: ${list.length}`);
      for (const one of spread(list)) console.log(exampleOf(one));
    }
    const number = (verdict: Verdict): number => of.get(verdict)?.length ?? 0;
    const wrong = judged.filter(({ verdict }) => verdict.startsWith('false'));
    const wrongSymbols = new Set(wrong.map(({ asked: { id } }) => id)).size;
    symbols += asked.length;
    falseSymbols += wrongSymbols;
    rows.push(
      `| ${[basename(resolve(tree)), platform, asked.length, judged.length, number('elsewhere'), number('declaration') + number('local') + number('field'), number('named'), number('counted'), number('counted outside'), number('outside'), number('in the account'), wrong.length, wrongSymbols].join(' | ')} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const lines = [
  `${symbols} symbols have no known callers. For ${falseSymbols} of them a text search finds a place that the answer does not mention.`,
  '',
  '| tree | language | symbols | places of their names | of other symbols | declarations, local names, fields | named without a call | counted as unresolved | counted as on values from outside | outside | otherwise open in the account | false | symbols with these |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
  ...rows,
];
console.log(lines.join('\n'));
for (const [verdict, number] of byVerdict) if (verdict.startsWith('false')) console.log(`${verdict}: ${number}`);
if (values.write === true)
  recordResults('none-is-true', 'Whether "no callers" is true', 'npm run bench -- none-is-true', lines);
