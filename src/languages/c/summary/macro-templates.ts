/**
 * What the body of a macro makes of its arguments, for the files that call the macro: the names that it pastes of them, and the macros that it calls
 * with them. A file is read without its headers, so the linker fills in the arguments (`graph/languages/c/macro-uses.ts`).
 * Invariant: the template's size is bounded; names that the body declares are no part of it.
 */
import { maxTemplateEntries, templateMarks, type TemplateEntry } from '../../../model/languages/macro-template.ts';

/** Longer bodies are tables of data. */
const maxBody = 4000;

const tokens = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\.)*'|\/\*[^]*?\*\/|\/\/[^\n]*|##|#|[A-Za-z_]\w*|\d\w*|[^\s\\]/g;
const word = /^[A-Za-z_]\w*$/;
/** Words that may stand before a name that is not declared there. */
const beforeUses: ReadonlySet<string> = new Set('return else do case goto sizeof typeof'.split(' '));

interface Part {
  text: string;
  /** Whether the text is a name with arguments in it: `<0>_show`. */
  isMade: boolean;
}

/** @param parameters the names of the parameters. Returns no entries for a body that makes nothing of them. */
export function templateOf(parameters: readonly string[], body: string): TemplateEntry[] {
  if (parameters.length === 0 || body.length > maxBody) return [];
  const parts = partsOf(parameters, body);
  const found = new Map<string, TemplateEntry>();
  let depth = 0;
  for (let at = 0; at < parts.length && found.size < maxTemplateEntries; at++) {
    const { text, isMade } = parts[at]!;
    if (text === '{') depth++;
    else if (text === '}') depth--;
    const isCalled = parts[at + 1]?.text === '(';
    const isPasted = isMade && !/^<\d+>$/.test(text);
    if (isPasted && !isDeclared(parts, at, depth)) {
      const entry: TemplateEntry = { mark: isCalled ? templateMarks.calls : templateMarks.handsOn, names: [text] };
      found.set(`${entry.mark}${text}`, entry);
    } else if (!isMade && isCalled && word.test(text) && (at === 0 || !/[a-z]/.test(text))) {
      const args = argumentsAt(parts, at + 1);
      if (args.some((arg) => arg.includes('<')))
        found.set(`${text}(${args.join()}`, { mark: templateMarks.expands, names: [text, ...args] });
    }
  }
  return [...found.values()];
}

/** The tokens of a body, with pasted names as one part and parameters as `<0>`. */
function partsOf(parameters: readonly string[], body: string): Part[] {
  const parts: Part[] = [];
  let [isPasting, isQuoted] = [false, false];
  for (const [text] of body.matchAll(tokens)) {
    if (text === '##') isPasting = true;
    else if (text === '#') isQuoted = true;
    else if (!text.startsWith('/*') && !text.startsWith('//')) {
      const parameter = isQuoted ? -1 : parameters.indexOf(text);
      const part: Part = isQuoted
        ? { text: '""', isMade: false }
        : { text: parameter === -1 ? text : `<${parameter}>`, isMade: parameter !== -1 };
      const before = parts.at(-1);
      if (isPasting && before !== undefined) {
        before.text += part.text;
        before.isMade ||= part.isMade;
      } else parts.push(part);
      [isPasting, isQuoted] = [false, false];
    }
  }
  for (const part of parts) part.isMade &&= /^[\w<>]+$/.test(part.text);
  return parts;
}

/** Whether a name outside of braces follows its type: `int <0>_open(`, `struct ops <0>_ops =`. */
function isDeclared(parts: readonly Part[], at: number, depth: number): boolean {
  const [before, after] = [parts[at - 1]?.text ?? '', parts[at + 1]?.text ?? ''];
  if (depth > 0 || !/^[(=;[]?$/.test(after)) return false;
  return before === '*' || (word.test(before) && !beforeUses.has(before));
}

/** The arguments of a call, each of one name; '' for any other. @param open the index of the opening parenthesis */
function argumentsAt(parts: readonly Part[], open: number): string[] {
  const args: string[] = [];
  let [depth, from] = [0, open + 1];
  for (let at = open + 1; at < parts.length; at++) {
    const { text } = parts[at]!;
    if ((text === ',' || text === ')') && depth === 0) {
      const part = parts[from]!;
      args.push(at === from + 1 && (part.isMade || word.test(part.text)) ? part.text : '');
      from = at + 1;
      if (text === ')') return args;
    } else if ('([{'.includes(text)) depth++;
    else if (')]}'.includes(text)) depth--;
  }
  return [];
}
