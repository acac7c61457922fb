/**
 * The view `ui://code-scout/graph` in the window of an agent: what `get_impact`, `changes` and `find_path` answer, as a picture in columns.
 * Invariants: it shows what the structured answer has and asks for nothing by itself; what a reader clicks is asked of the server through the host.
 */
import { render, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { amount, counted } from '../amounts.ts';
import { readAnswer, type Answer, type Distance, type Paths, type Reach, type Subject } from './answers.ts';
import { connectHost, type Host, type HostContext, type ToolResult } from './host.ts';
import './app.css';

type Follow = ((id: string) => void) | null;

/** Columns that stand beside each other; what is farther away is in the text. */
const columnsShown = 8;

function SymbolName({ id, name, follow }: { id: string; name: string; follow: Follow }): VNode {
  return follow === null ? (
    <bdi class="name">{name}</bdi>
  ) : (
    <button type="button" class="name" title={`Impact of ${id}`} onClick={() => follow(id)}>
      <bdi>{name}</bdi>
    </button>
  );
}

function Card({ subject, children }: { subject: Subject; children?: string }): VNode {
  const path = subject.id.split('#')[0] ?? '';
  return (
    <div class="card subject">
      <span class="kind">{subject.kind}</span> <bdi class="name">{subject.name}</bdi>
      {children === undefined ? null : <span class="tag">{children}</span>}
      <div class="path">
        <bdi>{path}</bdi>
        {subject.lines === undefined ? '' : `:${subject.lines}`}
      </div>
    </div>
  );
}

function Column({ column, follow }: { column: Distance; follow: Follow }): VNode {
  const shown = column.files.reduce((sum, { symbols }) => sum + symbols.length, 0);
  return (
    <section class="column" aria-label={`Distance ${column.distance}`}>
      <h2>
        {column.distance === 1 ? 'Uses it' : `${column.distance} steps away`}{' '}
        <span class="total">
          {shown < column.symbols ? `${amount(shown)} of ` : ''}
          {amount(column.symbols)}
        </span>
      </h2>
      {column.files.map(({ path, symbols }) => (
        <div key={path} class="card">
          <div class="path">
            <bdi>{path}</bdi>
          </div>
          <ul>
            {symbols.map(({ name, links = [] }) => (
              <li key={name}>
                <SymbolName id={`${path}#${name}`} name={name} follow={follow} />
                {links.slice(0, 2).map(({ kind, other, at = [] }) => (
                  <div key={`${kind} ${other ?? ''}`} class="how">
                    {kind} {other === undefined ? '' : <bdi>{other}</bdi>}{' '}
                    {at.length === 0 ? '' : `at ${at.slice(0, 3).join(', ')}`}
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Tests({ tests, total }: { tests: NonNullable<Reach['tests']>; total: number }): VNode | null {
  if (tests.length === 0) return null;
  return (
    <section class="column tests" aria-label="Tests">
      <h2>
        Tests{' '}
        <span class="total">
          {tests.length < total ? `${amount(tests.length)} of ` : ''}
          {amount(total)}
        </span>
      </h2>
      <div class="card">
        <ul>
          {tests.map(({ path, nearest, distance = nearest, changed: isChanged }) => (
            <li key={path}>
              <bdi class="path">{path}</bdi>
              <div class="how">
                {isChanged === true
                  ? 'changed'
                  : distance === undefined
                    ? 'changes with it'
                    : `${counted(distance, 'step')} away`}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function ReachView({ reach, follow }: { reach: Reach; follow: Follow }): VNode {
  const { target, compared, files, distances, tests = [], notes = [], summary } = reach;
  const changed = Array.isArray(files) ? files : [];
  const total = reach.symbols ?? reach.reached_symbols ?? 0;
  const testFiles = reach.test_files ?? reach.tests_total ?? tests.length;
  const title =
    target === undefined
      ? `Changes${compared?.to === undefined ? '' : ` in ${compared.to}`}`
      : `Impact of ${target.name}`;
  return (
    <>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <p class="summary">
        {summary ?? `Reaches ${counted(total, 'symbol')}`}
        {testFiles === 0 ? '' : `; ${counted(testFiles, 'test file')} to run`}
      </p>
      <div class="columns" tabIndex={0} role="group" aria-label="By distance">
        <section class="column" aria-label="What changes">
          <h2>{target === undefined ? 'Changed' : 'Changes'}</h2>
          {target === undefined ? null : <Card subject={target} />}
          {changed.map(({ path, status, definitions }) =>
            definitions.length === 0 ? (
              <div key={path} class="card subject">
                <bdi class="name">{path}</bdi> <span class="tag">{status}</span>
              </div>
            ) : (
              definitions.map((definition) => (
                <Card key={definition.id} subject={definition}>
                  {definition.change}
                </Card>
              ))
            ),
          )}
        </section>
        {distances.slice(0, columnsShown).map((column) => (
          <Column key={column.distance} column={column} follow={follow} />
        ))}
        <Tests tests={tests} total={testFiles} />
      </div>
      <Notes notes={notes} />
    </>
  );
}

function PathsView({
  paths: { from, to, paths, total = paths.length, summary, notes = [] },
  follow,
}: {
  paths: Paths;
  follow: Follow;
}): VNode {
  const [at, show] = useState(0);
  const steps = paths[Math.min(at, paths.length - 1)] ?? [];
  return (
    <>
      <h1>
        <bdi>{from?.name ?? '…'}</bdi> → <bdi>{to?.name ?? '…'}</bdi>
      </h1>
      <p class="summary">
        {paths.length === 0
          ? (summary ?? 'No path is known')
          : `${counted(steps.length, 'step')}, path ${at + 1} of ${amount(total)}`}
      </p>
      {paths.length < 2 ? null : (
        <p>
          <button type="button" onClick={() => show((at + 1) % paths.length)}>
            Next path
          </button>
        </p>
      )}
      <ol class="steps">
        {from === undefined || paths.length === 0 ? null : (
          <li>
            <Card subject={from} />
          </li>
        )}
        {steps.map(({ links, to: name, place }) => {
          const path = place.replace(/:\d+$/, '');
          const [link] = links;
          return (
            <li key={`${name} ${place}`}>
              <div class="how arrow">
                ↓ {link?.kind ?? 'uses'} {link?.at === undefined ? '' : `at ${link.at.slice(0, 3).join(', ')}`}
              </div>
              <div class="card">
                <SymbolName id={`${path}#${name}`} name={name} follow={follow} />
                <div class="path">
                  <bdi>{place}</bdi>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      <Notes notes={notes} />
    </>
  );
}

function Notes({ notes }: { notes: readonly string[] }): VNode | null {
  return notes.length === 0 ? null : (
    <ul class="notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

interface State {
  /** The answers that the reader has come through; the last one is shown. */
  trail: Answer[];
  host: Host | null;
  notice: string;
}

let state: State = { trail: [], host: null, notice: '' };
const place = document.querySelector('#view')!;

function set(change: Partial<State>): void {
  state = { ...state, ...change };
  render(<View {...state} />, place);
}

function answerOf({ structuredContent, content = [] }: ToolResult): Answer {
  return readAnswer(structuredContent, content.map(({ text = '' }) => text).join('\n'));
}

function View({ trail, host, notice }: State): VNode {
  const call = host?.callTool ?? null;
  const follow: Follow =
    call === null
      ? null
      : (symbol) => {
          set({ notice: `Asking for the impact of ${symbol} …` });
          call('get_impact', { symbol }).then(
            (result) => set({ trail: [...state.trail, answerOf(result)], notice: '' }),
            (error: unknown) => set({ notice: error instanceof Error ? error.message : String(error) }),
          );
        };
  const answer = trail.at(-1);
  return (
    <main>
      {trail.length < 2 ? null : (
        <button type="button" class="back" onClick={() => set({ trail: trail.slice(0, -1), notice: '' })}>
          ← Back
        </button>
      )}
      {answer === undefined ? <p class="summary">Waiting for an answer …</p> : null}
      {answer?.kind === 'reach' ? <ReachView reach={answer.reach} follow={follow} /> : null}
      {answer?.kind === 'paths' ? <PathsView paths={answer.paths} follow={follow} /> : null}
      {answer?.kind === 'text' ? <pre>{answer.text}</pre> : null}
      <p role="status" class="summary">
        {notice}
      </p>
    </main>
  );
}

function adopt({ theme, styles }: HostContext): void {
  if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (value !== undefined && name.startsWith('--')) document.documentElement.style.setProperty(name, value);
}

set({});
connectHost({
  result: (result) => set({ trail: [answerOf(result)], notice: '' }),
  cancelled: (reason) => set({ notice: reason === '' ? 'The tool was stopped.' : reason }),
  context: adopt,
}).then(
  (host) => set({ host }),
  (error: unknown) => set({ notice: error instanceof Error ? error.message : String(error) }),
);
