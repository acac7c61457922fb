/** The last line of a list of callers or uses: what the places are that have the symbol's name. */
import { accountClasses, type AccountClass, type NameAccount } from '../../model/graph.ts';
import { oneLine } from '../budget.ts';
import { clip, type Detail } from './detail.ts';
import { count } from './unresolved.ts';

export interface AccountData {
  name: string;
  /** All places of the name; the numbers of `by_class` add up to it. */
  places: number;
  files: number;
  /** Without classes that have no place. */
  by_class: Partial<Record<AccountClass, number>>;
  others?: { symbol: string; places: number }[];
  samples?: Partial<Record<keyof NameAccount['samples'], { path: string; line: number }[]>>;
  unnamed?: number;
  unexpanded?: number;
  unread_files?: number;
}

/** What follows the number of places of a class. */
const words: Record<AccountClass, string> = {
  calls: 'calls',
  handedOn: 'handed on',
  imports: 'imports',
  uses: 'other uses',
  declarations: 'declarations',
  others: 'of other symbols',
  foreign: 'local or foreign names',
  labels: 'labels or keys',
  outside: 'on values from outside',
  unresolved: 'unresolved',
  comments: 'in comments and docs',
  strings: 'in strings',
  unlinked: 'in files without links to it',
  unclassified: 'not classified',
};

/** @param listed the classes whose places the answer lists already */
export function accountData(
  account: NameAccount | undefined,
  detail: Detail,
  listed: readonly (keyof NameAccount['samples'])[] = [],
): AccountData | undefined {
  if (account === undefined) return undefined;
  const { name, places, files, byClass, others, samples, unnamed, unexpanded, unreadFiles } = account;
  const shownSamples = Object.entries(samples).flatMap(([of, all]) =>
    all.length === 0 || (listed as readonly string[]).includes(of)
      ? []
      : [
          [
            of,
            all.slice(0, detail.samples).map(({ path, line }) => ({ path: clip(path, detail.path), line })),
          ] as const,
        ],
  );
  return {
    name: clip(name, detail.name),
    places,
    files,
    by_class: Object.fromEntries(accountClasses.flatMap((of) => (byClass[of] === 0 ? [] : [[of, byClass[of]]]))),
    ...(others.length === 0
      ? {}
      : { others: others.map((one) => ({ symbol: clip(one.symbol, detail.name), places: one.places })) }),
    ...(shownSamples.length === 0 ? {} : { samples: Object.fromEntries(shownSamples) }),
    ...(unnamed === 0 ? {} : { unnamed }),
    ...(unexpanded === 0 ? {} : { unexpanded }),
    ...(unreadFiles === 0 ? {} : { unread_files: unreadFiles }),
  };
}

/** What stands behind the number of a class: the symbols or the places that it is of. */
function namedOf({ others = [], samples = {}, by_class: byClass }: AccountData, of: AccountClass): string {
  const named =
    of === 'others'
      ? others.map(({ symbol, places }) => `${oneLine(symbol)} ${places}`)
      : (samples[of as keyof typeof samples] ?? []).map(({ path, line }) => `${oneLine(path)}:${line}`);
  if (named.length === 0) return '';
  const shown = of === 'others' ? others.reduce((sum, { places }) => sum + places, 0) : named.length;
  return ` (${named.join(', ')}${shown < (byClass[of] ?? 0) ? ', …' : ''})`;
}

function classText(data: AccountData, of: AccountClass): string {
  const number = data.by_class[of]!;
  const word =
    number === 1
      ? words[of].replace(/^(calls|imports|other uses|declarations)$/, (plural) => plural.slice(0, -1))
      : words[of];
  return `${number} ${word}${namedOf(data, of)}`;
}

export function accountLines(data: AccountData | undefined): string[] {
  if (data === undefined) return [];
  const { name, places, files, by_class: byClass, unnamed = 0, unexpanded = 0, unread_files: unread = 0 } = data;
  const parts = accountClasses.filter((of) => byClass[of] !== undefined).map((of) => classText(data, of));
  const beyond = [
    ...(unnamed === 0 ? [] : [`${count(unnamed, 'use')} without the name (an alias, an operator, a variable)`]),
    ...(unexpanded === 0
      ? []
      : [
          `${count(unexpanded, 'call')} outside of functions ${unexpanded === 1 ? 'is' : 'are'} not expanded: what ${unexpanded === 1 ? 'it makes' : 'they make'} has no symbols`,
        ]),
    ...(unread === 0
      ? []
      : [`${count(unread, 'more file')} may have the name and ${unread === 1 ? 'was' : 'were'} not read`]),
  ];
  return [
    '',
    `account: ${unread === 0 ? '' : 'at least '}${count(places, 'place')} in ${count(files, 'file')} ${places === 1 ? 'has' : 'have'} the name ${oneLine(name)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`,
    ...(beyond.length === 0 ? [] : [`  and ${beyond.join('; ')}`]),
  ];
}

/**
 * The places that may be uses although nothing shows it: where there are some, "none" is not certain.
 * Comments, other symbols and names from outside are none.
 */
export function doubtfulPlaces(account: NameAccount | undefined): number {
  if (account === undefined) return 0;
  const { unresolved, strings, unlinked, unclassified } = account.byClass;
  return unresolved + strings + unlinked + unclassified;
}
