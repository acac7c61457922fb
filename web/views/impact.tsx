/** What a symbol, or a change, reaches: columns by distance, packages in them, and the tests to run. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { allProjects } from '../../src/explorer/contract.ts';
import type { ChangedFileRef, ImpactAnswer, ImpactColumn, ReachedRef, SymbolRef } from '../../src/explorer/contract.ts';
import { Answered, useAnswer } from '../answer.tsx';
import { useExplorer } from '../context.ts';
import { formText } from '../form-text.ts';
import { Age, amount, counted, Empty, fileUrl, Path, SymbolList, symbolUrl } from '../parts.tsx';
import { ChooseOfWhich } from '../project-links.tsx';
import { go, link, type Route } from '../route.ts';
import type { ViewProps } from '../view.ts';

type Subject = 'tree' | 'commit' | 'range' | 'branch' | 'symbol';

const subjects: readonly { subject: Subject; label: string }[] = [
  { subject: 'tree', label: 'Working tree' },
  { subject: 'commit', label: 'Commit' },
  { subject: 'range', label: 'Range' },
  { subject: 'branch', label: 'Branch' },
  { subject: 'symbol', label: 'Symbol' },
];

function subjectOf({ of, id, revision, base }: Route['parameters']): Subject {
  const named = subjects.find(({ subject }) => subject === of)?.subject;
  if (named !== undefined) return named;
  if (id !== undefined) return 'symbol';
  if (base !== undefined) return 'branch';
  return revision === undefined ? 'tree' : revision.includes('..') ? 'range' : 'commit';
}

/** Null: the reader has yet to say what it is about. */
function questionOf({ id, revision, base, depth }: Route['parameters'], subject: Subject) {
  const limit = depth === undefined || !/^\d{1,2}$/.test(depth) ? {} : { depth: Number(depth) };
  if (subject === 'symbol') return id === undefined ? null : { id, ...limit };
  if (subject === 'branch') return base === undefined ? null : { base, ...limit };
  if (subject === 'tree') return limit;
  return revision === undefined ? null : { revision, ...limit };
}

export function ImpactView({ parameters }: ViewProps): VNode {
  const subject = subjectOf(parameters);
  // A change is one of a project; a symbol may be reached from all of them.
  const isOfOne = parameters['project'] === allProjects && subject !== 'symbol';
  const question = isOfOne ? null : questionOf(parameters, subject);
  const asked = useAnswer('impact', question);
  return (
    <div class="structure">
      <h1>Impact</h1>
      <Picker subject={subject} parameters={parameters} />
      {isOfOne ? (
        <ChooseOfWhich of={subject} />
      ) : question !== null ? (
        <Answered asked={asked} what="what it reaches">
          {(answer) => <Impact answer={answer} parameters={parameters} />}
        </Answered>
      ) : (
        <Empty>
          {subject === 'symbol' ? 'Name a symbol to see what a change of it reaches.' : 'Choose what to compare.'}
        </Empty>
      )}
    </div>
  );
}

type Show = (of: Subject, more?: Record<string, string | undefined>) => void;

function Picker({ subject, parameters }: { subject: Subject; parameters: Route['parameters'] }): VNode {
  const isAll = parameters['project'] === allProjects;
  const needsStates = !isAll && (subject === 'commit' || subject === 'range' || subject === 'branch');
  const { answer: states } = useAnswer('states', needsStates ? {} : null);
  const { revision = '', base = '', id = '', depth } = parameters;
  const show: Show = (of, more = {}) => go(link('impact', { of, depth, ...more }));
  return (
    <div class="toolbar" role="group" aria-label="What the impact is of">
      <div class="segments" role="group" aria-label="Of">
        {subjects.map((one) => (
          <button
            key={one.subject}
            type="button"
            aria-pressed={one.subject === subject}
            onClick={() => show(one.subject)}
          >
            {one.label}
          </button>
        ))}
      </div>
      {subject === 'commit' ? (
        <Choose
          label="Commit"
          chosen={revision}
          options={states?.commits.map((one) => ({ value: one.id, text: `${one.id.slice(0, 8)} ${one.subject}` }))}
          choose={(value) => show('commit', { revision: value })}
        />
      ) : null}
      {subject === 'branch' ? (
        <Choose
          label="Working tree against"
          chosen={base}
          options={states?.branches.map(({ name, isCurrent }) => ({
            value: name,
            text: isCurrent ? `${name} (this one)` : name,
          }))}
          choose={(value) => show('branch', { base: value })}
        />
      ) : null}
      {subject === 'range' ? (
        <RangeForm revision={revision} states={states} show={(range) => show('range', { revision: range })} />
      ) : null}
      {subject === 'symbol' ? <SymbolForm id={id} show={show} /> : null}
      <label>
        Depth
        <select
          value={depth ?? ''}
          onChange={(event) => go(link('impact', { ...parameters, depth: event.currentTarget.value }), 'replace')}
        >
          <option value="">usual</option>
          {['1', '2', '3', '5', '8', '12'].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ChooseProps {
  label: string;
  chosen: string;
  /** Undefined until they are known. */
  options: { value: string; text: string }[] | undefined;
  choose: (value: string) => void;
}

function Choose({ label, chosen, options = [], choose }: ChooseProps): VNode {
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  return (
    <label>
      {label}
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">Choose …</option>
        {isListed ? null : <option value={chosen}>{chosen}</option>}
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function SymbolForm({ id, show }: { id: string; show: Show }): VNode {
  const { openPalette } = useExplorer();
  return (
    <form
      class="inline-form"
      key={id}
      onSubmit={(event) => {
        event.preventDefault();
        const named = formText(new FormData(event.currentTarget), 'id');
        if (named !== '') show('symbol', { id: named });
      }}
    >
      <input type="text" name="id" defaultValue={id} aria-label="Name or id of a symbol" placeholder="Name or id" />
      <button type="submit">Show</button>
      <button type="button" class="plain" onClick={() => openPalette()}>
        Find one
      </button>
    </form>
  );
}

function RangeForm({
  revision,
  states,
  show,
}: {
  revision: string;
  states: { commits: { id: string; subject: string }[]; branches: { name: string }[] } | null;
  show: (range: string) => void;
}): VNode {
  const [, from = '', to = ''] = /^(.*?)\.{2,3}(.*)$/s.exec(revision) ?? [];
  return (
    <form
      class="inline-form"
      key={revision}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        show(`${formText(form, 'from')}..${formText(form, 'to')}`);
      }}
    >
      <input
        type="text"
        name="from"
        list="impact-states"
        defaultValue={from}
        aria-label="From"
        placeholder="from"
        required
      />
      <input
        type="text"
        name="to"
        list="impact-states"
        defaultValue={to === '' ? 'HEAD' : to}
        aria-label="To"
        placeholder="to"
        required
      />
      <datalist id="impact-states">
        {states?.branches.map(({ name }) => (
          <option key={name} value={name} />
        ))}
        {states?.commits.map(({ id, subject }) => (
          <option key={id} value={id.slice(0, 8)}>
            {subject}
          </option>
        ))}
      </datalist>
      <button type="submit">Show</button>
    </form>
  );
}

function Impact({ answer, parameters }: { answer: ImpactAnswer; parameters: Route['parameters'] }): VNode {
  const { of } = answer;
  if (of.kind === 'none') {
    return (
      <Empty>
        No symbol has this name.
        {of.nearest.length === 0 ? '' : ' Near it: '}
        {of.nearest.map((name, at) => (
          <>
            {at === 0 ? '' : ', '}
            <a href={link('impact', { ...parameters, id: name })}>{name}</a>
          </>
        ))}
      </Empty>
    );
  }
  if (of.kind === 'several')
    return <Choice candidates={of.candidates.shown} total={of.candidates.total} parameters={parameters} />;
  const isEmpty = of.kind === 'changes' && of.files.total === 0;
  const isCleanTree = isEmpty && of.compared.kind === 'workingTree' && parameters['base'] === undefined;
  return (
    <>
      {isCleanTree ? null : (
        <div class="impact-head">
          <p class="lead">
            <Title answer={answer} />
          </p>
          {isEmpty ? null : <CopyMarkdown text={answer.markdown} />}
        </div>
      )}
      {answer.notes.map((note) => (
        <p key={note} class="note" role="note">
          {note}
        </p>
      ))}
      {isEmpty ? (
        <NothingChanged isTree={isCleanTree} />
      ) : (
        <div class="impact">
          <div class="impact-columns" tabIndex={0} role="region" aria-label="By distance from the change">
            {of.kind === 'changes' ? <Changed files={of.files} definitions={of.definitions} /> : null}
            {answer.columns.map((column) => (
              <Column key={column.distance} column={column} />
            ))}
            {answer.reached === 0 ? (
              <section class="column">
                <h2>Reached</h2>
                <Empty>{answer.unresolved.sites > 0 ? 'Nothing for certain.' : 'Nothing in this project.'}</Empty>
              </section>
            ) : null}
          </div>
          <aside class="impact-side">
            <Tests answer={answer} />
            <Places answer={answer} />
          </aside>
        </div>
      )}
    </>
  );
}

/** Commits that are offered where the working tree is as it was committed. */
const commitsOffered = 12;

function NothingChanged({ isTree }: { isTree: boolean }): VNode {
  const { answer: states } = useAnswer('states', isTree ? {} : null);
  const commits = states?.commits.slice(0, commitsOffered) ?? [];
  if (commits.length === 0) return <Empty>Nothing has changed.</Empty>;
  return (
    <section class="last-commits">
      <Empty>Nothing has changed since the last commit.</Empty>
      <h2>What the last commits reach</h2>
      <ul class="tests" data-list>
        {commits.map(({ id, subject, atMs }) => (
          <li key={id}>
            <a href={link('impact', { of: 'commit', revision: id })}>
              <bdi>{subject}</bdi>
            </a>
            <span class="quiet way">
              {id.slice(0, 8)} · <Age at={atMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Choice({
  candidates,
  total,
  parameters,
}: {
  candidates: SymbolRef[];
  total: number;
  parameters: Route['parameters'];
}): VNode {
  return (
    <section>
      <h2>
        Several symbols have this name <span class="total">{amount(total)}</span>
      </h2>
      <SymbolList symbols={candidates} urlOf={(id) => link('impact', { ...parameters, id })} />
    </section>
  );
}

function Title({ answer }: { answer: ImpactAnswer }): VNode | null {
  const { of, reached, reachedFiles } = answer;
  const end = `${counted(reached, 'symbol')} in ${counted(reachedFiles, 'file')}, ${counted(answer.tests.total, 'test')} to run`;
  if (of.kind === 'symbol') {
    return (
      <>
        A change of{' '}
        <a href={symbolUrl(of.symbol.id)}>
          <bdi class="name">{of.symbol.qualified}</bdi>
        </a>{' '}
        reaches {end}.
      </>
    );
  }
  if (of.kind !== 'changes') return null;
  const { kind, from, to, subject } = of.compared;
  const what =
    kind === 'workingTree'
      ? 'The working tree'
      : kind === 'commit'
        ? `Commit ${to ?? ''}`
        : `${from ?? ''}..${to ?? ''}`;
  return (
    <>
      {what}
      {kind === 'workingTree' ? ` against ${from ?? 'nothing'}` : ''}
      {subject === null ? '' : ' “'}
      {subject === null ? null : <bdi>{subject}</bdi>}
      {subject === null ? '' : '”'} changes {counted(of.definitions, 'definition')} in {counted(of.files.total, 'file')}{' '}
      and reaches {end}.
    </>
  );
}

function CopyMarkdown({ text }: { text: string }): VNode {
  const { say } = useExplorer();
  const [isShown, show] = useState(false);
  const copy = (): void => {
    // Where the browser does not let a page copy, the reader can.
    navigator.clipboard.writeText(text).then(
      () => say('Copied as Markdown'),
      () => show(true),
    );
  };
  return (
    <>
      <button type="button" onClick={copy}>
        Copy as Markdown
      </button>
      {isShown ? (
        <textarea readOnly aria-label="Markdown" rows={8} value={text} ref={(area) => area?.select()} />
      ) : null}
    </>
  );
}

const changeMarks: Readonly<Record<string, string>> = {
  added: 'added',
  body: 'changed',
  signature: 'signature',
  renamed: 'renamed',
  moved: 'moved',
  removed: 'removed',
};

function Changed({
  files,
  definitions,
}: {
  files: { total: number; shown: ChangedFileRef[] };
  definitions: number;
}): VNode {
  return (
    <section class="column">
      <h2>
        Changed <span class="total">{amount(definitions)}</span>
      </h2>
      <div data-list>
        {files.shown.map(({ path, status, isTest, unread, definitions: ofFile }) => (
          <div key={path} class="group">
            <h3>
              <a href={fileUrl(path)}>
                <Path path={path} />
              </a>
              {status === 'modified' ? null : <span class="tag">{status}</span>}
              {isTest ? <span class="tag">test</span> : null}
            </h3>
            {unread === null ? null : <p class="quiet">{unread}</p>}
            <ul>
              {ofFile.shown.map(({ id, qualified, kind, change, line }) => (
                <li key={`${id}${change}`}>
                  {change === 'removed' ? (
                    <bdi class="name gone">{qualified}</bdi>
                  ) : (
                    <a href={kind === 'file' ? fileUrl(path, line) : symbolUrl(id)}>
                      <bdi class="name">{kind === 'file' ? 'top of the file' : qualified}</bdi>
                    </a>
                  )}{' '}
                  <span class={`change change-${change}`}>{changeMarks[change]}</span>
                </li>
              ))}
            </ul>
            <More total={ofFile.total} shown={ofFile.shown.length} what="definition" />
          </div>
        ))}
      </div>
      <More total={files.total} shown={files.shown.length} what="file" />
    </section>
  );
}

function More({ total, shown, what }: { total: number; shown: number; what: string }): VNode | null {
  return shown < total ? <p class="quiet more">{counted(total - shown, `more ${what}`)}</p> : null;
}

function Column({ column: { distance, total, groups, rest } }: { column: ImpactColumn }): VNode {
  return (
    <section class="column">
      <h2>
        {distance === 1 ? 'Use it' : `${distance} steps away`} <span class="total">{amount(total)}</span>
      </h2>
      <div data-list>
        {groups.map(({ name, symbols }) => (
          <div key={name} class="group">
            <h3>
              <bdi>{name}</bdi> <span class="total">{amount(symbols.total)}</span>
            </h3>
            <ul>
              {symbols.shown.map((ref) => (
                <Reached key={`${ref.path}#${ref.qualified}`} reached={ref} />
              ))}
            </ul>
          </div>
        ))}
        <Rest rest={rest} />
      </div>
    </section>
  );
}

/** What is too far away, or too much, to be listed: where it is. */
function Rest({ rest: { symbols, folders } }: { rest: ImpactColumn['rest'] }): VNode | null {
  if (symbols === 0) return null;
  return (
    <div class="group">
      <h3>
        Not listed <span class="total">{amount(symbols)}</span>
      </h3>
      <ul>
        {folders.shown.map(({ folder, symbols: count }) => (
          <li key={folder}>
            <a href={link('map', { open: folder })}>
              <bdi>{folder}</bdi>
            </a>{' '}
            <span class="total">{amount(count)}</span>
          </li>
        ))}
      </ul>
      <More total={folders.total} shown={folders.shown.length} what="folder" />
    </div>
  );
}

const useWords: Readonly<Record<string, string>> = {
  call: 'calls',
  construct: 'makes',
  render: 'renders',
  decorate: 'is decorated by',
  read: 'reads',
  write: 'writes',
  type: 'has the type',
  extends: 'extends',
  implements: 'implements',
  overrides: 'overrides',
  import: 'imports',
  reexport: 'exports again',
  pass: 'hands on',
  implicit: 'uses',
  set: 'sets',
};

function Reached({
  reached: { qualified, path, kind, through, line, use, resolution },
}: {
  reached: ReachedRef;
}): VNode {
  const url = kind === 'file' ? fileUrl(path) : symbolUrl(`${path}#${qualified}`);
  return (
    <li class={resolution === 'name' ? 'by-name' : undefined}>
      <a href={url}>
        <bdi class="name">{kind === 'file' ? path : qualified}</bdi>
      </a>
      <span class="quiet way">
        {useWords[use]} <bdi>{through}</bdi> ·{' '}
        <a class="quiet" href={fileUrl(path, line)}>
          <bdi>{path.slice(path.lastIndexOf('/') + 1)}</bdi>:{line}
        </a>
        {resolution === 'name' ? ' · by name only' : ''}
      </span>
    </li>
  );
}

function Tests({ answer: { tests } }: { answer: ImpactAnswer }): VNode {
  return (
    <section>
      <h2>
        Tests to run <span class="total">{amount(tests.total)}</span>
      </h2>
      {tests.total === 0 ? <Empty>None is known to reach it.</Empty> : null}
      <ol class="tests" data-list>
        {tests.shown.map(({ path, reason, isChanged }) => (
          <li key={path}>
            <a href={fileUrl(path)}>
              <Path path={path} />
            </a>
            <span class="quiet way">
              <bdi>{isChanged && reason !== 'changed itself' ? `changed itself; ${reason}` : reason}</bdi>
            </span>
          </li>
        ))}
      </ol>
      <More total={tests.total} shown={tests.shown.length} what="test" />
    </section>
  );
}

function Places({ answer: { unresolved, dangling, frontier } }: { answer: ImpactAnswer }): VNode {
  const lists = [
    { title: 'Still name what is gone', total: dangling.total, places: dangling },
    { title: 'Unresolved, may belong to it', total: unresolved.sites, places: unresolved.places },
  ];
  return (
    <>
      {lists
        .filter(({ total }) => total > 0)
        .map(({ title, total, places }) => (
          <section key={title}>
            <h2>
              {title} <span class="total">{amount(total)}</span>
            </h2>
            <ul class="tests" data-list>
              {places.shown.map(({ path, line, name }) => (
                <li key={`${path}:${line} ${name}`}>
                  <bdi class="name">{name}</bdi>
                  <span class="quiet way">
                    <a class="quiet" href={fileUrl(path, line)}>
                      <bdi>{path}</bdi>:{line}
                    </a>
                  </span>
                </li>
              ))}
            </ul>
            <More total={total} shown={places.shown.length} what="place" />
          </section>
        ))}
      {frontier === 0 ? null : (
        <p class="quiet">The users of {counted(frontier, 'symbol')} were not looked for any more.</p>
      )}
    </>
  );
}
