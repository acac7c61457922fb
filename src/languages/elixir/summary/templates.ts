/** Finds the components that a `~H` template renders, and the calls in its braces and `<% … %>`. */

export interface TemplateCall {
  /** The module before the name, without the dot; '' for a local call. */
  module: string;
  name: string;
  arity: number;
  /** Offset of the name in the text. */
  offset: number;
}

const templatePart = /<%!--|<!--|<%[=%#]?|\{|<((?:[A-Z]\w*\.)*)(\.?)([a-z_]\w*[?!]?)/g;
/** Strings, calls and brackets. A name after one of the signs is a part of a larger name. */
const callPattern = /"(?:[^"\\]|\\.){0,2000}"|(?<![\w.@:])(&?)((?:[A-Z]\w*\.)*)([a-z_]\w*[?!]?)(?:\(|\/(\d))|%>|[{}]/g;

/** Longer templates are generated, and are not read (UTF-16 units). */
const maxLength = 200_000;
/** How much of a call is read to count its arguments (UTF-16 units). */
const maxCall = 2000;

export function templateCalls(text: string): TemplateCall[] {
  const calls: TemplateCall[] = [];
  if (text.length > maxLength) return calls;
  templatePart.lastIndex = 0;
  for (let found = templatePart.exec(text); found !== null; found = templatePart.exec(text)) {
    const [matched, path, dot, name] = found;
    if (matched.endsWith('!--') || matched === '<%#') {
      const end = text.indexOf(matched === '<!--' ? '-->' : matched === '<%#' ? '%>' : '--%>', templatePart.lastIndex);
      if (end === -1) break;
      templatePart.lastIndex = end;
    } else if (matched === '{' || matched.startsWith('<%')) {
      if (matched !== '<%%') templatePart.lastIndex = collectCalls(text, templatePart.lastIndex, calls);
    } else if (name !== undefined && (path !== '' || dot !== '')) {
      const offset = found.index + matched.length - name.length;
      calls.push({ module: (path ?? '').replace(/\.$/, ''), name, arity: 1, offset });
    }
  }
  return calls;
}

/** Adds the calls up to the closing brace or `%>` to `calls`; returns the offset after the brace or `%>`. */
function collectCalls(text: string, from: number, calls: TemplateCall[]): number {
  let depth = 0;
  callPattern.lastIndex = from;
  for (let found = callPattern.exec(text); found !== null; found = callPattern.exec(text)) {
    const [matched, capture, path, name, arity] = found;
    if (matched === '{') depth++;
    else if (matched === '%>' || (matched === '}' && depth-- === 0)) return callPattern.lastIndex;
    if (name === undefined) continue;
    const offset = found.index + (capture ?? '').length + (path ?? '').length;
    if (arity !== undefined && capture !== '&') continue;
    const argumentCount =
      arity === undefined
        ? countArguments(text, callPattern.lastIndex) + pipedArguments(text, found.index)
        : Number(arity);
    calls.push({ module: (path ?? '').replace(/\.$/, ''), name, arity: argumentCount, offset });
  }
  return text.length;
}

/** 1 where `|>` precedes the offset, else 0. */
function pipedArguments(text: string, offset: number): number {
  return text
    .slice(Math.max(0, offset - 40), offset)
    .trimEnd()
    .endsWith('|>')
    ? 1
    : 0;
}

/** A keyword after a comma. */
const keyAfter = /\s*[a-z_]\w*[?!]?:\s/y;

/**
 * Counts the arguments of a call. All keywords together are one argument, the last.
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
