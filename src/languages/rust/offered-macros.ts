/** What a file says about macros that make items: those that it offers to other files, and those that it calls beside items. */
import { offered, type FileMacros, type MacroContext } from '../../model/macros.ts';
import type { Expansion } from '../language.ts';
import { areItemsRead } from './item-macros.ts';
import { lineCalls } from './macro-expansion.ts';
import { macrosIn, type MacroRules } from './macro-rules.ts';

/** A word that begins an item, or an item as an argument. */
const itemWord = /\b(?:fn|impl|struct|enum|union|trait|type|const|static|mod|item)\b/;
/** Macros whose calls declare nothing. */
const declareNothing: ReadonlySet<string> = new Set(['compile_error', 'macro_rules']);

export function itemMacrosOf(text: string, _: MacroContext, expansion: Expansion | null): FileMacros {
  const macros = text.includes('macro_rules!') ? macrosIn(text) : [];
  const offers = makersOf(text, macros).map(({ name, start, end }) => ({ name, text: text.slice(start, end) }));
  const own = new Set(macros.map(({ name }) => name));
  const calls = new Set<string>();
  let unexpanded = 0;
  for (const { name, start } of callsBesideItems(text, macros)) {
    if (expansion?.calls.has(start) !== true) unexpanded++;
    if (!own.has(name)) calls.add(name);
  }
  return { family: 'rust', ...offered(offers), calls: [...calls].sort(), unexpanded };
}

/** The macros that may make items: by their text, or by a macro that they call. */
function makersOf(text: string, macros: readonly MacroRules[]): MacroRules[] {
  const makers = new Set<string>();
  const callers = new Map<string, string[]>();
  for (const { name, start, end } of macros) {
    const rules = text.slice(start, end);
    if (itemWord.test(rules)) makers.add(name);
    for (const [, called] of rules.matchAll(/(?<!\w)(\w+)!\s*[({[]/g)) {
      const known = callers.get(called!);
      if (known === undefined) callers.set(called!, [name]);
      else known.push(name);
    }
  }
  // The loop comes to the makers that it adds, too.
  for (const maker of makers) for (const caller of callers.get(maker) ?? []) makers.add(caller);
  return macros.filter(({ name }) => makers.has(name));
}

/** The calls at the top level and in the body of a module, an impl or a trait, outside of macros. Those with items as arguments are left out. */
function callsBesideItems(text: string, macros: readonly MacroRules[]): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = [];
  const lines = new EnclosingLines(text);
  const calls = new RegExp(lineCalls);
  let macro = 0;
  for (let match = calls.exec(text); match !== null; match = calls.exec(text)) {
    const [, indent = '', name = ''] = match;
    const start = match.index + indent.length;
    while (macro < macros.length && macros[macro]!.end <= start) macro++;
    if (macros[macro] !== undefined && macros[macro]!.start < start) continue;
    if (declareNothing.has(name) || (indent !== '' && !containsItems.test(lines.around(match.index)))) continue;
    if (!areItemsRead(text, start, calls.lastIndex - 1)) found.push({ name, start });
  }
  return found;
}

/** The first line of what contains items. */
const containsItems = /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:mod|impl|trait|extern)\b/;
/** Lines that are no first line of a block, whatever their indentation. */
const continuing = /^(?:#|\/\/|where\b|\{$|\)|\})/;

/** The lines that enclose others, by the usual indentation. */
class EnclosingLines {
  readonly #text: string;
  #next = 0;
  readonly #open: { indent: number; line: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The line before an offset that is indented less; '' for none. @param lineStart ascending from call to call */
  around(lineStart: number): string {
    const text = this.#text;
    while (this.#next <= lineStart) {
      const end = text.indexOf('\n', this.#next);
      const line = text.slice(this.#next, end === -1 ? text.length : end);
      const isLast = this.#next === lineStart;
      this.#next = end === -1 ? text.length + 1 : end + 1;
      const indent = line.search(/\S/);
      if (indent === -1 || continuing.test(line.slice(indent))) continue;
      while ((this.#open.at(-1)?.indent ?? -1) >= indent) this.#open.pop();
      const around = this.#open.at(-1)?.line ?? '';
      this.#open.push({ indent, line });
      if (isLast) return around;
    }
    return '';
  }
}
