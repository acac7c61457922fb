/** Search: by a question in words and names, or by a text; with why each place stands where it does. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SearchAnswer, SearchHit } from '../../src/explorer/contract.ts';
import { Answered, useAnswer } from '../answer.tsx';
import { counted, fileUrl, Path } from '../parts.tsx';
import { go, link } from '../route.ts';
import type { ViewProps } from '../view.ts';

export function SearchView({ parameters }: ViewProps): VNode {
  const { q = '', prefix = '' } = parameters;
  const mode = parameters['mode'] === 'text' ? 'text' : 'meaning';
  const asked = useAnswer('search', q.trim() === '' ? null : { q, mode, ...(prefix === '' ? {} : { prefix }) });
  return (
    <div class="page search">
      <h1 class="unseen">Search</h1>
      <SearchForm key={`${q} ${prefix} ${mode}`} q={q} prefix={prefix} mode={mode} />
      {q.trim() === '' ? (
        <p class="quiet">
          A question in words, names from the code, or both. Filters: <code>lang:go</code>, <code>path:src/</code>,{' '}
          <code>kind:function</code>.
        </p>
      ) : (
        <Answered asked={asked} what="the index">
          {(answer) => <Hits answer={answer} />}
        </Answered>
      )}
    </div>
  );
}

function SearchForm({ q, prefix, mode }: { q: string; prefix: string; mode: 'meaning' | 'text' }): VNode {
  const [text, setText] = useState(q);
  const [folder, setFolder] = useState(prefix);
  useEffect(() => {
    if (q === '') document.querySelector<HTMLInputElement>('.search input[type=search]')?.focus();
  }, []);
  const search = (changed: { mode?: string } = {}): void =>
    go(link('search', { q: text, mode: (changed.mode ?? mode) === 'text' ? 'text' : undefined, prefix: folder }));
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <div class="search-row">
        <input
          type="search"
          aria-label="What to search for"
          placeholder={mode === 'text' ? 'A text, or a regular expression' : 'How are routes matched?'}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Search
        </button>
      </div>
      <div class="search-row">
        <fieldset class="switch">
          <legend class="unseen">Search by</legend>
          {(['meaning', 'text'] as const).map((one) => (
            <label key={one} class={one === mode ? 'chosen' : ''}>
              <input
                type="radio"
                name="mode"
                value={one}
                checked={one === mode}
                onChange={() => search({ mode: one })}
              />
              {one === 'meaning' ? 'Words and meaning' : 'Exact text'}
            </label>
          ))}
        </fieldset>
        <label class="folder">
          in{' '}
          <input
            type="text"
            placeholder="all folders"
            spellcheck={false}
            value={folder}
            onInput={(event) => setFolder(event.currentTarget.value)}
          />
        </label>
      </div>
    </form>
  );
}

function Hits({ answer: { mode, total, hits, notes } }: { answer: SearchAnswer }): VNode {
  const what = mode === 'text' ? counted(total, 'line') : counted(total, 'file');
  return (
    <>
      <p class="quiet" role="status">
        {total === 0 ? 'Nothing was found.' : hits.length < total ? `The first ${hits.length} of ${what}.` : `${what}.`}{' '}
        {notes.join(' ')}
      </p>
      <ol class="hits" data-list>
        {(mode === 'text' ? byFile(hits) : hits).map((hit) => (
          <Hit key={`${hit.path}:${hit.startLine}`} hit={hit} />
        ))}
      </ol>
    </>
  );
}

/** Hits of a text that follow each other in one file, as one: its lines, each once. */
export function byFile(hits: readonly SearchHit[]): SearchHit[] {
  const merged: SearchHit[] = [];
  for (const hit of hits) {
    const last = merged.at(-1);
    if (last?.path === hit.path)
      merged[merged.length - 1] = { ...last, endLine: hit.endLine, lines: joined(last.lines, hit.lines) };
    else merged.push(hit);
  }
  return merged;
}

function joined(before: SearchHit['lines'], more: SearchHit['lines']): SearchHit['lines'] {
  const lines = new Map(before.map((one) => [one.line, one]));
  for (const one of more) {
    const known = lines.get(one.line);
    if (known === undefined || known.marks.length === 0) lines.set(one.line, one);
    // A second place in one line; where each is shown with what is around it, the first is enough.
    else if (known.text === one.text) lines.set(one.line, { ...known, marks: [...known.marks, ...one.marks] });
  }
  return [...lines.values()].sort((a, b) => a.line - b.line);
}

function Hit({ hit }: { hit: SearchHit }): VNode {
  const { path, startLine, endLine, symbols, why, lines, score } = hit;
  return (
    <li class="hit">
      <h2>
        <a href={fileUrl(path, startLine)}>
          <Path path={path} />
          <span class="quiet">{endLine > startLine ? `${startLine}–${endLine}` : startLine}</span>
        </a>
      </h2>
      {score === null ? null : (
        <p class="why">
          <meter min={0} max={1} value={score} title={`score ${score.toFixed(2)}`} aria-label="Score">
            {score.toFixed(2)}
          </meter>
          <span>{why.join(' · ')}</span>
        </p>
      )}
      {symbols.length === 0 ? null : (
        <p class="symbols">
          {symbols.map((name) => (
            <a key={name} href={link('symbol', { id: `${path}#${name}` })} data-id={`${path}#${name}`}>
              <bdi>{name}</bdi>
            </a>
          ))}
        </p>
      )}
      <pre class="excerpt">
        {lines.map(({ line, text, marks }, at) => (
          <span key={line} class={at > 0 && lines[at - 1]!.line < line - 1 ? 'excerpt-line apart' : 'excerpt-line'}>
            {score === null && marks.length > 0 ? (
              <a class="number" href={fileUrl(path, line)} aria-label={`Line ${line}`}>
                {line}
              </a>
            ) : (
              <span class="number">{line}</span>
            )}
            <code>
              <Marked text={text} marks={marks} />
            </code>
          </span>
        ))}
      </pre>
    </li>
  );
}

function Marked({ text, marks }: { text: string; marks: readonly number[] }): VNode {
  const parts: (VNode | string)[] = [];
  let end = 0;
  for (let at = 0; at + 1 < marks.length; at += 2) {
    const start = marks[at] ?? 0;
    const length = marks[at + 1] ?? 0;
    parts.push(text.slice(end, start), <mark key={at}>{text.slice(start, start + length)}</mark>);
    end = start + length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
