/** Modules, protocols and their implementations, and their imports. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, heritage, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import {
  argumentsOf,
  declareModule,
  endModule,
  fullName,
  quoteClassName,
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
    // The name is computed, so the declarations inside belong to no known module.
    const { module } = c;
    c.module = null;
    visitBody(c, call, args);
    c.module = module;
    return 0;
  }
  const outer = c.module;
  const module = declareModule(c, name, placeOfLast(first));
  // In the rest of the surrounding module, the first part of the new module's name is an alias.
  const [short = ''] = first.text.split('.');
  if (first.type === 'alias' && outer !== null) c.aliases = new Map(c.aliases).set(short, `${outer.name}.${short}`);
  withinModule(c, module, () => visitBody(c, call, args));
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
  const typeNames = types.map((type) => moduleNamed(c, type)).filter((name) => name !== '');
  const place = placeOfLast(types[0]?.type === 'alias' ? types[0] : first);
  const module = declareModule(c, `${protocol}.${typeNames[0] ?? c.module?.name ?? ''}`, place);
  const protocolNode = c.writer.name(protocol, c.scope);
  module.heritagePairs.push(heritage.implements, protocolNode);
  c.writer.site(siteKinds.implements, protocolNode, placeOfLast(first), c.scope);
  for (const type of types) c.visit(type);
  withinModule(c, module, () => visitBody(c, call, args));
  return 0;
}

/** Runs `work` inside a module that was declared. */
function withinModule(c: Collector, newModule: Module, work: () => void): void {
  const { writer } = c;
  const { scope, module, isQuoted, quoter } = c;
  c.scope = writer.scope(0, scopeKinds.class, newModule.entity);
  writer.set(newModule.entity, entityFields.ownScope, c.scope);
  for (const name of c.imports) newModule.heritagePairs.push(heritage.mixesIn, writer.name(name, c.scope));
  c.module = newModule;
  c.isQuoted = false;
  c.quoter = '';
  withinBlock(c, work);
  endModule(c, newModule);
  Object.assign(c, { scope, module, isQuoted, quoter });
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
  const moduleNode = writer.name(name, scope);
  writer.site(kind, moduleNode, placeOfLast(node), scope);
  return moduleNode;
}

/** `alias`, and `require A, as: B`. */
export function visitAlias(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const as = optionOf(args, 'as');
  const isAlias = call.childForFieldName('target')?.text === 'alias';
  for (const named of namedModules(c, args[0])) {
    writeImportSite(c, named);
    const short = as?.type === 'alias' ? as.text : isAlias ? named.name.slice(named.name.lastIndexOf('.') + 1) : '';
    if (short !== '' && !named.name.startsWith(':')) c.aliases = new Map(c.aliases).set(short, named.name);
  }
  return 0;
}

interface CompleteImport {
  name: string;
  moduleNode: number;
}

/** Records a complete import: for the surrounding module, and for modules nested in it that come later. */
function recordImport(c: Collector, owner: Module | null, { name, moduleNode }: CompleteImport): void {
  if (owner !== null) owner.heritagePairs.push(heritage.mixesIn, moduleNode);
  if (!c.isQuoted) c.imports = [...c.imports, name];
}

export function visitImport(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const only = optionOf(args, 'only');
  const owner = ownerOf(c, call);
  for (const named of namedModules(c, args[0])) {
    const moduleNode = writeImportSite(c, named);
    if (only?.type === 'list' && !c.isQuoted) importOnly(c, named.name, only);
    else recordImport(c, owner, { name: named.name, moduleNode });
  }
  return 0;
}

/** Records the names of `import A, only: [f: 1]`. */
function importOnly(c: Collector, module: string, only: SyntaxNode): void {
  const importedNames = new Map(c.importedNames);
  for (const pair of partsOf(only).flatMap((part) => (part.type === 'keywords' ? partsOf(part) : []))) {
    const name = pair.childForFieldName('key')?.text.replace(/:\s*$/, '') ?? '';
    importedNames.set(memberName(name, Number(pair.childForFieldName('value')?.text)), module);
  }
  c.importedNames = importedNames;
}

/** `use A` mixes in the class for the code that A inserts everywhere; `use A, :web` also the class of the code that `A.web` quotes. */
export function visitUse(c: Collector, call: SyntaxNode): number {
  const args = argumentsOf(call);
  const [, argument] = args;
  const owner = ownerOf(c, call);
  for (const named of namedModules(c, args[0])) {
    writeImportSite(c, named, siteKinds.extends);
    for (const quoter of argument?.type === 'atom' ? ['', argument.text.slice(1)] : ['']) {
      const name = quoteClassName(named.name, quoter);
      recordImport(c, owner, { name, moduleNode: c.writer.name(name, c.scope) });
    }
  }
  for (const option of args.slice(1)) c.visit(option);
  return 0;
}

/** `@behaviour A`. */
export function visitBehaviour(c: Collector, call: SyntaxNode): number {
  const owner = ownerOf(c, call);
  for (const named of namedModules(c, argumentsOf(call)[0])) {
    const moduleNode = writeImportSite(c, named, siteKinds.implements);
    if (owner !== null) owner.heritagePairs.push(heritage.implements, moduleNode);
  }
  return 0;
}

/** A module that is named as a value, a type or a struct: `A.B`. */
export function visitModuleName(c: Collector, node: SyntaxNode, kind: number = siteKinds.type): number {
  const name = moduleNamed(c, node);
  if (name === '') return 0;
  const { writer, scope } = c;
  const moduleNode = c.module?.name === name ? writer.entityNode(c.module.entity) : writer.name(name, scope);
  writer.site(kind, moduleNode, placeOfLast(node), scope);
  return moduleNode;
}
