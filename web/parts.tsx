/** Small parts that several views share. */
import type { ComponentChildren, VNode } from 'preact';
import type { OutlineEntry, SymbolRef } from '../src/explorer/contract.ts';
import { amount, counted } from './amounts.ts';
import { useExplorer } from './context.ts';
import { link } from './route.ts';
import type { ViewProps } from './view.ts';

const kindMarks: Readonly<Record<OutlineEntry['kind'], string>> = {
  class: 'class',
  interface: 'iface',
  typeAlias: 'type',
  enum: 'enum',
  enumMember: 'case',
  function: 'fn',
  method: 'fn',
  property: 'prop',
  variable: 'var',
  component: 'comp',
  module: 'mod',
  macro: 'macro',
  file: 'file',
  cell: 'cell',
};

export function KindMark({ kind }: { kind: OutlineEntry['kind'] }): VNode {
  return (
    <span class="kind" title={kind}>
      {kindMarks[kind]}
    </span>
  );
}

const ages: readonly (readonly [unit: string, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `3 minutes ago`; `just now` below a minute. The moment itself is in the title. */
export function Age({ at }: { at: number }): VNode {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  const [unit, size] = ages.find(([, one]) => seconds >= one) ?? ['', 0];
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {size === 0 ? 'just now' : `${counted(Math.floor(seconds / size), unit)} ago`}
    </time>
  );
}

/** A sentence of the server, with its moments as ages. */
export function WithAges({ text }: { text: string }): VNode {
  const parts = text.split(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <Age key={index} at={Date.parse(part)} /> : part))}</>;
}

export { amount, counted };

export function symbolUrl(id: string): string {
  return link('symbol', { id });
}

export function fileUrl(path: string, line?: number): string {
  return link('file', { path, line: line === 0 ? undefined : line });
}

/** The last part of a path, behind its folders in a quieter colour. The folders give way where there is little room. */
export function Path({ path }: { path: string }): VNode {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <span class="path" title={path}>
      {cut === 0 ? null : (
        <span class="folders">
          <bdi>{path.slice(0, cut)}</bdi>
        </span>
      )}
      <bdi class="file-name">{path.slice(cut)}</bdi>
    </span>
  );
}

interface SectionProps {
  title: string;
  /** True total; absent: none is shown. */
  total?: number;
  /** Number of shown entries, where they are fewer. */
  shown?: number;
  children: ComponentChildren;
  class?: string;
}

/** A section of a column, with its true total. */
export function Section({ title, total, shown, children, class: name = '' }: SectionProps): VNode {
  const part = total !== undefined && shown !== undefined && shown < total ? `${amount(shown)} of ` : '';
  return (
    <section class={`section ${name}`}>
      <h2>
        {title}
        {total === undefined ? null : (
          <span class="total">
            {part}
            {amount(total)}
          </span>
        )}
      </h2>
      {children}
    </section>
  );
}

/** One number of a view, with what it is. */
export function FactCard({
  title,
  value,
  children,
}: {
  title: string;
  value: string;
  children: ComponentChildren;
}): VNode {
  return (
    <div class="fact-card">
      <dt>{title}</dt>
      <dd>
        <strong>{value}</strong>
        <span class="quiet">{children}</span>
      </dd>
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }): VNode {
  const { say } = useExplorer();
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => say(`Copied: ${text.slice(0, 120)}`),
      () => say('The browser does not let this page copy'),
    );
  };
  return (
    <button type="button" class="plain" title={text} onClick={copy}>
      {label}
    </button>
  );
}

/** Ways into an editor: a link that VS Code and its relatives obey, and a command to copy. */
export function EditorLinks({ path, line = 1 }: { path: string; line?: number }): VNode | null {
  const absolute = useExplorer().placeOnDisk(path);
  if (absolute === null) return null;
  const place = absolute.startsWith('/') ? absolute : `/${absolute}`;
  return (
    <span class="actions">
      <a class="plain" href={`vscode://file${place.split('/').map(encodeURIComponent).join('/')}:${line}`}>
        Open in editor
      </a>
      <CopyButton text={`$EDITOR +${line} ${quoted(path)}`} label="Copy command" />
      <CopyButton text={`${path}:${line}`} label="Copy place" />
    </span>
  );
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Symbols as links, one a line. */
export function SymbolList({
  symbols,
  urlOf,
}: {
  symbols: readonly SymbolRef[];
  urlOf: (id: string) => string;
}): VNode {
  return (
    <ul class="list rows" data-list>
      {symbols.map((symbol) => (
        <li key={symbol.id}>
          <a href={urlOf(symbol.id)} data-id={symbol.id}>
            <KindMark kind={symbol.kind} />
            <bdi class="name">{symbol.qualified}</bdi>
            <Path path={symbol.path} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What can be done with the subject of a view: its impact, and the pin. */
export function SubjectActions({ id, pin }: { id: string; pin: ViewProps['pin'] }): VNode {
  return (
    <>
      <a class="plain" href={link('impact', { id })}>
        Impact
      </a>
      {pin === null ? null : (
        <button type="button" class="plain" aria-pressed={pin.isPinned} onClick={() => pin.togglePin()}>
          {pin.isPinned ? 'Unpin' : 'Pin'}
        </button>
      )}
    </>
  );
}
