/** Wrong answers on the sets of small programs, by their cause, as far as the answers show it. */
import type { MicrocgAnswer, MicrocgRow, StackgraphsAnswer, StackgraphsRow } from './graph-programs.ts';
import type { EndPoint } from './graph-sets.ts';

interface Edge {
  from: EndPoint;
  to: EndPoint;
}

export interface Failure {
  /** Language or source. */
  family: string;
  cause: string;
  /** The case's id. */
  id: string;
}

export function stackgraphsFailures(row: StackgraphsRow, answer: StackgraphsAnswer): Failure[] {
  return row.refs.flatMap(({ defs }, index) => {
    const wanted = new Set(defs);
    const given = answer.defs[index]!.defs;
    const wrong = given.filter((line) => !wanted.has(line)).length;
    const missing = [...wanted].filter((line) => !given.includes(line)).length;
    if (wrong === 0 && missing === 0) return [];
    const cause =
      given.length === 0
        ? 'nothing answered'
        : wanted.size === 0
          ? 'answered where nothing is defined'
          : wrong === 0
            ? 'only some of several definitions answered'
            : missing === 0
              ? 'one definition too many answered'
              : 'another definition answered';
    return [{ family: row.lang, cause, id: row.id.replace(`stackgraphs/${row.lang}/`, '') }];
  });
}

export function microcgFailures(row: MicrocgRow, answer: MicrocgAnswer): Failure[] {
  const failures: Failure[] = [];
  for (const edge of row.edges)
    if (!answer.edges.some((given) => isEdge(edge, given)))
      failures.push({ family: row.source, id: row.id, cause: whyMissed(edge, answer) });
  if (!row.complete) return failures;
  const given = new Map(answer.edges.map((edge) => [JSON.stringify(edge), edge])).values();
  for (const edge of given) {
    if (!row.files.includes(edge.to.file) || row.edges.some((wanted) => isEdge(wanted, edge))) continue;
    failures.push({ family: row.source, id: row.id, cause: 'a call that does not happen' });
  }
  return failures;
}

function isEdge(wanted: Edge, given: Edge): boolean {
  return isSame(wanted.from, given.from) && isSame(wanted.to, given.to);
}

/** Equal as for the scorer: the same line, or the same last name where a line is unknown. */
function isSame(a: EndPoint, b: EndPoint): boolean {
  if (a.file !== b.file) return false;
  const [isTop, isOtherTop] = [a, b].map(({ line, name }) => line === 0 || name === '<module>');
  if (isTop === true || isOtherTop === true) return isTop === isOtherTop;
  return (
    a.line === b.line ||
    ((a.line === null || a.line === undefined) && a.name.split('.').at(-1) === b.name.split('.').at(-1))
  );
}

function whyMissed({ from, to }: Edge, answer: MicrocgAnswer): string {
  const unresolved = answer.unresolved.filter((call) => isSame(call.from, from));
  if (unresolved.some(({ name }) => name === to.name.split('.').at(-1)))
    return 'called by its name, on an unknown receiver';
  if (unresolved.length > 0)
    return 'called by another name: the value of a variable, element, argument or result is unknown';
  if (answer.edges.some((edge) => isSame(edge.from, from))) return 'the calls there are linked to other functions only';
  return 'no call is written there (accessors, operators, implicit calls)';
}

const maxNamed = 6;

/** Rows of a table: family, cause, count, and some of the cases. */
export function failureRows(failures: readonly Failure[]): string[] {
  return [...Map.groupBy(failures, ({ family, cause }) => `${family} | ${cause}`)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, group]) => {
      const ids = [...new Set(group.map(({ id }) => id))];
      const more = ids.length > maxNamed ? `, and ${ids.length - maxNamed} more` : '';
      return `| ${key} | ${group.length} | ${ids.slice(0, maxNamed).join(', ')}${more} |`;
    });
}
