/**
 * The answer of `get_implementers`: the types or members by distance and file, one a line; for what a type implements also where its members come from.
 * Invariant: what is not known is named at the end. "None" stands only where all is known.
 */
import type { ImplementersAnswer, MemberOrigin, Relative } from '../../model/code-questions.ts';
import { largestFitting, oneLine, type Draft } from '../budget.ts';
import { accountData, accountLines, doubtfulPlaces } from '../graph-text/account.ts';
import { clip, type Detail } from '../graph-text/detail.ts';
import { cutNote, knowsAll, noteLines, notesData, stateNotes } from '../graph-text/notes.ts';
import { lineRange, symbolData, symbolHead } from '../graph-text/symbol-data.ts';
import { count, unresolvedData, unresolvedLines } from '../graph-text/unresolved.ts';
import type { Wording } from '../wording.ts';

export interface ImplementersFormat {
  maxChars: number;
  say: Wording;
  /** Lists the types or members in another way. */
  list?: (found: readonly Relative[]) => string[];
}

interface RelativeData {
  /** Absent for a type that the project does not define, or that has no name. */
  name?: string;
  kind?: string;
  lines?: string;
  /** The code that says so, for a type without a symbol of its own. */
  written?: string;
  path: string;
  line: number;
  relation: string;
  distance: number;
  through?: string;
  test?: true;
}

interface MembersData {
  own: { name: string; line: number; overrides?: string[] }[];
  inherited: { from: string; place: string; names: string[] }[];
}

const detail: Detail = { signature: 0, lines: 0, links: 0, name: 120, path: 300, samples: 5, texts: 0, testFiles: 0 };
/** Members that an answer names of one type. */
const maxMembers = 60;

/** The name of a type as other code writes it, where the list has several of its name. Empty for a type without a symbol. */
export function nameOf({ node, package: of }: Pick<Relative, 'node' | 'package'>): string {
  return `${of === null ? '' : `${of}.`}${node?.qualified ?? ''}`;
}

function relativeData(relative: Relative): RelativeData {
  const { node, written, path, line, relation, distance, through, isTest } = relative;
  const name = nameOf(relative);
  return {
    ...(node === null ? {} : { name: clip(name, detail.name), kind: node.kind, lines: lineRange(node) }),
    ...(written === null ? {} : { written: clip(written, detail.name) }),
    path: clip(path, detail.path),
    line,
    relation,
    distance,
    ...(through === null ? {} : { through: clip(through.qualified, detail.name) }),
    ...(isTest ? { test: true } : {}),
  };
}

const relationWords: Readonly<Record<string, string>> = {
  extends: 'extends',
  implements: 'implements',
  overrides: 'overrides',
  implicit: 'has its methods',
};

function relativeText({ name, kind, lines, written, line, relation, through, test }: RelativeData): string {
  const what = name === undefined ? oneLine(written ?? '') : `${kind} ${oneLine(name)} [${lines}]`;
  const code = name !== undefined && written !== undefined ? `: ${oneLine(written)}` : '';
  const how = `${relationWords[relation]}${through === undefined ? '' : ` ${oneLine(through)}`}`;
  return `  ${line} ${what} ${how}${test === true ? ' (test)' : ''}${code}`;
}

/** An interface that extends another does not implement it: a list of implementers has such interfaces last, by themselves. */
export function isApart({ direction }: Pick<ImplementersAnswer, 'direction'>, kind: string | undefined): boolean {
  return direction === 'implementers' && kind === 'interface';
}

function inOrder(answer: ImplementersAnswer): Relative[] {
  const { true: apart = [], false: types = [] } = Object.groupBy(answer.found, ({ node }) =>
    isApart(answer, node?.kind) ? 'true' : 'false',
  );
  return [...types, ...apart];
}

function relativeLines(relatives: readonly RelativeData[], answer: ImplementersAnswer): string[] {
  const lines: string[] = [];
  let [section, file] = ['', ''];
  for (const relative of relatives) {
    const title = isApart(answer, relative.kind) ? 'interfaces' : relative.distance === 1 ? 'direct' : 'indirect';
    if (title !== section) lines.push('', title);
    if (title !== section || relative.path !== file) lines.push(oneLine(relative.path));
    [section, file] = [title, relative.path];
    lines.push(relativeText(relative));
  }
  return lines;
}

function membersData(members: readonly MemberOrigin[], shown: number): MembersData {
  const own = members.filter(({ from }) => from === null).slice(0, shown);
  const inherited = Map.groupBy(
    members.filter(({ from }) => from !== null),
    ({ from }) => from!.id,
  );
  return {
    own: own.map(({ node, overrides }) => ({
      name: clip(node.name, detail.name),
      line: node.line,
      ...(overrides.length === 0 ? {} : { overrides: overrides.map((one) => clip(one.qualified, detail.name)) }),
    })),
    inherited: [...inherited.values()].slice(0, shown).map((ofType) => {
      const from = ofType[0]!.from!;
      return {
        from: clip(from.qualified, detail.name),
        place: `${clip(from.path, detail.path)}:${from.line}`,
        names: ofType.slice(0, shown).map(({ node }) => clip(node.name, detail.name)),
      };
    }),
  };
}

function membersLines({ own, inherited }: MembersData, members: readonly MemberOrigin[]): string[] {
  const total = members.filter(({ from }) => from === null).length;
  const inheritedTotal = members.length - total;
  const more = (left: number): string => (left > 0 ? `, +${left} more` : '');
  const ownText = own.map(({ name, line, overrides }) =>
    oneLine(`${name} ${line}${overrides === undefined ? '' : ` (as ${overrides.join(', ')})`}`),
  );
  return [
    '',
    `members: ${total} own, ${inheritedTotal} inherited`,
    ...(own.length === 0 ? [] : [`  own: ${ownText.join(', ')}${more(total - own.length)}`]),
    ...inherited.map(({ from, place, names }) => {
      const all = members.filter((one) => one.from?.qualified === from).length;
      return `  from ${oneLine(from)} (${oneLine(place)}): ${oneLine(names.join(', '))}${more(all - names.length)}`;
    }),
  ];
}

function headline(answer: ImplementersAnswer): string {
  const { direction, found, unresolved, fitsByForm, isEmpty, unknownParts, state } = answer;
  const types = found.filter(({ node }) => !isApart(answer, node?.kind));
  const files = new Set(types.map(({ path }) => path)).size;
  const indirect = types.filter(({ distance }) => distance > 1).length;
  const apart = found.length - types.length;
  const tests = types.filter(({ isTest }) => isTest).length;
  if (isEmpty) return 'every type: it has no methods';
  if (found.length > 0) {
    const parts = [`${types.length - indirect} direct`, ...(indirect > 0 ? [`${indirect} indirect`] : [])];
    if (tests > 0) parts.push(`${tests} in tests`);
    const extended = apart === 0 ? '' : `; ${count(apart, 'interface extends it', 'interfaces extend it')}`;
    return `${types.length} in ${count(files, 'file')} (${parts.join(', ')})${extended}`;
  }
  const isCertain =
    knowsAll(state) &&
    unresolved.sites === 0 &&
    !fitsByForm &&
    unknownParts.length === 0 &&
    doubtfulPlaces(answer.account) === 0;
  if (direction === 'implements') return 'nothing in the project';
  return isCertain ? 'none in the project' : 'none known';
}

function notesOf(answer: ImplementersAnswer, shown: number, { maxChars, say }: ImplementersFormat): string[] {
  const { found, fitsByForm, unknownParts, direction } = answer;
  return [
    ...stateNotes(answer.state),
    ...(fitsByForm
      ? ['A value may have this type without naming it, by its form: such types and literals are not looked for.']
      : []),
    ...(unknownParts.length > 0
      ? [
          `It embeds ${unknownParts.slice(0, 3).join(', ')} from outside of the project, whose methods were not compared.`,
        ]
      : []),
    ...(direction === 'implements'
      ? ['Types from outside of the project are not listed: the signature names them.']
      : []),
    ...cutNote(found.length - shown, found.length, {
      what: direction === 'implements' ? 'types' : 'implementers',
      maxChars,
      narrower: `ask about one of them, or narrow it with ${say.option('package')}`,
      say,
    }),
  ];
}

function draftOf(answer: ImplementersAnswer, format: ImplementersFormat, shown: number, members: number): Draft {
  const { target, direction } = answer;
  const symbol = symbolData(target, detail);
  const found = inOrder(answer).slice(0, shown).map(relativeData);
  const origins = membersData(answer.members, members);
  const unresolved = unresolvedData(answer.unresolved, detail);
  const account = accountData(answer.account, detail, unresolved === undefined ? [] : ['unresolved']);
  const notes = notesOf(answer, shown, format);
  const summary = headline(answer);
  const signature = target.signature === null ? '' : ` ${oneLine(clip(target.signature, 160))}`;
  const [head = '', ...rest] = symbolHead(format.say.heading('get_implementers'), symbol);
  const lines = [
    head,
    ...rest.map((line, at) => (at === 0 ? `${line}${signature}` : line)),
    `${direction}: ${summary}`,
    ...(format.list?.(answer.found.slice(0, shown)) ?? relativeLines(found, answer)),
    ...(answer.members.length === 0 ? [] : membersLines(origins, answer.members)),
    ...unresolvedLines(unresolved, 'they name a type of this name, and which one is not known'),
    ...accountLines(account),
    ...noteLines(notes),
  ];
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      target: symbol,
      direction,
      total: answer.found.length,
      direct: answer.found.filter(({ distance }) => distance === 1).length,
      in_tests: answer.found.filter(({ isTest }) => isTest).length,
      shown: found.length,
      summary,
      found,
      ...(answer.members.length === 0 ? {} : { members: origins }),
      ...(unresolved === undefined ? {} : { unresolved }),
      ...(account === undefined ? {} : { account }),
      ...notesData(notes),
    },
  };
}

export function formatImplementers(answer: ImplementersAnswer, format: ImplementersFormat): Draft {
  const total = answer.found.length;
  for (const members of [maxMembers, 15, 3]) {
    const whole = draftOf(answer, format, total, members);
    if (whole.text.length < format.maxChars && JSON.stringify(whole.structured).length < format.maxChars) return whole;
  }
  const shown = largestFitting(total, format.maxChars, (number) => draftOf(answer, format, number, 3));
  return draftOf(answer, format, shown, 3);
}
