/** Paints a line of code: spans as classes, names as links. Everything is text; what would turn the order of letters is shown as a mark. */
import type { VNode } from 'preact';
import { spanClasses, type CodeTarget } from '../../src/explorer/contract.ts';
import { symbolUrl } from '../parts.tsx';
import type { CodeLine } from './lines.ts';

interface Piece {
  start: number;
  end: number;
  className: string;
  /** The symbols that the piece names; empty for none. */
  targets: CodeTarget[];
}

/** Cuts a line where a span or a name begins or ends. */
export function piecesOf({ text, spans, links, targets }: CodeLine): Piece[] {
  const cuts = new Set([0, text.length]);
  const ranges = (flat: readonly number[]): [start: number, end: number, what: number][] => {
    const found: [number, number, number][] = [];
    for (let at = 0; at + 2 < flat.length; at += 3) {
      const start = Math.min(flat[at] ?? 0, text.length);
      const end = Math.min(start + (flat[at + 1] ?? 0), text.length);
      if (end > start) found.push([start, end, flat[at + 2] ?? 0]);
    }
    return found;
  };
  const painted = ranges(spans);
  const named = ranges(links);
  for (const [start, end] of [...painted, ...named]) cuts.add(start).add(end);
  const places = [...cuts].toSorted((a, b) => a - b);
  return places.slice(0, -1).map((start, at) => {
    const end = places[at + 1] ?? text.length;
    const covers = ([from, to]: readonly [number, number, number]): boolean => from <= start && to >= end;
    const span = painted.find(covers);
    return {
      start,
      end,
      className: span === undefined ? '' : (spanClasses[span[2]] ?? ''),
      targets: named.filter(covers).flatMap(([, , target]) => targets[target] ?? []),
    };
  });
}

/** Marks that change the direction of what follows, and others that nobody sees: they can make code read differently from what it does. */
const hiddenMarks = /[\u0000-\u0008\u000B-\u001F\u007F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

function Visible({ text }: { text: string }): VNode {
  if (!hiddenMarks.test(text)) return <>{text}</>;
  return (
    <>
      {[...text].map((letter, at) =>
        hiddenMarks.test(letter) ? (
          <span key={at} class="hidden-mark" title={codePoint(letter)}>
            {codePoint(letter)}
          </span>
        ) : (
          letter
        ),
      )}
    </>
  );
}

function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** @param own the symbol that the page is about: its names are marked */
export function Line({ line, own }: { line: CodeLine; own: string | null }): VNode {
  return (
    <>
      {piecesOf(line).map(({ start, end, className, targets }) => {
        const shown = <Visible text={line.text.slice(start, end)} />;
        const [target] = targets;
        if (target === undefined) {
          return className === '' ? (
            <span key={start}>{shown}</span>
          ) : (
            <span key={start} class={`t-${className}`}>
              {shown}
            </span>
          );
        }
        const classes = [
          className === '' ? '' : `t-${className}`,
          target.resolution === 'name' ? 'by-name' : '',
          target.id === own ? 'own' : '',
        ];
        return (
          <a
            key={start}
            href={symbolUrl(target.id)}
            data-id={target.id}
            data-others={targets.length - 1}
            class={classes.join(' ')}
          >
            {shown}
          </a>
        );
      })}
      {line.isCut ? <span class="cut"> … the line goes on</span> : null}
    </>
  );
}
