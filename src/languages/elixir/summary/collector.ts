/** The state of one walk over an Elixir file, and the helpers of all its parts. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { partOf, partsOf, placeOf, type Place } from '../../collecting.ts';

export { partOf, partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/** Full module names by the alias that is used in a part of a file. */
export type Aliases = ReadonlyMap<string, string>;

/** A surrounding module. */
export interface Module {
  /** The module's full name. For an implementation: the protocol's name with that of the implementing type. */
  name: string;
  entity: number;
  /** The modules that this module mixes in or implements: pairs of a `heritage` code and a type. */
  heritagePairs: number[];
  /** Entities of the functions, macros and callbacks that the module declares, by name and arity, and of its attributes by name. */
  readonly declared: Map<string, number>;
  /**
   * The classes for code that `use` inserts into other modules, by the function whose `quote` contains the code; '' for code that
   * every `use` inserts.
   */
  readonly quotes: Map<string, Module>;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** The current scope of the summary: new sites and entities get it. */
  scope: number;
  module: Module | null;
  aliases: Aliases;
  /** Names of modules that are imported completely: nested modules inherit these imports. */
  imports: readonly string[];
  /** Whether the walk is inside a `quote`, whose code belongs to the modules that `use` the surrounding one. */
  isQuoted: boolean;
  /**
   * The name of the surrounding function if it has no parameters, else ''. `use Web, :controller` inserts what `def controller`
   * quotes.
   */
  quoter: string;
  /** Full names of modules by the functions that are imported from them by name. */
  importedNames: ReadonlyMap<string, string>;
  /** Whether the walk is inside `@spec` or a similar attribute, where names mean types. */
  isInType: boolean;
  /** How many arguments the next visited call gets from outside of its parentheses: 1 after `|>`. */
  piped: number;
  depth: number;
  visit(node: SyntaxNode): number;
}

/** The arguments of a call, with or without parentheses; all keywords together are one. */
export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = partOf(call, 'arguments');
  return list === null ? [] : partsOf(list);
}

/** Place of the last name in `A.B` or `__MODULE__.B`. */
export function placeOfLast(named: SyntaxNode): Place {
  const node = named.type === 'dot' ? (named.childForFieldName('right') ?? named) : named;
  const { line, column } = placeOf(node);
  return { line, column: column + (node.type === 'alias' ? node.text.lastIndexOf('.') + 1 : 0) };
}

/** One side of an operator, without its parentheses: in the grammar, the parentheses have the same field name as the side. */
export function sideOf(node: SyntaxNode, side: 'left' | 'right' | 'operand'): SyntaxNode | null {
  const operand = node.childForFieldName(side);
  if (operand === null || operand.isNamed) return operand;
  const parts = partsOf(node);
  return (side === 'left' ? parts[0] : parts.at(-1)) ?? null;
}

/** The value of `key:` in a keyword list. */
export function optionOf(args: readonly SyntaxNode[], key: string): SyntaxNode | null {
  const last = args.at(-1);
  if (last?.type !== 'keywords') return null;
  for (const pair of partsOf(last)) {
    const keyText = pair.childForFieldName('key')?.text ?? '';
    if (keyText.startsWith(`${key}:`)) return pair.childForFieldName('value');
  }
  return null;
}

/** The full name that `A.B` or `__MODULE__.A` has in the current scope; '' where it is unknown. */
export function fullName(c: Collector, text: string): string {
  const name = text.replace(/\s+/g, '');
  const dot = name.indexOf('.');
  const first = dot === -1 ? name : name.slice(0, dot);
  const rest = dot === -1 ? '' : name.slice(dot);
  // Inside `quote`, `__MODULE__` is the module that uses the surrounding one.
  if (first === '__MODULE__') return c.module === null || c.isQuoted ? '' : c.module.name + rest;
  if (first === 'Elixir' && rest !== '') return rest.slice(1);
  return (c.aliases.get(first) ?? first) + rest;
}

/** The module that an expression names literally; '' for any other expression. */
export function moduleNamed(c: Collector, node: SyntaxNode | null): string {
  if (node === null) return '';
  if (node.type === 'alias') return fullName(c, node.text);
  if (node.type === 'identifier') return node.text === '__MODULE__' ? fullName(c, node.text) : '';
  if (node.type === 'dot') {
    const left = moduleNamed(c, node.childForFieldName('left'));
    const right = node.childForFieldName('right');
    return left !== '' && right?.type === 'alias' ? `${left}.${right.text}` : '';
  }
  if (node.type === 'call' && node.childForFieldName('target')?.text === 'unquote') return unquotedModule(c, node);
  return node.type === 'atom' ? node.text : '';
}

/** `unquote(__MODULE__)`. */
function unquotedModule(c: Collector, call: SyntaxNode): string {
  const [named] = argumentsOf(call);
  return c.module !== null && named?.text === '__MODULE__' ? c.module.name : '';
}

/** The member name of a function, macro or callback. */
export function memberName(name: string, arity: number): string {
  return `${name}/${arity}`;
}

/** Types have a namespace apart from functions. */
export function typeName(name: string, arity: number): string {
  return `type ${name}/${arity}`;
}

/** Runs `work`, then removes the aliases and imports that `work` has added. */
export function withinBlock(c: Collector, work: () => void): void {
  const { aliases, imports, importedNames } = c;
  work();
  Object.assign(c, { aliases, imports, importedNames });
}

/** The module that declarations and imports belong to: the surrounding one or, inside a `quote`, the class for the quoted code. */
export function ownerOf(c: Collector, node: SyntaxNode): Module | null {
  const { module, quoter } = c;
  if (module === null || !c.isQuoted) return module;
  let owner = module.quotes.get(quoter);
  if (owner === undefined) {
    owner = declareModule(c, quoteClassName(module.name, quoter), { line: node.startPosition.row + 1, column: 0 });
    module.quotes.set(quoter, owner);
  }
  return owner;
}

/** The name of the class for the code that `use` inserts into other modules. */
export function quoteClassName(module: string, quoter: string): string {
  return quoter === '' ? `use ${module}` : `use ${module} ${quoter}`;
}

/** Declares a module by its full name; its scope is set later. */
export function declareModule({ writer }: Collector, name: string, place: Readonly<Place>): Module {
  const flags = entityFlags.implemented | entityFlags.global;
  const entity = writer.entity({ name, kind: entityKinds.class, flags, scope: 0 }, place);
  return { name, entity, heritagePairs: [], declared: new Map(), quotes: new Map() };
}

/** Writes the heritage of a module and of its quoted code. Called at the end of the module, when all imports are known. */
export function endModule({ writer }: Collector, module: Module): void {
  for (const { entity, heritagePairs } of [module, ...module.quotes.values()])
    writer.set(entity, entityFields.listA, writer.list(heritagePairs));
}
