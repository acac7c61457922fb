/** A symbol in the middle: what calls it on the left, its source, what it calls on the right. Every name leads on. */
import type { VNode } from 'preact';
import type { Neighbour, RelatedType, Side, SymbolAnswer } from '../../src/explorer/contract.ts';
import { Answered, Note, useAnswer } from '../answer.tsx';
import { Code } from '../code/code.tsx';
import {
  amount,
  counted,
  EditorLinks,
  Empty,
  fileUrl,
  KindMark,
  Path,
  Section,
  SubjectActions,
  SymbolList,
  symbolUrl,
} from '../parts.tsx';
import { useExplorer } from '../context.ts';
import { go, link } from '../route.ts';
import type { ViewProps } from '../view.ts';

type One = Extract<SymbolAnswer, { found: 'one' }>;
/** What is mostly what it contains. */
const containerKinds: ReadonlySet<string> = new Set(['class', 'interface', 'typeAlias', 'enum', 'module', 'file']);

type Known = 'compiler' | 'type' | 'scope' | 'name';
type Tests = 'all' | 'without' | 'only';

const knownChoices: readonly (readonly [Known, string])[] = [
  ['name', 'in any way'],
  ['scope', 'by scope or better'],
  ['type', 'by type or better'],
  ['compiler', 'by a compiler'],
];
const testsChoices: readonly (readonly [Tests, string])[] = [
  ['all', 'with tests'],
  ['without', 'without tests'],
  ['only', 'tests only'],
];

function chosenOf<T extends string>(
  choices: readonly (readonly [T, string])[],
  value: string | undefined,
  usual: T,
): T {
  return choices.find(([one]) => one === value)?.[0] ?? usual;
}

export function SymbolView({ parameters, pin }: ViewProps): VNode {
  const { id = '' } = parameters;
  const known = chosenOf(knownChoices, parameters['known'], 'name');
  const tests = chosenOf(testsChoices, parameters['tests'], 'all');
  const { package: ofPackage } = parameters;
  const asked = useAnswer('symbol', id === '' ? null : { id, known, tests, package: ofPackage });
  if (id === '') return <div class="page">Press / to find a symbol.</div>;
  return (
    <Answered asked={asked} what="the symbol">
      {(answer) => {
        if (answer.found === 'none') return <None id={id} nearest={answer.nearest} note={answer.note} />;
        if (answer.found === 'several') return <Several id={id} answer={answer} />;
        return <Middle answer={answer} filters={{ id, known, tests, package: ofPackage }} pin={pin} />;
      }}
    </Answered>
  );
}

function None({ id, nearest, note }: { id: string; nearest: readonly string[]; note: string | null }): VNode {
  return (
    <div class="page">
      <h1>No such symbol</h1>
      <p>
        Nothing in the index is called <bdi class="name">{id.slice(0, 300)}</bdi>.
      </p>
      <Note text={note} />
      {nearest.length === 0 ? null : (
        <Section title="Similar names">
          <ul class="list" data-list>
            {nearest.map((name) => (
              <li key={name}>
                <a href={symbolUrl(name)}>
                  <bdi class="name">{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function Several({ id, answer }: { id: string; answer: Extract<SymbolAnswer, { found: 'several' }> }): VNode {
  const { total, shown } = answer.candidates;
  return (
    <div class="page">
      <h1>
        <bdi>{id.slice(0, 300)}</bdi>
      </h1>
      <Section title="Symbols of this name" total={total} shown={shown.length}>
        <SymbolList symbols={shown} urlOf={symbolUrl} />
      </Section>
    </div>
  );
}

interface Filters {
  id: string;
  known: Known;
  tests: Tests;
  package: string | undefined;
}

function Middle({ answer, filters, pin }: { answer: One; filters: Filters; pin: ViewProps['pin'] }): VNode {
  const { symbol, startLine, endLine } = answer;
  const isFile = symbol.kind === 'file';
  const isType = containerKinds.has(symbol.kind);
  return (
    <div class="three">
      <div class="middle">
        <Head answer={answer} pin={pin} />
        <FilterBar filters={filters} packages={answer.packages} />
        <Code
          path={symbol.path}
          from={isFile ? undefined : startLine}
          to={isFile ? undefined : endLine}
          own={symbol.id}
          label={`Source of ${symbol.name}`}
        />
      </div>
      <div class="left">
        {isType ? <Members answer={answer} /> : null}
        <SideList
          title="Callers"
          side={answer.callers}
          hasLines
          none="Nothing is known to call it."
          doubt="of this name could not be resolved, and may be a use of it."
        />
        {answer.users.total === 0 ? null : <SideList title="Other uses" side={answer.users} none="" hasLines />}
      </div>
      <div class="right">
        <SideList
          title="Calls"
          side={answer.callees}
          none="It is not known to call anything in this project."
          doubt="in it could not be resolved: calls that may lead on."
        />
        <Types types={answer.types} />
        {answer.used.total === 0 ? null : <SideList title="Reads and writes" side={answer.used} none="" />}
        <Tests answer={answer} />
        {isType ? null : <Members answer={answer} />}
      </div>
    </div>
  );
}

function Head({ answer, pin }: { answer: One; pin: ViewProps['pin'] }): VNode {
  const { symbol, doc, taken, note } = answer;
  return (
    <header class="subject">
      <h1>
        <KindMark kind={symbol.kind} />
        <bdi class="name">{symbol.qualified}</bdi>
        {symbol.exported ? <span class="tag">exported</span> : null}
        {symbol.isTest ? <span class="tag">test</span> : null}
      </h1>
      {symbol.signature === null ? null : <code class="signature">{symbol.signature}</code>}
      {taken === null ? null : <p class="note">{taken}</p>}
      {doc === null ? null : <Doc text={doc} />}
      <p class="where">
        <a href={fileUrl(symbol.path, symbol.line)}>
          <Path path={symbol.path} />
          {symbol.line > 0 ? `:${symbol.line}` : ''}
        </a>
        {symbol.package === null ? null : (
          <span class="quiet">
            in <bdi>{symbol.package}</bdi>
          </span>
        )}
        <span class="actions">
          <SubjectActions id={symbol.id} pin={pin} />
        </span>
        <EditorLinks path={symbol.path} line={Math.max(1, symbol.line)} />
      </p>
      <Note text={note} />
    </header>
  );
}

/** The first paragraph, and the rest on demand. */
function Doc({ text }: { text: string }): VNode {
  const [begin = '', ...rest] = text.split(/\n\s*\n/);
  // Lines of a comment end where its author's window ended.
  const first = begin.replaceAll(/\s*\n\s*/g, ' ');
  const isLong = first.length > 240;
  if (rest.length === 0 && !isLong) return <p class="doc">{first}</p>;
  return (
    <details class="doc">
      <summary>{isLong ? `${first.slice(0, 200)}…` : first}</summary>
      <p>{isLong ? text : rest.join('\n\n')}</p>
    </details>
  );
}

function FilterBar({ filters, packages }: { filters: Filters; packages: readonly string[] }): VNode | null {
  const { source } = useExplorer();
  // A static site has no answers but those without a filter.
  if (source.site !== null) return null;
  const set = (name: string, value: string, usual: string): void => {
    const changed = { ...filters, [name]: value === usual ? undefined : value };
    const shown = {
      id: changed.id,
      known: changed.known === 'name' ? undefined : changed.known,
      tests: changed.tests === 'all' ? undefined : changed.tests,
      package: changed.package,
    };
    go(link('symbol', shown), 'replace');
  };
  return (
    <form class="filters" aria-label="Which neighbours are shown" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Links known"
        value={filters.known}
        choices={knownChoices}
        change={(value) => set('known', value, 'name')}
      />
      <Choice
        label="Tests"
        value={filters.tests}
        choices={testsChoices}
        change={(value) => set('tests', value, 'all')}
      />
      {packages.length < 2 && filters.package === undefined ? null : (
        <Choice
          label="Package"
          value={filters.package ?? ''}
          choices={[['', 'all'], ...packages.map((name) => [name, name] as const)]}
          change={(value) => set('package', value, '')}
        />
      )}
    </form>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  change: (value: string) => void;
}

function Choice({ label, value, choices, change }: ChoiceProps): VNode {
  return (
    <label class={value === choices[0]?.[0] ? '' : 'changed'}>
      <span>{label}</span>
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        {choices.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SideListProps {
  title: string;
  side: Side;
  /** What an empty list says. */
  none: string;
  /** What is said of places that may belong to the list, behind their number. */
  doubt?: string;
  /** Whether the sites are in the files of the symbols of the list. */
  hasLines?: boolean;
}

function SideList({ title, side, none, doubt = '', hasLines = false }: SideListProps): VNode {
  const { total, shown, byFile, unresolved, isCut } = side;
  return (
    <Section title={title} total={total} shown={shown.length}>
      {total === 0 ? <Empty>{none}</Empty> : <Neighbours list={shown} hasLines={hasLines} />}
      {byFile.total === 0 ? null : <RestByFile byFile={byFile} />}
      {unresolved === 0 ? null : (
        <p class="doubt">
          {counted(unresolved, 'place')} {doubt}
        </p>
      )}
      {isCut ? <p class="doubt">The search ended early: there may be more.</p> : null}
    </Section>
  );
}

function RestByFile({ byFile: { total, shown } }: { byFile: Side['byFile'] }): VNode {
  const more = total - shown.length;
  return (
    <>
      <h3>The others, by file</h3>
      <ul class="list files" data-list>
        {shown.map(({ path, symbols }) => (
          <li key={path}>
            <a href={fileUrl(path)}>
              <Path path={path} />
              <span class="count">{amount(symbols)}</span>
            </a>
          </li>
        ))}
      </ul>
      {more > 0 ? <p class="quiet">and {counted(more, 'more file')}</p> : null}
    </>
  );
}

function Neighbours({
  list,
  hasLines,
}: {
  list: readonly (Neighbour & { distance?: number })[];
  hasLines: boolean;
}): VNode {
  return (
    <ul class="list neighbours" data-list>
      {list.map(({ symbol, sites, first, resolution, via, distance }) => (
        <li key={symbol.id}>
          <a href={symbolUrl(symbol.id)} data-id={symbol.id} class={resolution === 'name' ? 'by-name' : ''}>
            <span class="line-one">
              <KindMark kind={symbol.kind} />
              <bdi class="name">{symbol.kind === 'file' ? lastPart(symbol.path) : symbol.qualified}</bdi>
              {sites > 1 ? (
                <span class="count" title={counted(sites, 'place')}>
                  {amount(sites)}×
                </span>
              ) : null}
            </span>
            <span class="line-two">
              <span class="place">
                <Path path={symbol.path} />
                {hasLines ? `:${first.line}` : ''}
              </span>
              {distance !== undefined && distance > 1 ? <span>{distance} steps away</span> : null}
              {via === null ? null : (
                <span>
                  through <bdi>{via}</bdi>
                </span>
              )}
              <span class="how">{howKnown(resolution, first.kind)}</span>
            </span>
            {first.text === '' ? null : (
              <code class="site" title={first.text}>
                {first.text}
              </code>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Only what a reader has to weigh: links by scope, by type or by a compiler are as good as certain. */
function howKnown(resolution: Known, kind: string): string {
  const what = kind === 'pass' ? 'handed on' : kind === 'call' ? '' : kind;
  const how = resolution === 'name' ? 'by name only' : '';
  return [what, how].filter((text) => text !== '').join(', ');
}

const relations: Readonly<Record<RelatedType['relation'], readonly [outgoing: string, incoming: string]>> = {
  extends: ['extends', 'extended by'],
  implements: ['implements', 'implemented by'],
  overrides: ['overrides', 'overridden by'],
  implicit: ['has all methods of', 'all methods are in'],
  uses: ['uses', 'used by'],
};

function Types({ types: { total, shown } }: { types: One['types'] }): VNode | null {
  if (total === 0) return null;
  return (
    <Section title="Types" total={total} shown={shown.length}>
      <ul class="list neighbours" data-list>
        {shown.map(({ relation, isIncoming, symbol }) => (
          <li key={`${relation} ${isIncoming} ${symbol.id}`}>
            <a href={symbolUrl(symbol.id)} data-id={symbol.id}>
              <span class="line-one">
                <KindMark kind={symbol.kind} />
                <bdi class="name">{symbol.qualified}</bdi>
              </span>
              <span class="line-two">
                <span>{relations[relation][isIncoming ? 1 : 0]}</span>
                <Path path={symbol.path} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Tests({ answer: { tests, symbol } }: { answer: One }): VNode | null {
  if (symbol.isTest || symbol.kind === 'file') return null;
  return (
    <Section title="Tests" total={tests.total} shown={tests.shown.length}>
      {tests.total === 0 ? <Empty>No test is known to reach it.</Empty> : <Neighbours list={tests.shown} hasLines />}
    </Section>
  );
}

function Members({ answer: { members, symbol } }: { answer: One }): VNode | null {
  if (members.total === 0) return null;
  return (
    <Section title="Members" total={members.total} shown={members.shown.length}>
      <ul class="list outline" data-list>
        {members.shown.map(({ name, kind, declarations }) => (
          <li key={name}>
            <a href={symbol.kind === 'file' ? symbolUrl(`${symbol.path}#${name}`) : symbolUrl(`${symbol.id}.${name}`)}>
              <KindMark kind={kind} />
              <bdi class="name">{name}</bdi>
              {declarations > 1 ? (
                <span class="count" title={counted(declarations, 'declaration')}>
                  {amount(declarations)}×
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
