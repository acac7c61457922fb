/** The protocol's kinds of symbols and tokens, by the kinds of definitions. */
import { SymbolKind } from 'vscode-languageserver/node';
import type { SymbolNode } from '../../model/graph.ts';

export const symbolKinds: Record<SymbolNode['kind'], SymbolKind> = {
  class: SymbolKind.Class,
  interface: SymbolKind.Interface,
  typeAlias: SymbolKind.Struct,
  enum: SymbolKind.Enum,
  enumMember: SymbolKind.EnumMember,
  function: SymbolKind.Function,
  method: SymbolKind.Method,
  property: SymbolKind.Property,
  variable: SymbolKind.Variable,
  component: SymbolKind.Class,
  module: SymbolKind.Module,
  macro: SymbolKind.Function,
  file: SymbolKind.File,
};

export const tokenTypes = [
  'namespace',
  'class',
  'interface',
  'type',
  'enum',
  'enumMember',
  'function',
  'method',
  'property',
  'variable',
  'macro',
] as const;
export const tokenModifiers = ['declaration'] as const;

const typeOfKind: Record<SymbolNode['kind'], (typeof tokenTypes)[number]> = {
  class: 'class',
  interface: 'interface',
  typeAlias: 'type',
  enum: 'enum',
  enumMember: 'enumMember',
  function: 'function',
  method: 'method',
  property: 'property',
  variable: 'variable',
  component: 'class',
  module: 'namespace',
  macro: 'macro',
  file: 'namespace',
};

/** The number of a kind in `tokenTypes`. */
export function tokenType(kind: SymbolNode['kind']): number {
  return tokenTypes.indexOf(typeOfKind[kind]);
}

/** Kinds that are types: they have a type hierarchy. */
export const typeKinds: ReadonlySet<SymbolNode['kind']> = new Set([
  'class',
  'interface',
  'enum',
  'typeAlias',
  'component',
]);
/** Kinds that run, or whose construction runs something: they have a call hierarchy. */
export const calledKinds: ReadonlySet<SymbolNode['kind']> = new Set([
  'function',
  'method',
  'component',
  'macro',
  'class',
  'property',
  'variable',
]);
