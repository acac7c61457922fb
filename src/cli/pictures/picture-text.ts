/** Pictures as texts for other programs to draw: Mermaid and DOT. Invariant: no name can end a label or a comment, or be taken for a word of the format. */
import { comment } from '../../tools/graph-text/mermaid.ts';
import { plainText } from '../../tools/graph-text/drawing.ts';
import type { Box, Picture } from './picture.ts';

function namesOf(boxes: readonly Box[]): ReadonlyMap<string, string> {
  return new Map(boxes.map(({ id }, at) => [id, `n${at}`]));
}

/** What could start Markdown, HTML, a directive or an entity becomes one of Mermaid's entity codes. */
function mermaidText(text: string): string {
  const plain = plainText(text);
  // One underscore at the edge of a word stays: only two of them could enclose an emphasis.
  const edges = plain.match(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu) ?? [];
  const special = edges.length > 1 ? /[#&<>"'`%{}[\]()|\\;*_~$@]/g : /[#&<>"'`%{}[\]()|\\;*~$@]/g;
  return plain.replaceAll(special, (character) => `#${character.charCodeAt(0)};`);
}

export function mermaidOf({ title, boxes, arrows, notes }: Picture): string {
  const names = namesOf(boxes);
  return `${[
    'flowchart LR',
    comment(title),
    ...boxes.map(
      ({ id, label, detail }) =>
        `  ${names.get(id)}["${mermaidText(label)}${detail === null ? '' : `<br/>${mermaidText(detail)}`}"]`,
    ),
    ...arrows.map(
      ({ from, to, count, isByName }) => `  ${names.get(from)} ${isByName ? '-.->' : '-->'}|${count}| ${names.get(to)}`,
    ),
    ...notes.map(comment),
  ].join('\n')}\n`;
}

/** In DOT, `"` would end the string, and a backslash start an escape. */
function dotText(text: string): string {
  return plainText(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`);
}

export function dotOf({ title, boxes, arrows, notes }: Picture): string {
  const names = namesOf(boxes);
  return `${[
    ...[title, ...notes].map((note) => `// ${plainText(note)}`),
    'digraph code {',
    '  rankdir=LR;',
    '  node [shape=box];',
    ...boxes.map(({ id, label, detail, title: whole, isTest }) => {
      const text = `${dotText(label)}${detail === null ? '' : `\\n${dotText(detail)}`}`;
      return `  ${names.get(id)} [label="${text}", tooltip="${dotText(whole)}"${isTest ? ', style=dashed' : ''}];`;
    }),
    ...arrows.map(
      ({ from, to, count, isByName }) =>
        `  ${names.get(from)} -> ${names.get(to)} [label="${count}", weight=${count}${isByName ? ', style=dashed' : ''}];`,
    ),
    '}',
  ].join('\n')}\n`;
}
