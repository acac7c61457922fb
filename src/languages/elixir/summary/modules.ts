/** Modules, protocols and their implementations, and their imports. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, heritage, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import {
  argumentsOf,
  declareModule,
  endModule,
  fullName,
  usedName,
  memberName,
  moduleNamed,
  optionOf,
  ownerOf,
  partOf,
  partsOf,
  placeOfLast,
  withinBlock,
  type Collector,
  type Module,
} from './collector.ts';

/** `defmodule`, `defprotocol`. */
export function visitModule(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const [first] = args;
  const name = first === undefined ? '' : declaredName(c, first);
  if (first === undefined || name === '') {
    // A computed name: what is declared inside belongs to no known module.
    const { module } = c;
    c.module = null;
    visitBody(c, call, args);
    c.module = module;
    return 0;
  }
  const outer = c.module;
  const module = declareModule(c, name, placeOfLast(first));
  // Inside the surrounding module, the new module is known by the first part of its own name.
  const [short = ''] = first.text.split('.');
  if (first.type === 'alias' && outer !== null) c.aliases = new Map(c.aliases).set(short, `${outer.name}.${short}`);
  within(c, module, () => visitBody(c, call, args));
  return 0;
}

function declaredName(c: Collector, first: SyntaxNode): string {
  if (first.type !== 'alias') return moduleNamed(c, first);
  const { text } = first;
  if (text.startsWith('Elixir.')) return text.slice('Elixir.'.length);
  return c.module === null ? fullName(c, text) : `${c.module.name}.${text}`;
}

/** `defimpl P, for: T`. */
export function visitImplementation(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const [first] = args;
  const protocol = moduleNamed(c, first ?? null);
  if (first === undefined || protocol === '') return visitBody(c, call, args);
  const typesNode = optionOf(args, 'for');
  const types = typesNode?.type === 'list' ? partsOf(typesNode) : typesNode === null ? [] : [typesNode];
  const named = types.map((type) => moduleNamed(c, type)).filter((name) => name !== '');
  const place = placeOfLast(types[0]?.type === 'alias' ? types[0] : first);
  const module = declareModule(c, `${protocol}.${named[0] ?? c.module?.name ?? ''}`, place);
  const protocolNode = c.writer.name(protocol, c.scope);
  module.heritagePairs.push(heritage.implements, protocolNode);
  c.writer.site(siteKinds.implements, protocolNode, placeOfLast(first), c.scope);
  for (const type of types) c.visit(type);
  within(c, module, () => visitBody(c, call, args));
  return 0;
}

function within(c: Collector, inner: Module, work: () => void): void {
  const { writer } = c;
  const { scope, module, quoted, quoter } = c;
  c.scope = writer.scope(0, scopeKinds.class, inner.entity);
  writer.set(inner.entity, entityFields.ownScope, c.scope);
  for (const name of c.imports) inner.heritagePairs.push(heritage.mixesIn, writer.name(name, c.scope));
  c.module = inner;
  c.quoted = false;
  c.quoter = '';
  withinBlock(c, work);
  endModule(c, inner);
  Object.assign(c, { scope, module, quoted, quoter });
}

/** The body between `do` and `end`, or after `do:`. */
function visitBody(c: Collector, call: SyntaxNode, args: readonly SyntaxNode[]): number {
  const block = partOf(call, 'do_block') ?? optionOf(args, 'do');
  if (block !== null) c.visit(block);
  return 0;
}

interface NamedModule {
  node: SyntaxNode;
  name: string;
}

/** The modules that `alias A.{B, C}` and the like name. */
function namedModules(c: Collector, first: SyntaxNode | undefined): NamedModule[] {
  if (first === undefined) return [];
  const right = first.type === 'dot' ? first.childForFieldName('right') : null;
  if (right?.type !== 'tuple') {
    const name = moduleNamed(c, first);
    return name === '' ? [] : [{ node: first, name }];
  }
  const left = moduleNamed(c, first.childForFieldName('left'));
  if (left === '') return [];
  return partsOf(right).flatMap((node) => (node.type === 'alias' ? [{ node, name: `${left}.${node.text}` }] : []));
}

function writeImportSite(c: Collector, { node, name }: NamedModule, kind: number = siteKinds.import): number {
  const { writer, scope } = c;
  const written = writer.name(name, scope);
  writer.site(kind, written, placeOfLast(node), scope);
  return written;
}

/** `alias`, and `require A, as: B`. */
export function visitAlias(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const as = optionOf(args, 'as');
  const isAlias = call.childForFieldName('target')?.text === 'alias';
  for (const one of namedModules(c, args[0])) {
    writeImportSite(c, one);
    const short = as?.type === 'alias' ? as.text : isAlias ? one.name.slice(one.name.lastIndexOf('.') + 1) : '';
    if (short !== '' && !one.name.startsWith(':')) c.aliases = new Map(c.aliases).set(short, one.name);
  }
  return 0;
}

interface CompleteImport {
  name: string;
  written: number;
}

/** Records a complete import: for the surrounding module, and for modules nested in it that come later. */
function recordImport(c: Collector, owner: Module | null, { name, written }: CompleteImport): void {
  if (owner !== null) owner.heritagePairs.push(heritage.mixesIn, written);
  if (!c.quoted) c.imports = [...c.imports, name];
}

export function visitImport(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const only = optionOf(args, 'only');
  const owner = ownerOf(c, call);
  for (const one of namedModules(c, args[0])) {
    const written = writeImportSite(c, one);
    if (only?.type === 'list' && !c.quoted) importOnly(c, one.name, only);
    else recordImport(c, owner, { name: one.name, written });
  }
  return 0;
}

/** `only: [f: 1]`. */
function importOnly(c: Collector, module: string, only: SyntaxNode): void {
  const imported = new Map(c.imported);
  for (const pair of partsOf(only).flatMap((part) => (part.type === 'keywords' ? partsOf(part) : []))) {
    const name = pair.childForFieldName('key')?.text.replace(/:\s*$/, '') ?? '';
    imported.set(memberName(name, Number(pair.childForFieldName('value')?.text)), module);
  }
  c.imported = imported;
}

export function visitUse(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const [, which] = args;
  const owner = ownerOf(c, call);
  for (const one of namedModules(c, args[0])) {
    writeImportSite(c, one, siteKinds.extends);
    for (const quoter of which?.type === 'atom' ? ['', which.text.slice(1)] : ['']) {
      const name = usedName(one.name, quoter);
      recordImport(c, owner, { name, written: c.writer.name(name, c.scope) });
    }
  }
  for (const option of args.slice(1)) c.visit(option);
  return 0;
}

/** `@behaviour A`. */
export function visitBehaviour(c: Collector, call: SyntaxNode): number {
  const owner = ownerOf(c, call);
  for (const one of namedModules(c, argumentsOf(call)[0])) {
    const written = writeImportSite(c, one, siteKinds.implements);
    if (owner !== null) owner.heritagePairs.push(heritage.implements, written);
  }
  return 0;
}

/** A module that is named as a value, a type or a struct: `A.B`. */
export function visitModuleName(c: Collector, node: SyntaxNode, kind: number = siteKinds.type): number {
  const name = moduleNamed(c, node);
  if (name === '') return 0;
  const { writer, scope } = c;
  const written = c.module?.name === name ? writer.entityNode(c.module.entity) : writer.name(name, scope);
  writer.site(kind, written, placeOfLast(node), scope);
  return written;
}
