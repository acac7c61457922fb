/** The state of one walk over an Elixir file, and what every part of it does. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { partOf, partsOf, placeOf, type Place } from '../../collecting.ts';

export { partOf, partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/** Full names of modules by what a part of a file calls them. */
export type Aliases = ReadonlyMap<string, string>;

/** A module whose body is around. */
export interface Module {
  /** Its full name; of an implementation with that of what it is for. */
  name: string;
  entity: number;
  /** What it sees without naming it: pairs of `heritage`. */
  seen: number[];
  /** Functions, macros and types that it declares, by name and arity. */
  readonly declared: Map<string, number>;
  /** What modules that use this one are given, by the function that quotes it: '' for all of them. */
  readonly given: Map<string, Module>;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope of the facts that sites and entities are written with. */
  scope: number;
  module: Module | null;
  aliases: Aliases;
  /** Names of what is seen without being named: modules in it see that too. */
  imports: readonly string[];
  /** Inside of `quote`: what stands there is for who uses the module. */
  quoted: boolean;
  /** The function around that takes nothing: `use Web, :controller` is given what `def controller` quotes; else ''. */
  giver: string;
  /** Full names of modules by what is imported from them by name. */
  imported: ReadonlyMap<string, string>;
  /** Inside of `@spec` and the like, where names mean types. */
  inType: boolean;
  /** Arguments that the call that is visited next gets from elsewhere: 1 behind `|>`. */
  piped: number;
  depth: number;
  visit(node: SyntaxNode): number;
}

/** What a call is given in its parentheses, or behind its name; keywords are one. */
export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = partOf(call, 'arguments');
  return list === null ? [] : partsOf(list);
}

/** Where the last name of `A.B` or `__MODULE__.B` stands. */
export function placeOfLast(named: SyntaxNode): Place {
  const node = named.type === 'dot' ? (named.childForFieldName('right') ?? named) : named;
  const { line, column } = placeOf(node);
  return { line, column: column + (node.type === 'alias' ? node.text.lastIndexOf('.') + 1 : 0) };
}

/** What stands on a side of an operator, parentheses around it left out: they have the field's name too. */
export function sideOf(node: SyntaxNode, side: 'left' | 'right' | 'operand'): SyntaxNode | null {
  const at = node.childForFieldName(side);
  if (at === null || at.isNamed) return at;
  const parts = partsOf(node);
  return (side === 'left' ? parts[0] : parts.at(-1)) ?? null;
}

/** The value of `key:` in a list of keywords. */
export function optionOf(args: readonly SyntaxNode[], key: string): SyntaxNode | null {
  const last = args.at(-1);
  if (last?.type !== 'keywords') return null;
  for (const pair of partsOf(last)) {
    const written = pair.childForFieldName('key')?.text ?? '';
    if (written.startsWith(`${key}:`)) return pair.childForFieldName('value');
  }
  return null;
}

/** The full name that `A.B` or `__MODULE__.A` means where it stands; '' where nobody can tell. */
export function fullName(c: Collector, written: string): string {
  const name = written.replace(/\s+/g, '');
  const dot = name.indexOf('.');
  const first = dot === -1 ? name : name.slice(0, dot);
  const rest = dot === -1 ? '' : name.slice(dot);
  // In `quote` it is whoever uses the module.
  if (first === '__MODULE__') return c.module === null || c.quoted ? '' : c.module.name + rest;
  if (first === 'Elixir' && rest !== '') return rest.slice(1);
  return (c.aliases.get(first) ?? first) + rest;
}

/** The module that an expression names; '' where it is none that is written out. */
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

/** A function, macro or callback as a member of its module. */
export function memberName(name: string, arity: number): string {
  return `${name}/${arity}`;
}

/** Types have names apart from functions. */
export function typeName(name: string, arity: number): string {
  return `type ${name}/${arity}`;
}

/** Does `work`, with which what it gives names to, or sees without them, ends. */
export function withinBlock(c: Collector, work: () => void): void {
  const { aliases, imports, imported } = c;
  work();
  Object.assign(c, { aliases, imports, imported });
}

/** Where declarations and imports belong: to the module around or, in `quote`, to whoever uses it. */
export function ownerOf(c: Collector, at: SyntaxNode): Module | null {
  const { module, giver } = c;
  if (module === null || !c.quoted) return module;
  let given = module.given.get(giver);
  if (given === undefined) {
    given = declareModule(c, givenName(module.name, giver), { line: at.startPosition.row + 1, column: 0 });
    module.given.set(giver, given);
  }
  return given;
}

/** The name under which a module's gifts to who uses it are found. */
export function givenName(module: string, giver: string): string {
  return giver === '' ? `use ${module}` : `use ${module} ${giver}`;
}

/** A module of that full name; it has no scope yet. */
export function declareModule({ writer }: Collector, name: string, place: Readonly<Place>): Module {
  const flags = entityFlags.implemented | entityFlags.global;
  const entity = writer.entity({ name, kind: entityKinds.class, flags, scope: 0 }, place);
  return { name, entity, seen: [], declared: new Map(), given: new Map() };
}

/** What it sees is known now. */
export function endModule({ writer }: Collector, module: Module): void {
  for (const one of [module, ...module.given.values()])
    writer.set(one.entity, entityFields.listA, writer.list(one.seen));
}
