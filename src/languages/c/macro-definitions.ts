/**
 * Functions that a macro of another file makes of the block behind its call: `TEST(Suite, Name) { … }`,
 * `SYSCALL_DEFINE3(read, unsigned int, fd, …) { … }`, `TEST_CASE("adds two") { … }`. The grammars read such a call in several ways, mostly as a
 * statement, so it is rewritten as a function whose parameters say the name: `T $T(Suite, Name) {`.
 * Invariant: the text keeps its length and lines, and a name its place.
 */
import type { SyntaxNode } from '../language.ts';
import { partsOf } from '../collecting.ts';

/** A call of a macro at the start of a line, up to the block behind it. Arguments may contain parentheses and strings. */
const calls =
  /^(?<macro>[A-Z][A-Z0-9_]{2,80})[ \t]?\((?<args>(?:[^()";{}#]|"(?:[^"\\\n]|\\.){0,200}"|\([^()";{}]{0,200}\)){1,2000})\)(?=(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*\/){0,20}\{)/gm;
const plainName = /^[A-Za-z_]\w{0,80}$/;

/** Macros whose first argument is the suite or the fixture, and whose second one is the name: `TEST`, `TYPED_TEST`, `TEST_F`, `BENCHMARK_F`. */
const ofSuites = /TEST$|_[FP]$/;
/** Macros whose first argument is a class, whose members the block sees. */
const ofFixtures = /_[FP]$|^TYPED_TEST$/;

/** Rewrites the calls in a file. */
export function rewriteMacroDefinitions(text: string): string {
  return text.replace(calls, (found: string, ...rest: unknown[]) => {
    const { macro, args } = rest.at(-1) as { macro: string; args: string };
    const offset = rest.at(-3) as number;
    const parameters = startsItem(text, offset) ? parametersOf(macro, args) : null;
    if (parameters === null) return found;
    const open = found.length - args.length - 2;
    return `${macro[0]!} $${found.slice(3, open)}(${parameters})`;
  });
}

/** Whether nothing before an offset belongs to what starts there: `static int` on the line above does, and parameters do. */
function startsItem(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 400), offset).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (
    before === '' ||
    /[;{}]$|\*\/$|\/\/[^\n]*$/.test(before) ||
    /^\w+\([^\n]*\)$/.test(line) ||
    (/^[ \t]*#/.test(line) && !line.endsWith('\\'))
  );
}

/** The arguments of a call as parameters that begin with the name, or with the suite and the name; null for arguments that say no name. */
function parametersOf(macro: string, args: string): string | null {
  const parts = splitArguments(args);
  const [first, second] = parts.map((part) => part.trim());
  const name = /^\s*"([^"\\\n]+)"/.exec(args);
  if (name !== null) {
    // The name's characters must be those of one word for the grammar; its text is read from the file.
    const from = args.indexOf('"') + 1;
    const word = `_${name[1]!.slice(1).replace(/\W/g, '_')}`;
    return blank(args.slice(0, from)) + word + blank(args.slice(from + word.length));
  }
  if (first === undefined || !plainName.test(first)) return null;
  if (parts.length === 2 && ofSuites.test(macro) && plainName.test(second!)) return args;
  const given = parts.slice(1);
  return parts[0]! + (typedParameters(given) ?? given.map((part) => ` ${blank(part)}`).join(''));
}

/** `, unsigned int, fd, size_t, count` as `, unsigned int  fd, size_t  count`; null for other arguments. */
function typedParameters(parts: readonly string[]): string | null {
  const isPaired =
    parts.length > 0 &&
    parts.length % 2 === 0 &&
    parts.every((part, at) =>
      at % 2 === 0 ? /^\s*[A-Za-z_][\w\s]*(?:\*[*\s]*)?$/.test(part) : plainName.test(part.trim()),
    );
  if (!isPaired) return null;
  return parts.map((part, at) => (at % 2 === 0 ? `,${part.replace(/\b__[a-z]+\b/g, blank)}` : ` ${part}`)).join('');
}

function splitArguments(args: string): string[] {
  const parts: string[] = [];
  let [from, depth] = [0, 0];
  for (const { 0: mark, index } of args.matchAll(/'(?:[^'\\\n]|\\.){1,16}'|"(?:[^"\\\n]|\\[^])*"?|[(),]/g)) {
    if (mark === '(') depth++;
    else if (mark === ')') depth--;
    else if (mark === ',' && depth === 0) {
      parts.push(args.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, args.slice(from)];
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** What a rewritten call says. */
export interface MadeFunction {
  name: SyntaxNode;
  /** The suite or fixture before the name; null for none. */
  suite: SyntaxNode | null;
  parameters: readonly SyntaxNode[];
}

/** @param declarator the declarator of a rewritten call */
export function madeFunction(declarator: SyntaxNode): MadeFunction | null {
  const list = declarator.childForFieldName('parameters');
  const [first, second, ...rest] = list === null ? [] : partsOf(list);
  const name = first === undefined ? null : nameIn(first);
  if (name === null) return null;
  const inSuite = second === undefined || rest.length > 0 ? null : nameIn(second);
  if (inSuite !== null) return { name: inSuite, suite: name, parameters: [] };
  return { name, suite: null, parameters: second === undefined ? [] : [second, ...rest] };
}

/** The name that a parameter without a declarator is; null for a parameter. */
function nameIn(parameter: SyntaxNode): SyntaxNode | null {
  const [name, declarator] = partsOf(parameter);
  return declarator === undefined && name?.type.endsWith('identifier') === true ? name : null;
}

/** Whether the block of a macro sees the members of the class that is the first argument. */
export function isOfFixture(macro: string): boolean {
  return ofFixtures.test(macro);
}

/** Whether a macro makes a test: no code calls it by the name that the arguments give. */
export function makesTest(macro: string): boolean {
  return /TEST|BENCHMARK/.test(macro);
}
