/** Types as text, as they distinguish overloads of C++: those of declarations, and those of arguments whose expression alone says its type. */
import type { SyntaxNode } from '../../language.ts';
import { ops } from '../../../model/file-summary.ts';
import { withoutTypeArguments } from '../../../util/words/type-arguments.ts';
import { partsOf, textOf, type Collector } from './collector.ts';
import type { Declarator } from './declarators.ts';
import { specifiersOf, typePart } from './types.ts';

/** Longer types are cut. */
const maxType = 100;
/** Of what stands between a type and a name of a long list, no more is read (characters). */
const maxBefore = 1000;

/** The node of a parameter's type as it distinguishes overloads: `const string&` of `const std::string& name = {}`; 0 for none. */
export function signatureType(c: Collector, parameter: SyntaxNode, declarator: Declarator | null): number {
  const text = signatureText(c, parameter, { name: declarator?.name ?? null });
  return text === null ? 0 : typeNode(c, text.replaceAll('[]', '*'));
}

/** The node of the type of a variable, a field or a function's result; 0 for none, for `auto` alone, and in C, which has no overloads. */
export function declaredType(c: Collector, declaration: SyntaxNode, declarator: Declarator): number {
  if (!c.isCpp) return 0;
  const isFunction = declarator.parameters !== null;
  const { type: written } = specifiersOf(c, declaration);
  const text = signatureText(c, declaration, { name: declarator.name, written, ...(isFunction ? { end: declarator.name.startIndex } : {}) }); // prettier-ignore
  return text === null || text === 'auto' || text.startsWith('decltype') ? 0 : typeNode(c, text);
}

/** The node of the type that an alias names, with its template arguments; 0 for none. */
export function aliasedType(c: Collector, aliased: SyntaxNode | null, declarator: SyntaxNode | null): number {
  if (!c.isCpp || aliased === null) return 0;
  if (aliased.type === 'type_descriptor') return writtenType(c, aliased);
  const between = declarator === null ? '' : c.source.slice(aliased.endIndex, declarator.startIndex);
  return typeNode(c, plainType(textOf(c, aliased)) + signsOf(between));
}

/** The node of the type that a type descriptor writes; 0 for none. */
export function writtenType(c: Collector, descriptor: SyntaxNode): number {
  const written = typePart(descriptor);
  if (written === null) return 0;
  const after = c.source.slice(written.endIndex, descriptor.endIndex);
  return typeNode(c, withConst(c, { from: descriptor.startIndex, written, after }, plainType(textOf(c, written))));
}

function typeNode({ writer }: Collector, text: string): number {
  return text === '' ? 0 : writer.node(ops.literalType, writer.string(text));
}

interface DeclaredName {
  /** Null for a parameter without a name. */
  name: SyntaxNode | null;
  /** The part that is the type. */
  written?: SyntaxNode | null;
  /** Where the type ends, if not with the declaration. */
  end?: number;
}

/**
 * The text of a declared type. It has no scopes and no template arguments, and what is passed by value no `const`; null for none.
 */
function signatureText(
  c: Collector,
  node: SyntaxNode,
  {
    name,
    written = typePart(node),
    end = node.childForFieldName('default_value')?.startIndex ??
      (node.type.endsWith('parameter_declaration') ? node.endIndex : arrayEnd(c, node, name)),
  }: DeclaredName,
): string | null {
  if (written === null) return null;
  const around = (from: number, to: number): string => c.source.slice(from, Math.max(from, to));
  const after =
    name === null
      ? around(written.endIndex, end)
      : around(Math.max(written.endIndex, name.startIndex - maxBefore), name.startIndex) + around(name.endIndex, end);
  return withConst(c, { from: node.startIndex, written, after }, plainType(withoutTypeArguments(textOf(c, written))));
}

/** Behind the brackets of a declared array: `a[2][3]`. */
function arrayEnd(c: Collector, node: SyntaxNode, name: SyntaxNode | null): number {
  const from = (name ?? node).endIndex;
  return from + (/^(?:\s*\[[^\]\n]*\])*/.exec(c.source.slice(from, from + maxType))?.[0].length ?? 0);
}

interface Written {
  /** Where the declaration starts. */
  from: number;
  written: SyntaxNode;
  /** What follows the type, without the declared name. */
  after: string;
}

function withConst(c: Collector, { from, written, after }: Written, plain: string): string {
  const signs = signsOf(after);
  const isConst = /\bconst\b/.test(c.source.slice(from, written.endIndex) + after.split(/[*&]/, 1)[0]!);
  return `${isConst && /[*&[]/.test(signs) ? 'const ' : ''}${plain.slice(0, maxType)}${signs}`;
}

/** A type without keywords and scopes. */
function plainType(type: string): string {
  return type
    .replaceAll(/<[^<>]*>\s*(?=::)/g, '')
    .replaceAll(/\b(?:const|volatile|typename|struct|class|enum|constexpr)\b|(?:(?<!\w)\w+\s*)?::/g, ' ')
    .replaceAll(/[.()~,#{}]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** What makes a type a pointer, a reference or an array, or expands it. */
function signsOf(after: string): string {
  return after
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\bconst\b|\[[^\]]*\]?/g, (part) => (part === 'const' ? '' : '[]'))
    .replaceAll(/[^*&[\].]/g, '')
    .replaceAll('...', '…')
    .replaceAll('.', '');
}

/** The types of expressions whose type is always the same. */
const fixedTypes: ReadonlyMap<string, string> = new Map([
  ['true', 'bool'],
  ['false', 'bool'],
  ['null', 'nullptr_t'],
  ['nullptr', 'nullptr_t'],
  ['sizeof_expression', 'size_t'],
]);
const characters: Readonly<Record<string, string>> = { L: 'wchar_t', u: 'char16_t', U: 'char32_t' };
const casts: ReadonlySet<string> = new Set('static_cast dynamic_cast reinterpret_cast const_cast'.split(' '));

/** An argument's node, with the argument's type where the expression alone says it. @param value the node of its value */
export function typedArgument(c: Collector, argument: SyntaxNode, value: number): number {
  if (!c.isCpp) return value;
  const node = withoutBrackets(argument);
  const sign = node.type === 'pointer_expression' ? (node.childForFieldName('operator')?.type ?? '') : '';
  if (value !== 0 && (sign === '&' || sign === '*')) return c.writer.node(ops.typed, value, c.writer.string(sign));
  const text = literalType(c, node) ?? castType(c, node);
  return text === null ? value : c.writer.node(ops.typed, value, c.writer.string(text));
}

function withoutBrackets(argument: SyntaxNode): SyntaxNode {
  let node = argument;
  for (let depth = 0; depth < maxBrackets && node.type === 'parenthesized_expression'; depth++)
    node = node.namedChild(0) ?? node;
  return node;
}
const maxBrackets = 8;

function literalType(c: Collector, node: SyntaxNode): string | null {
  switch (node.type) {
    case 'number_literal':
      return numberType(textOf(c, node).replaceAll("'", '').toLowerCase());
    case 'char_literal':
      return characters[prefixOf(c, node)] ?? 'char';
    case 'string_literal':
    case 'raw_string_literal':
    case 'concatenated_string':
      return `const ${characters[prefixOf(c, node)] ?? 'char'}[]`;
    default:
      return fixedTypes.get(node.type) ?? null;
  }
}

/** The letter before the quote of a literal; empty for none. */
function prefixOf(c: Collector, node: SyntaxNode): string {
  return /^(?:L|u(?!8)|U)(?=R?["'])/.exec(c.source.slice(node.startIndex, node.startIndex + 3))?.[0] ?? '';
}

/** The type of a number in lower case; `0` for zero, which is a null pointer too. A target with 64 bits is assumed. */
function numberType(text: string): string | null {
  if (/^0+(?:x0*)?$/.test(text)) return '0';
  const isHex = text.startsWith('0x');
  if (isHex ? text.includes('p') : /[.e]/.test(text))
    return text.endsWith('f') ? 'float' : text.endsWith('l') ? 'long double' : 'double';
  const suffix = /(?<![ul])[ul]*$/.exec(text)![0];
  const value = Number(text.slice(0, text.length - suffix.length));
  if (!Number.isFinite(value)) return null;
  const isUnsigned = suffix.includes('u');
  const length = suffix.replace('u', '');
  if (length === 'll') return isUnsigned ? 'unsigned long long' : 'long long';
  if (length === 'l') return isUnsigned ? 'unsigned long' : 'long';
  if (isUnsigned) return value < 2 ** 32 ? 'unsigned int' : 'unsigned long';
  return value < 2 ** 31 ? 'int' : isHex && value < 2 ** 32 ? 'unsigned int' : 'long';
}

/** The written type of a cast or a construction: `(T) x`, `static_cast<T>(x)`, `int(x)`, `int{x}`, `new T`; null for other expressions. */
function castType(c: Collector, node: SyntaxNode): string | null {
  if (node.type === 'cast_expression') return textOfType(c, node.childForFieldName('type'));
  if (node.type === 'new_expression') {
    const made = node.childForFieldName('type');
    return made === null ? null : `${plainType(withoutTypeArguments(textOf(c, made)))}*`;
  }
  if (node.type === 'compound_literal_expression') return textOfPrimitive(c, node.childForFieldName('type'));
  const callee = node.type === 'call_expression' ? node.childForFieldName('function') : null;
  if (callee === null) return null;
  if (callee.type !== 'template_function') return textOfPrimitive(c, callee);
  const [name, args] = partsOf(callee);
  const isCast = name !== undefined && args !== undefined && casts.has(textOf(c, name));
  return isCast ? textOfType(c, partsOf(args)[0] ?? null) : null;
}

function textOfPrimitive(c: Collector, type: SyntaxNode | null): string | null {
  return type?.type === 'primitive_type' || type?.type === 'sized_type_specifier' ? textOf(c, type) : null;
}

function textOfType(c: Collector, descriptor: SyntaxNode | null): string | null {
  const node = descriptor === null ? 0 : writtenType(c, descriptor);
  return node === 0 ? null : c.writer.text(c.writer.operand(node, 0));
}
