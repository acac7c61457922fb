/** A list of the administration in pages: a filter, a table, and what leads to the next page. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageOf } from '../../../src/explorer/contract.ts';
import { Failure, type Asked } from '../../answer.tsx';
import { amount, Empty } from '../../parts.tsx';
import { go, link, type Route } from '../../route.ts';

/** Rows of a page. */
export const pageRows = 25;
/** How long a reader pauses in typing before it is asked (ms). */
const typingMs = 250;

type Parameters = Route['parameters'];

/** The parameters that each list has, from the URL. */
export function pageOf(parameters: Parameters): { q: string | undefined; offset: number; limit: number } {
  const offset = Math.floor(Number(parameters['offset'] ?? 0));
  return { q: parameters['q'], offset: offset > 0 && offset < 1e9 ? offset : 0, limit: pageRows };
}

/** The same list from its beginning, with other parameters. */
function toList(parameters: Parameters, changed: Readonly<Record<string, string | number | undefined>>): string {
  return link('admin', { ...parameters, offset: undefined, ...changed });
}

/** A field that filters while somebody types. */
export function TextFilter({ parameters, label }: { parameters: Parameters; label: string }): VNode {
  const given = parameters['q'] ?? '';
  const [text, setText] = useState(given);
  const timer = useRef(0);
  useEffect(() => setText(given), [given]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      class="filter"
      aria-label={label}
      placeholder={label}
      value={text}
      onInput={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => go(toList(parameters, { q: typed.trim() }), 'replace'), typingMs);
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  parameters: Parameters;
  name: string;
  label: string;
  choices: readonly (readonly [Value, string])[];
  chosen: Value;
}

/** Which rows are shown; the first choice is the usual one. */
export function Choice<Value extends string>({ parameters, name, label, choices, chosen }: ChoiceProps<Value>): VNode {
  return (
    <div class="segments" role="group" aria-label={label}>
      {choices.map(([value, text], at) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => go(toList(parameters, { [name]: at === 0 ? undefined : value }), 'replace')}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

export function chosenOf<Value extends string>(
  choices: readonly (readonly [Value, string])[],
  given: string | undefined,
): Value {
  return (choices.find(([value]) => value === given) ?? choices[0]!)[0];
}

interface ListProps<Row> {
  parameters: Parameters;
  asked: Asked<PageOf<Row>>;
  /** What is waited for: "the jobs". */
  what: string;
  /** Where there is nothing. */
  empty: ComponentChildren;
  columns: readonly string[];
  children: (row: Row) => VNode;
}

export function PagedTable<Row>({ parameters, asked, what, empty, columns, children }: ListProps<Row>): VNode {
  const { answer, error } = asked;
  if (answer === null) return error === null ? <Waiting what={what} /> : <Failure error={error} />;
  const { offset } = pageOf(parameters);
  const { total, rows } = answer;
  return (
    <>
      {error === null ? null : <Stale />}
      {rows.length === 0 ? (
        <Empty>{total === 0 ? empty : 'There are no more.'}</Empty>
      ) : (
        <table class="stacked">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column === '' ? <span class="unseen">Actions</span> : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-list>{rows.map(children)}</tbody>
        </table>
      )}
      <Pager parameters={parameters} offset={offset} shown={rows.length} total={total} />
    </>
  );
}

export function Waiting({ what }: { what: string }): VNode {
  return (
    <p class="waiting" role="status">
      Reading {what} …
    </p>
  );
}

/** What is shown is the last that is known. */
export function Stale(): VNode {
  return (
    <p class="note" role="note">
      The server does not answer at the moment; this is the last that it said.
    </p>
  );
}

interface PagerProps {
  parameters: Parameters;
  offset: number;
  shown: number;
  total: number;
}

function Pager({ parameters, offset, shown, total }: PagerProps): VNode | null {
  if (total === 0) return null;
  const last = offset + shown;
  const to = (of: number): string => link('admin', { ...parameters, offset: of === 0 ? undefined : of });
  return (
    <nav class="pager" aria-label="Pages">
      <span class="quiet">
        {shown === 0 ? '' : `${amount(offset + 1)}–${amount(last)} of `}
        {amount(total)}
      </span>
      {offset > 0 ? (
        <a class="button" href={to(Math.max(0, offset - pageRows))} rel="prev">
          Previous
        </a>
      ) : null}
      {last < total && shown > 0 ? (
        <a class="button" href={to(last)} rel="next">
          Next
        </a>
      ) : null}
    </nav>
  );
}
