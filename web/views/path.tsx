/** How one symbol leads to another: a card for each step, with its code. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Excerpt, PathAnswer, PathEnd, PathStep } from '../../src/explorer/contract.ts';
import { Answered, Note, useAnswer } from '../answer.tsx';
import { formText } from '../form-text.ts';
import { isTyping } from '../keys.ts';
import { amount, counted, Empty, fileUrl, KindMark, Path, SymbolList, symbolUrl } from '../parts.tsx';
import { go, link } from '../route.ts';
import type { ViewProps } from '../view.ts';

export function PathView({ parameters }: ViewProps): VNode {
  const { from = '', to = '' } = parameters;
  const at = /^\d{1,2}$/.test(parameters['at'] ?? '') ? Number(parameters['at']) : 0;
  const isAsking = from !== '' && to !== '';
  const asked = useAnswer('path', isAsking ? { from, to, ...(at === 0 ? {} : { at }) } : null);
  return (
    <div class="structure path-view">
      <h1>Path</h1>
      <form
        class="toolbar inline-form"
        key={`${from}>${to}`}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          go(link('path', { from: formText(form, 'from'), to: formText(form, 'to') }));
        }}
      >
        <input
          type="text"
          name="from"
          defaultValue={from}
          aria-label="From"
          placeholder="from: a name or an id"
          required
        />
        <span aria-hidden="true">→</span>
        <input type="text" name="to" defaultValue={to} aria-label="To" placeholder="to" required />
        <button type="submit">Find</button>
        {isAsking ? (
          <button type="button" onClick={() => go(link('path', { from: to, to: from }))}>
            Other way round
          </button>
        ) : null}
      </form>
      {isAsking ? (
        <Answered asked={asked} what="the path">
          {(answer) => <Found answer={answer} from={from} to={to} />}
        </Answered>
      ) : (
        <Empty>Name two symbols. The path shows how the first leads to the second, with the code of each step.</Empty>
      )}
    </div>
  );
}

interface FoundProps {
  answer: PathAnswer;
  from: string;
  to: string;
}

function Found({ answer, from, to }: FoundProps): VNode {
  const { ends, steps, paths, at, notes } = answer;
  const show = (next: number): void => go(link('path', { from, to, at: next === 0 ? undefined : next }), 'replace');
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === 'n' && at + 1 < paths) show(at + 1);
      else if (event.key === 'b' && at > 0) show(at - 1);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [at, paths, from, to]);
  return (
    <>
      {notes.map((note) => (
        <Note key={note} text={note} />
      ))}
      <Meanings end={ends.from} name={from} linkOf={(id) => link('path', { from: id, to })} />
      <Meanings end={ends.to} name={to} linkOf={(id) => link('path', { from, to: id })} />
      {steps.length === 0 ? (
        <NoPath {...{ answer, from, to }} />
      ) : (
        <>
          <div class="toolbar path-choice" role="group" aria-label="Paths">
            <span role="status">
              Path {at + 1} of {paths}, {counted(steps.length - 1, 'step')}
            </span>
            {paths === 1 ? null : (
              <>
                <button type="button" disabled={at === 0} onClick={() => show(at - 1)}>
                  Back <kbd>b</kbd>
                </button>
                <button type="button" disabled={at + 1 >= paths} onClick={() => show(at + 1)}>
                  Next path <kbd>n</kbd>
                </button>
              </>
            )}
          </div>
          <ol class="steps">
            {steps.map((step, index) => (
              <Step key={`${index} ${step.symbol.id}`} step={step} number={index + 1} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** What a name means that several symbols have, or none. */
function Meanings({ end, name, linkOf }: { end: PathEnd; name: string; linkOf: (id: string) => string }): VNode | null {
  if (end.candidates.total > 0) {
    return (
      <details class="meanings">
        <summary>
          <bdi class="name">{name}</bdi> means {counted(end.candidates.total, 'symbol')}
          {end.symbol === null ? null : (
            <>
              : the path is about <bdi class="name">{end.symbol.qualified}</bdi> in <bdi>{end.symbol.path}</bdi>
            </>
          )}
        </summary>
        <SymbolList symbols={end.candidates.shown} urlOf={linkOf} />
      </details>
    );
  }
  if (end.symbol !== null) return null;
  return (
    <p class="empty">
      No symbol has the name <bdi class="name">{name}</bdi>.{end.nearest.length === 0 ? '' : ' Near it: '}
      {end.nearest.map((near, at) => (
        <>
          {at === 0 ? '' : ', '}
          <a href={linkOf(near)}>{near}</a>
        </>
      ))}
    </p>
  );
}

function NoPath({ answer: { ends, reversed, unresolved, visited }, from, to }: FoundProps): VNode | null {
  if (ends.from.symbol === null && ends.from.candidates.total === 0) return null;
  if (ends.to.symbol === null && ends.to.candidates.total === 0) return null;
  return (
    <div class="empty">
      <p>There is no path of up to 12 steps. {counted(visited, 'symbol')} were looked at.</p>
      {reversed ? (
        <p>
          There is one <a href={link('path', { from: to, to: from })}>the other way round</a>.
        </p>
      ) : null}
      {unresolved > 0 ? (
        <p>{counted(unresolved, 'call')} near the start could not be resolved and may lead there.</p>
      ) : null}
    </div>
  );
}

const verbs: Readonly<Record<string, string>> = {
  call: 'calls',
  construct: 'makes',
  render: 'renders',
  decorate: 'is decorated by',
  read: 'reads',
  write: 'writes',
  type: 'names the type',
  extends: 'extends',
  implements: 'implements',
  overrides: 'overrides',
  import: 'imports',
  reexport: 'exports again',
  pass: 'hands on',
  implicit: 'uses',
  set: 'sets',
};

const known: Readonly<Record<string, string>> = {
  compiler: 'known from the compiler',
  type: 'known by the type',
  scope: 'known by scope and imports',
  name: 'only by its name',
};

function Step({ step: { symbol, next, code }, number }: { step: PathStep; number: number }): VNode {
  return (
    <li>
      <article class="step">
        <h2>
          <span class="step-number">{number}</span>
          <KindMark kind={symbol.kind} />
          <a href={symbolUrl(symbol.id)}>
            <bdi class="name">{symbol.qualified}</bdi>
          </a>
          <a class="quiet" href={fileUrl(symbol.path, next?.line ?? symbol.line)}>
            <Path path={symbol.path} />
            <span>:{next?.line ?? symbol.line}</span>
          </a>
        </h2>
        {code === null ? <p class="quiet">Its lines cannot be read.</p> : <Lines code={code} />}
      </article>
      {next === null ? null : (
        <p class={next.isInferred ? 'step-edge inferred' : 'step-edge'}>
          <strong>{verbs[next.kind]}</strong>
          <span class="quiet">
            {next.via === null ? '' : `through ${next.via}, `}
            {known[next.resolution]}
            {next.sites > 1 ? `, in ${amount(next.sites)} places` : ''}
            {next.isInferred ? ', inferred' : ''}
          </span>
        </p>
      )}
    </li>
  );
}

function Lines({ code: { startLine, lines, line } }: { code: Excerpt }): VNode {
  return (
    <pre class="step-code" tabIndex={0}>
      {lines.map((text, at) => (
        <span key={startLine + at} class={startLine + at === line ? 'step-line focused' : 'step-line'}>
          <span class="number">{startLine + at}</span>
          <code>{text === '' ? ' ' : text}</code>
        </span>
      ))}
    </pre>
  );
}
