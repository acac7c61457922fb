/**
 * A picture as SVG, and as a page that shows it and marks what a box is linked with.
 * Invariants: nothing is loaded from elsewhere; all text of the project is escaped; a name is either whole or in the tooltip.
 */
import { plainText } from '../../tools/graph-text/drawing.ts';
import { printable } from '../terminal/printable.ts';
import type { Picture } from './picture.ts';
import { placeBoxes, sizes, type PlacedArrow, type PlacedBox, type Point } from './place-boxes.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return printable(plainText(text)).replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/** Letters of a label that are shown. */
const labelLength = 44;
/** Hues of the groups, far apart. */
const hueStep = 47;

const style = `
  .code-graph { color-scheme: light dark; background: light-dark(#fff, #16181d); font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
  .code-graph .box rect { fill: hsl(var(--hue) 70% 95%); stroke: hsl(var(--hue) 35% 55%); }
  .code-graph .box.test rect { stroke-dasharray: 4 3; }
  .code-graph .label { font-size: 13px; fill: #1b1f24; }
  .code-graph .detail { font-size: 11px; fill: #57606a; }
  .code-graph .arrow path { fill: none; stroke: #8c959f; }
  .code-graph .arrow.name path { stroke-dasharray: 4 3; }
  .code-graph .arrow text { font-size: 10px; fill: #57606a; text-anchor: middle; paint-order: stroke; stroke: light-dark(#fff, #16181d); stroke-width: 3px; }
  .code-graph .note { font-size: 12px; fill: #57606a; }
  @media (prefers-color-scheme: dark) {
    .code-graph .box rect { fill: hsl(var(--hue) 25% 20%); stroke: hsl(var(--hue) 35% 55%); }
    .code-graph .label { fill: #e6edf3; }
    .code-graph .detail, .code-graph .note, .code-graph .arrow text { fill: #9da7b3; }
    .code-graph .arrow path { stroke: #6e7681; }
  }`;

export function svgOf(picture: Picture): string {
  const { boxes, arrows, width, height } = placeBoxes(picture, labelLength);
  const hues = new Map(
    [...new Set(picture.boxes.map(({ group }) => group))].map((group, at) => [group, (at * hueStep + 210) % 360]),
  );
  const notes = [picture.title, ...picture.notes];
  const noteLetter = 7.3;
  const wide = Math.max(width, 400);
  const lines = notes.flatMap((note) => wrapped(note, Math.floor((wide - 2 * sizes.margin) / noteLetter)));
  const total = height + lines.length * sizes.line + sizes.margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="code-graph" width="${wide}" height="${total}" viewBox="0 0 ${wide} ${total}" role="img" aria-label="${escaped(picture.title)}">
<style>${style}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="#8c959f"/></marker></defs>
${arrows.map((arrow) => arrowMarkup(arrow, boxes)).join('\n')}
${boxes.map((box, at) => boxMarkup(box, at, hues.get(box.group) ?? 210)).join('\n')}
${lines.map((line, at) => `<text class="note" x="${sizes.margin}" y="${height + (at + 1) * sizes.line}">${escaped(line)}</text>`).join('\n')}
</svg>
`;
}

/** Breaks a text between words. */
function wrapped(text: string, length: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > length) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** The end of a label says more than its start. */
function shownLabel(label: string): string {
  const letters = [...plainText(label)];
  return letters.length <= labelLength ? letters.join('') : `…${letters.slice(1 - labelLength).join('')}`;
}

function boxMarkup({ x, y, width, height, label, detail, title, isTest }: PlacedBox, at: number, hue: number): string {
  const middle = round(x + sizes.padding);
  const lines = [
    `<text class="label" x="${middle}" y="${round(y + sizes.line)}">${escaped(shownLabel(label))}</text>`,
    ...(detail === null
      ? []
      : [`<text class="detail" x="${middle}" y="${round(y + 2 * sizes.line - 2)}">${escaped(detail)}</text>`]),
  ];
  return `<g class="box${isTest ? ' test' : ''}" data-box="${at}" style="--hue:${hue}"><title>${escaped(title)}</title><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="5"/>${lines.join('')}</g>`;
}

function arrowMarkup({ from, to, count, isByName, points }: PlacedArrow, boxes: readonly PlacedBox[]): string {
  const [start, end] = [from, to].map((id) => boxes.findIndex((box) => box.id === id));
  const title = `${boxes[start!]!.label} → ${boxes[end!]!.label}: ${count} ${count === 1 ? 'place' : 'places'}${isByName ? ', by name only' : ''}`;
  const width = Math.min(4, 0.8 + Math.log10(count));
  const middle = points[Math.floor(points.length / 2)];
  const label = middle === undefined ? '' : `<text x="${round(middle.x)}" y="${round(middle.y - 3)}">${count}</text>`;
  return `<g class="arrow${isByName ? ' name' : ''}" data-from="${start}" data-to="${end}"><title>${escaped(title)}</title><path d="${curve(points)}" stroke-width="${round(width)}" marker-end="url(#tip)"/>${label}</g>`;
}

/** A smooth line through the points. */
function curve(points: readonly Point[]): string {
  const [first, ...others] = points;
  if (first === undefined) return '';
  const parts = [`M${round(first.x)} ${round(first.y)}`];
  let last = first;
  for (const point of others) {
    const half = (last.x + point.x) / 2;
    parts.push(`C${round(half)} ${round(last.y)} ${round(half)} ${round(point.y)} ${round(point.x)} ${round(point.y)}`);
    last = point;
  }
  return parts.join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Marks the arrows of the box under the pointer, and what they link it with. A click keeps the marks. */
const script = `
  const svg = document.querySelector('svg');
  let kept = null;
  const mark = (box) => {
    svg.classList.toggle('marking', box !== null);
    for (const one of svg.querySelectorAll('.on')) one.classList.remove('on');
    if (box === null) return;
    const on = new Set([box]);
    for (const arrow of svg.querySelectorAll('.arrow')) {
      const { from, to } = arrow.dataset;
      if (from !== box && to !== box) continue;
      arrow.classList.add('on');
      on.add(from).add(to);
    }
    for (const one of svg.querySelectorAll('.box')) if (on.has(one.dataset.box)) one.classList.add('on');
  };
  for (const box of svg.querySelectorAll('.box')) {
    box.addEventListener('pointerenter', () => mark(box.dataset.box));
    box.addEventListener('pointerleave', () => mark(kept));
    box.addEventListener('click', (event) => {
      event.stopPropagation();
      kept = kept === box.dataset.box ? null : box.dataset.box;
      mark(kept);
    });
  }
  document.addEventListener('click', () => mark((kept = null)));
  document.addEventListener('keydown', (event) => event.key === 'Escape' && mark((kept = null)));
`;

const pageStyle = `
  :root { color-scheme: light dark; }
  body { margin: 0; background: light-dark(#fff, #16181d); }
  .box { cursor: pointer; }
  .marking .box:not(.on), .marking .arrow:not(.on) { opacity: 0.15; }
  .marking .arrow.on path { stroke: light-dark(#0969da, #58a6ff); }`;

export function htmlOf(picture: Picture): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escaped(picture.title)}</title>
<style>${pageStyle}
</style>
</head>
<body>
${svgOf(picture)}<script>${script}</script>
</body>
</html>
`;
}
