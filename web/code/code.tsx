/**
 * Source code: lines with their numbers, names as links, only as many in the page as are on the screen.
 * Invariant: all lines have one height, so that a file of any length scrolls without being measured.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { Failure, Note } from '../answer.tsx';
import { useExplorer } from '../context.ts';
import { amount } from '../parts.tsx';
import { CodeLines } from './lines.ts';
import { Line } from './paint.tsx';

/** As in code.css (px). */
const lineHeight = 20;
/** Lines that are drawn above and below the screen. */
const margin = 20;

interface CodeProps {
  path: string;
  /** First and last line; absent: the whole file. */
  from?: number | undefined;
  to?: number | undefined;
  /** A line to bring into view, and to mark. */
  focus?: number | undefined;
  /** The symbol that the page is about. */
  own?: string | null;
  label: string;
}

function useLines(path: string): CodeLines {
  const { source, generation } = useExplorer();
  const [, changed] = useReducer((count: number) => count + 1, 0);
  const last = useRef<CodeLines | null>(null);
  const lines = useMemo(
    () => new CodeLines(source, path, { changed: () => changed(undefined), before: last.current }),
    [source, path, generation],
  );
  useEffect(() => {
    last.current = lines;
    return () => lines.close();
  }, [lines]);
  return lines;
}

/** Where to scroll to see a line (px): not at all, where it is on the first screen. */
function topFor(line: number, { from, height }: { from: number; height: number }): number {
  const isNear = line - from < height / lineHeight - 4;
  return isNear ? 0 : Math.max(0, (line - from) * lineHeight - height / 3);
}

export function Code({ path, from = 1, to, focus, own = null, label }: CodeProps): VNode {
  const lines = useLines(path);
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(() => ({ top: topFor(focus ?? from, { from, height: 800 }), height: 800 }));
  // Until the length is known, the file ends behind what is to be seen first.
  const last = Math.min(to ?? Infinity, lines.total ?? (focus ?? from) + 2 * margin);
  const count = Math.max(0, last - from + 1);
  const first = Math.max(0, Math.floor(view.top / lineHeight) - margin);
  const end = Math.min(count, Math.ceil((view.top + view.height) / lineHeight) + margin);
  const look = (): void => {
    const element = scroller.current;
    if (element !== null) setView({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(look, [path, count]);
  useEffect(() => {
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  useEffect(() => lines.want(from + first, from + end), [lines, from, first, end]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    element.scrollTop = topFor(focus ?? from, { from, height: element.clientHeight });
    look();
  }, [path, from, focus, lines.total === null]);
  if (lines.error !== null) return <Failure error={lines.error} />;
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, at) => from + first + at);
  return (
    <>
      <Note text={lines.note} />
      <div
        class="code"
        ref={scroller}
        onScroll={look}
        tabIndex={0}
        role="region"
        aria-label={`${label}, ${amount(count)} lines`}
      >
        <div class="code-height" style={{ height: `${count * lineHeight}px` }}>
          <ol class="code-lines" style={{ transform: `translateY(${first * lineHeight}px)` }}>
            {shown.map((number) => {
              const line = lines.at(number);
              return (
                <li key={number} value={number} class={number === focus ? 'focused' : undefined}>
                  <span class="number" aria-hidden="true">
                    {number}
                  </span>
                  <code>{line === null ? ' ' : <Line line={line} own={own} />}</code>
                </li>
              );
            })}
          </ol>
        </div>
      </div>
    </>
  );
}
