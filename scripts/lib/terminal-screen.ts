/** What a terminal shows, as tmux captures it: text with the sequences of its colours; and that as a part of a page. */

export interface ScreenSize {
  columns: number;
  rows: number;
}

interface Look {
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  inverse: boolean;
  colour: number | null;
}

const plain: Look = { bold: false, dim: false, italic: false, underline: false, inverse: false, colour: null };

/** Of the sixteen colours of a dark terminal. */
const palette = [
  '#3b4252',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#61afef',
  '#c678dd',
  '#56b6c2',
  '#d7dee9',
  '#7f8a9c',
  '#ff7a85',
  '#b5e890',
  '#ffd68a',
  '#82c4ff',
  '#e29bff',
  '#7fdbe6',
  '#ffffff',
];
const back = '#10151f';
const text = '#d7dee9';

function styledBy(look: Look, codes: readonly number[]): Look {
  let next = look;
  for (const code of codes) {
    if (code === 0) next = plain;
    else if (code === 1) next = { ...next, bold: true };
    else if (code === 2) next = { ...next, dim: true };
    else if (code === 3) next = { ...next, italic: true };
    else if (code === 4) next = { ...next, underline: true };
    else if (code === 7) next = { ...next, inverse: true };
    else if (code === 22) next = { ...next, bold: false, dim: false };
    else if (code === 23) next = { ...next, italic: false };
    else if (code === 24) next = { ...next, underline: false };
    else if (code === 27) next = { ...next, inverse: false };
    else if (code >= 30 && code <= 37) next = { ...next, colour: code - 30 };
    else if (code === 39) next = { ...next, colour: null };
    else if (code >= 90 && code <= 97) next = { ...next, colour: code - 82 };
  }
  return next;
}

function cssOf({ bold, dim, italic, underline, inverse, colour }: Look): string {
  const ink = colour === null ? text : palette[colour]!;
  const rules = [
    ...(colour !== null || inverse ? [`color:${inverse ? back : ink}`] : []),
    ...(inverse ? [`background:${ink}`] : []),
    ...(bold ? ['font-weight:700'] : []),
    ...(dim ? ['opacity:.6'] : []),
    ...(italic ? ['font-style:italic'] : []),
    ...(underline ? ['text-decoration:underline'] : []),
  ];
  return rules.join(';');
}

function escaped(part: string): string {
  return part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The styles as elements. @param screen lines with sequences of colours; other sequences are left out */
export function screenHtml(screen: string): string {
  let look = plain;
  let html = '';
  let last = 0;
  const put = (part: string): void => {
    const css = cssOf(look);
    html += part === '' || css === '' ? escaped(part) : `<span style="${css}">${escaped(part)}</span>`;
  };
  for (const { 0: sequence, 1: codes, index } of screen.matchAll(
    /\u001b\[([\d;]*)m|\u001b\][^\u001b\u0007]*(?:\u001b\\|\u0007)/g,
  )) {
    put(screen.slice(last, index));
    if (codes !== undefined) look = styledBy(look, codes.split(';').map(Number));
    last = index + sequence.length;
  }
  put(screen.slice(last));
  return html;
}

/** A page with screens side by side, as wide as they need. */
export function screensPage(screens: readonly (ScreenSize & { title: string; lines: string })[]): string {
  const parts = screens.map(
    ({ title, columns, lines }) =>
      `<section><h1>${escaped(title)}</h1><pre style="width:${columns}ch">${screenHtml(lines)}</pre></section>`,
  );
  return [
    '<!doctype html><meta charset="utf-8"><style>',
    `body{margin:0;padding:12px;display:inline-flex;gap:16px;background:#2b3242;align-items:flex-start}`,
    `h1{font:600 12px system-ui,sans-serif;color:${text};margin:0 0 6px}`,
    `pre{margin:0;padding:10px;background:${back};color:${text};font:13px/1.3 "DejaVu Sans Mono",ui-monospace,monospace;border-right:1px dashed #e06c75}`,
    '</style>',
    ...parts,
  ].join('\n');
}
