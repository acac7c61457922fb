/**
 * Calls in macro bodies, which the grammar leaves as text. A name before a parenthesis is a call, unless it is a parameter or a
 * keyword.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, ops, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { writeTemplate } from '../../../model/languages/macro-template.ts';
import { partsOf, placeOf, textOf, type Collector } from './collector.ts';
import { templateOf } from './macro-templates.ts';

const keywords: ReadonlySet<string> = new Set(
  (
    'if for while switch return sizeof alignof typeof __typeof__ defined do else case catch decltype noexcept static_assert _Static_assert ' +
    '__attribute__ __declspec __asm__ asm __builtin_expect new delete throw operator int char void const struct union enum'
  ).split(' '),
);

/** Matches a name before a parenthesis, with the sign before the name. Also matches strings and comments, so that they are skipped. */
const calls =
  /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\.){1,16}'|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|(->|\.|::|#)?[ \t]*\b([A-Za-z_]\w*)(?=[ \t]*\()/g;

/** Longer bodies are tables of data. */
const maxLength = 20_000;

/** Writes the calls in the body of a macro. @param entity the macro */
export function visitMacroBody(c: Collector, node: SyntaxNode, entity: number): void {
  const value = node.childForFieldName('value');
  if (value === null) return;
  const text = textOf(c, value).slice(0, maxLength);
  if (!text.includes('(')) return;
  const { writer } = c;
  const parameterNames = new Set(parametersOf(c, node));
  const start = placeOf(value);
  let scope = -1;
  let [line, lineStart] = [0, 0];
  for (const match of text.matchAll(calls)) {
    const [all, sign, name] = match;
    // `#name` makes a string. A name after `::` is skipped, because the pattern does not read the scope before it.
    if (name === undefined || keywords.has(name) || parameterNames.has(name) || sign === '#' || sign === '::') continue;
    const offset = match.index + all.length - name.length;
    for (let next = text.indexOf('\n', lineStart); next !== -1 && next < offset; next = text.indexOf('\n', lineStart)) {
      line++;
      lineStart = next + 1;
    }
    const place = { line: start.line + line, column: (line === 0 ? start.column : 1) + offset - lineStart };
    if (scope === -1) scope = writer.scope(0, scopeKinds.function, entity);
    const callee = sign === undefined ? writer.name(name, 0) : writer.node(ops.member, 0, writer.string(name));
    writer.site(siteKinds.call, callee, place, scope);
  }
}

/** Writes what the macro makes of its arguments. @param entity the macro */
export function writeMacroTemplate(c: Collector, node: SyntaxNode, entity: number): void {
  const value = node.childForFieldName('value');
  const parameters = parametersOf(c, node);
  if (value === null || parameters.length === 0) return;
  const entries = templateOf(parameters, textOf(c, value));
  if (entries.length === 0) return;
  const { writer } = c;
  writer.set(entity, entityFields.context, writer.node(ops.literalType, writer.string(writeTemplate(entries))));
}

function parametersOf(c: Collector, node: SyntaxNode): string[] {
  const parameters = node.childForFieldName('parameters');
  return parameters === null ? [] : partsOf(parameters).map((part) => textOf(c, part));
}
