/**
 * The answer of `read_file`: first the file's properties, then, in a part of its own, its text as it is on disk.
 * Invariant: the texts of consecutive pages together are exactly the file's text.
 */
import type { FilePage, TextPage } from '../../engine/types.ts';
import { largestFitting, oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';

export interface ReadRequest {
  startLine: number;
  startColumn: number;
  maxChars: number;
  say: Wording;
}

interface FileDraft {
  texts: string[];
  structured: Record<string, unknown>;
}

/** Where a page ends and the next one starts. */
interface PageEnd {
  endLine: number;
  next: { line: number; column: number } | null;
}

const encodingNames: Record<TextPage['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252 (Latin-1)',
};

/** The first `maxLength` characters, or fewer: the cut is after a whole line if one fits, and never inside a surrogate pair. */
function cutAtLineEnd(text: string, maxLength: number): string {
  if (maxLength >= text.length) return text;
  const lineEnd = text.lastIndexOf('\n', maxLength - 1);
  if (lineEnd !== -1) return text.slice(0, lineEnd + 1);
  const isHalf = maxLength > 1 && /[\ud800-\udbff]/.test(text[maxLength - 1]!);
  return text.slice(0, isHalf ? maxLength - 1 : maxLength);
}

function endOf(text: string, isLast: boolean, { startLine, startColumn }: ReadRequest): PageEnd {
  let lineBreaks = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineBreaks++;
  const endsWithBreak = text.endsWith('\n');
  const endLine = startLine + lineBreaks - (endsWithBreak && lineBreaks > 0 ? 1 : 0);
  if (isLast) return { endLine, next: null };
  if (endsWithBreak) return { endLine, next: { line: endLine + 1, column: 1 } };
  const column = text.length - text.lastIndexOf('\n') + (lineBreaks === 0 ? startColumn - 1 : 0);
  return { endLine, next: { line: endLine, column } };
}

function lineEnds(text: string): 'CRLF' | 'mixed' | null {
  const pairs = text.split('\r\n').length - 1;
  if (pairs === 0) return null;
  return pairs === text.split('\n').length - 1 ? 'CRLF' : 'mixed';
}

function notesOf({ isDamaged, totalLines }: TextPage, { next }: PageEnd, say: Wording): string[] {
  const notes = isDamaged ? ['Some bytes are not text in this encoding; they are shown as U+FFFD.'] : [];
  if (next === null) return notes;
  const { line, column } = next;
  const place = { start_line: line, ...(column === 1 ? {} : { start_column: column }) };
  return [...notes, `Not shown yet: ${restWords(next, totalLines)}; ${say.repeat(place)} goes on there.`];
}

function restWords({ line, column }: NonNullable<PageEnd['next']>, totalLines: number | null): string {
  const whole = column === 1 ? line : line + 1;
  const lines = whole === totalLines ? `line ${whole}` : `lines ${whole}-${totalLines}`;
  if (totalLines === null)
    return column === 1 ? `line ${line} and what follows` : `the rest of line ${line} and what follows`;
  if (column === 1) return lines;
  return `the rest of line ${line}${whole > totalLines ? '' : ` and ${lines}`}`;
}

function textDraft({ path, via, size }: FilePage, page: TextPage, text: string, request: ReadRequest): FileDraft {
  const { totalLines, hasMark } = page;
  const end = endOf(text, page.isLast && text.length === page.text.length, request);
  const encoding = `${encodingNames[page.encoding]}${hasMark ? ' with a byte order mark' : ''}`;
  const lineEnding = lineEnds(text);
  const notes = totalLines === 0 ? ['The file is empty.'] : notesOf(page, end, request.say);
  const range = `${request.startLine}-${end.endLine}${totalLines === null ? '' : ` of ${totalLines}`}`;
  const head = [
    `File: ./${oneLine(path)}`,
    ...(via === null ? [] : [`Link: ./${oneLine(via)} leads here`]),
    ...(totalLines === 0 ? [] : [`Lines: ${range}`]),
    `Size: ${size} ${size === 1 ? 'byte' : 'bytes'}`,
    ...(encoding === 'UTF-8' ? [] : [`Encoding: ${encoding}`]),
    ...(lineEnding === null ? [] : [`Line ends: ${lineEnding}`]),
    ...notes.map((note) => `note: ${note}`),
  ];
  return {
    texts: [`${head.join('\n')}\n`, ...(text === '' ? [] : [text])],
    structured: {
      file_path: path,
      ...(via === null ? {} : { link: via }),
      kind: 'text',
      size,
      ...(totalLines === null ? {} : { total_lines: totalLines }),
      ...(totalLines === 0 ? {} : { start_line: request.startLine, end_line: end.endLine }),
      encoding,
      ...(lineEnding === null ? {} : { line_ends: lineEnding }),
      ...(end.next === null ? {} : { next_start_line: end.next.line }),
      ...(end.next === null || end.next.column === 1 ? {} : { next_start_column: end.next.column }),
      ...(notes.length === 0 ? {} : { notes }),
      text,
    },
  };
}

export function formatFile(file: FilePage, request: ReadRequest): FileDraft {
  const { path, via, size, content } = file;
  if (content.kind === 'binary') {
    const { type, isImage } = content;
    const note = `${isImage ? 'An image' : 'Not text'}: there is nothing to read as text.`;
    const link = via === null ? [] : [`Link: ./${oneLine(via)} leads here`];
    return {
      texts: [
        [`File: ./${oneLine(path)}`, ...link, `Type: ${type}`, `Size: ${size} bytes`, `note: ${note}`, ''].join('\n'),
      ],
      structured: {
        file_path: path,
        ...(via === null ? {} : { link: via }),
        kind: isImage ? 'image' : 'binary',
        type,
        size,
        notes: [note],
      },
    };
  }
  const draft = (maxLength: number): FileDraft =>
    textDraft(file, content, cutAtLineEnd(content.text, maxLength), request);
  const maxLength = largestFitting(Math.max(1, content.text.length), request.maxChars, (count) => {
    const { texts, structured } = draft(count);
    return { text: texts.join('\n'), structured };
  });
  return draft(maxLength);
}
