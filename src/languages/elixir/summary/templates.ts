/** Finds the components that a `~H` template renders, and the calls in its braces and `<% … %>`. */

export interface TemplateCall {
  /** The module before the name, without the dot; '' for a local call. */
  module: string;
  name: string;
  arity: number;
  /** Offset of the name in the text. */
  at: number;
}

const part = /<%!--|<!--|<%[=%#]?|\{|<((?:[A-Z]\w*\.)*)(\.?)([a-z_]\w*[?!]?)/g;
const call = /"(?:[^"\\]|\\.)*"|(&?)((?:[A-Z]\w*\.)*)([a-z_]\w*[?!]?)(?:\(|\/(\d))|%>|[{}]/g;
/** A name after one of these is a part of a larger name. */
const partOfOther = /[\w.@:]/;

/** Longer templates are generated (UTF-16 units). */
const maxLength = 200_000;
/** Of a longer call only this much is read. */
const maxCall = 2000;

export function templateCalls(text: string): TemplateCall[] {
  const calls: TemplateCall[] = [];
  if (text.length > maxLength) return calls;
  part.lastIndex = 0;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    const [written, path, dot, name] = found;
    if (written.endsWith('!--') || written === '<%#') {
      const end = text.indexOf(written === '<!--' ? '-->' : written === '<%#' ? '%>' : '--%>', part.lastIndex);
      if (end === -1) break;
      part.lastIndex = end;
    } else if (written === '{' || written.startsWith('<%')) {
      if (written !== '<%%') part.lastIndex = readExpression(text, part.lastIndex, calls);
    } else if (name !== undefined && (path !== '' || dot !== '')) {
      const at = found.index + written.length - name.length;
      calls.push({ module: (path ?? '').replace(/\.$/, ''), name, arity: 1, at });
    }
  }
  return calls;
}

/** Reads up to the closing brace or `%>`; returns its offset. */
function readExpression(text: string, from: number, calls: TemplateCall[]): number {
  let depth = 0;
  call.lastIndex = from;
  for (let found = call.exec(text); found !== null; found = call.exec(text)) {
    const [written, capture, path, name, arity] = found;
    if (written === '{') depth++;
    else if (written === '%>' || (written === '}' && depth-- === 0)) return call.lastIndex;
    if (name === undefined) continue;
    const at = found.index + (capture ?? '').length + (path ?? '').length;
    const isOther = partOfOther.test(text[found.index - 1] ?? '');
    if (isOther || (arity !== undefined && capture !== '&')) continue;
    const argumentCount =
      arity === undefined ? countArguments(text, call.lastIndex) + pipedBefore(text, found.index) : Number(arity);
    calls.push({ module: (path ?? '').replace(/\.$/, ''), name, arity: argumentCount, at });
  }
  return text.length;
}

function pipedBefore(text: string, at: number): number {
  return text
    .slice(Math.max(0, at - 40), at)
    .trimEnd()
    .endsWith('|>')
    ? 1
    : 0;
}

const keyAfter = /\s*[a-z_]\w*[?!]?:\s/y;

/**
 * All keywords together count as one argument, the last.
 * @param from the offset after the opening parenthesis
 */
function countArguments(text: string, from: number): number {
  let depth = 0;
  let commas = 0;
  let isEmpty = true;
  const end = Math.min(text.length, from + maxCall);
  for (let at = from; at < end; at++) {
    const letter = text[at]!;
    if (letter === '(' || letter === '[' || letter === '{') depth++;
    else if ((letter === ')' || letter === ']' || letter === '}') && depth-- === 0) break;
    else if (letter === ',' && depth === 0) {
      commas++;
      keyAfter.lastIndex = at + 1;
      if (keyAfter.test(text)) return commas + 1;
    }
    isEmpty &&= /\s/.test(letter);
    if (letter === '"') at = text.indexOf('"', at + 1);
    if (at === -1) break;
  }
  return isEmpty ? 0 : commas + 1;
}
