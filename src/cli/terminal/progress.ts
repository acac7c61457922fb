/** Shows the progress of indexing: a bar on one line of a terminal, otherwise a plain line once a second. */
import type { IndexProgress } from '../../engine/types.ts';
import { displayWidth, splitAtWidth } from './display-width.ts';
import { printable } from './printable.ts';
import { formatCount, formatDuration, plural } from './quantities.ts';

export type ProgressStyle = 'bar' | 'lines' | 'none';

export interface ProgressView {
  update(progress: IndexProgress): void;
  /** Removes the bar from the screen. */
  end(): void;
}

export interface ProgressOptions {
  style: ProgressStyle;
  write: (text: string) => void;
  /** Columns; called for each line, since a terminal can be resized. */
  columns: () => number;
  now?: () => number;
}

/** Shortest time between two drawings of the bar, and between two lines (ms). */
const barMs = 80;
const lineMs = 1000;
const barWidth = 24;
/** Before this time the number of files per second says nothing (ms). */
const minRateMs = 200;

interface Frame {
  progress: IndexProgress;
  /** Files per second; 0 until it is known. */
  rate: number;
}

function rateText(rate: number): string {
  return rate >= 1 ? `${formatCount(Math.round(rate))} files/s` : '';
}

function remainingText({ progress, rate }: Frame): string {
  const left = progress.total - progress.done;
  return rate > 0 && left > 0 ? `${formatDuration(Math.ceil(left / rate) * 1000)} left` : '';
}

/** What a bar of this phase counts. */
const barLabels: Partial<Record<IndexProgress['phase'], string>> = {
  indexing: '',
  linking: 'Linking ',
  compiling: 'Asking the compiler ',
  embedding: 'Making vectors ',
};

function barLine(frame: Frame, columns: number): string {
  const { phase, done, total, path } = frame.progress;
  if (phase === 'walking') return 'Looking for changed files…';
  const label = barLabels[phase];
  if (label === undefined) return 'Finishing…';
  // A bar that is full would say that there is nothing to wait for.
  const share = total === 0 ? 0 : Math.min(0.99, done / total);
  const full = Math.floor(share * barWidth);
  const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
  const summary = [
    `${label}${formatCount(done)}/${formatCount(total)} files`,
    rateText(frame.rate),
    remainingText(frame),
  ].filter(Boolean);
  const head = `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${summary.join('  ')}`;
  // The last column stays empty, and two blanks come before the path.
  const room = columns - 1 - displayWidth(head) - 2;
  const name = path === null || room < 10 ? '' : `  ${endOfPath(printable(path), room)}`;
  return splitAtWidth(head + name, columns - 1)[0];
}

/** The end of a path in this width: the file name says more than the first folders. */
function endOfPath(path: string, width: number): string {
  if (displayWidth(path) <= width) return path;
  let rest = path;
  while (displayWidth(rest) > width - 1) rest = splitAtWidth(rest, 1)[1];
  return `…${rest}`;
}

function plainLine(frame: Frame): string {
  const { phase, done, total } = frame.progress;
  if (phase === 'walking') return 'Looking for changed files';
  if (phase === 'finishing') return 'Finishing';
  if (phase === 'linking') return `Linking: ${done} of ${total} files`;
  if (phase === 'compiling') return `Asking the compiler: ${done} of ${total} files`;
  if (phase === 'embedding') return `Making vectors: ${done} of ${total} files`;
  const rate = rateText(frame.rate);
  return `Indexing ${formatCount(done)} of ${plural(total, 'file')}${rate === '' ? '' : `, ${rate}`}`;
}

/** Whether all is done, or a line would say only `0 of 0 files`. */
function hasNothingToDo({ phase, total }: IndexProgress): boolean {
  return phase === 'done' || (total === 0 && phase !== 'walking' && phase !== 'finishing');
}

export function createProgress({ style, write, columns, now = Date.now }: ProgressOptions): ProgressView {
  let lastShown = Number.NEGATIVE_INFINITY;
  let lastLine = '';
  let shownPhase: IndexProgress['phase'] | null = null;
  let phase: IndexProgress['phase'] | null = null;
  let phaseSince = 0;
  let isBarShown = false;

  const frameOf = (progress: IndexProgress): Frame => {
    if (progress.phase !== phase) phaseSince = now();
    phase = progress.phase;
    const elapsed = now() - phaseSince;
    return { progress, rate: elapsed < minRateMs ? 0 : (progress.done * 1000) / elapsed };
  };
  const clear = (): void => {
    if (isBarShown) write('\r\u001b[2K');
    isBarShown = false;
  };
  return {
    update(progress) {
      const frame = frameOf(progress);
      if (style === 'none' || hasNothingToDo(progress)) return;
      // A bar of the phase before would stand still while this one begins.
      const isNewPhase = style === 'bar' && progress.phase !== shownPhase;
      if (!isNewPhase && now() - lastShown < (style === 'bar' ? barMs : lineMs)) return;
      const line = style === 'bar' ? barLine(frame, columns()) : plainLine(frame);
      if (line === lastLine) return;
      lastShown = now();
      shownPhase = progress.phase;
      lastLine = line;
      write(style === 'bar' ? `\r\u001b[2K${line}` : `${line}\n`);
      isBarShown = style === 'bar';
    },
    end: clear,
  };
}
