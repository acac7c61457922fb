/**
 * Names that Rails derives by convention: associations of records (`belongs_to :user` returns a User), scopes, and records that
 * factories make (`create(:story)`). Where no class has the derived name, the name has no effect.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import { madeByFactory } from '../../../model/languages/ruby-summary.ts';
import { symbolOf, textOf, type Collector } from './collector.ts';

const singleAssociations: ReadonlySet<string> = new Set(['belongs_to', 'has_one']);
const listAssociations: ReadonlySet<string> = new Set(['has_many', 'has_and_belongs_to_many']);
const factories: ReadonlySet<string> = new Set(['create', 'create!', 'build', 'build_stubbed']);

/** `SearchResult` for `search_result`. */
function toClassName(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The singular of an English noun, by the common endings. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}

/** The class that `class_name: 'User'` names; null where there is none. */
function writtenClass(c: Collector, argumentNodes: readonly SyntaxNode[]): string | null {
  for (const part of argumentNodes) {
    const key = part.type === 'pair' ? part.childForFieldName('key') : null;
    if (key === null || textOf(c, key) !== 'class_name') continue;
    const value = part.childForFieldName('value');
    return value === null ? null : (/^["'](?:::)?([A-Z]\w*(?:::[A-Z]\w*)*)["']$/.exec(textOf(c, value))?.[1] ?? null);
  }
  return null;
}

/** Declares an association or a scope that a call in a class body names; does nothing for other calls. */
export function declareAssociation(c: Collector, name: string, argumentNodes: readonly SyntaxNode[]): void {
  const isSingle = singleAssociations.has(name);
  const isScope = name === 'scope';
  if (!isSingle && !isScope && !listAssociations.has(name)) return;
  if (c.owner === -1 || c.writer.scopeKind(c.scope) !== scopeKinds.class) return;
  const [first] = argumentNodes;
  const named = first?.type === 'simple_symbol' ? symbolOf(c, first) : null;
  if (named === null) return;
  const { writer, scope, owner } = c;
  const path = writtenClass(c, argumentNodes) ?? toClassName(isSingle ? named.name : singular(named.name));
  const model = isScope ? writer.entityNode(owner) : writer.name(path, scope);
  const flags = entityFlags.implemented | entityFlags.getter | (isScope ? entityFlags.static : 0);
  const value = isSingle ? writer.node(ops.instance, model) : writer.node(ops.call, writer.member(model, 'all'), 0, 0);
  writer.entity({ ...named, kind: entityKinds.property, flags, scope, parent: owner, value });
}

/** The record that `create(:story)` makes; 0 for other calls. */
export function visitFactory(c: Collector, name: string, argumentNodes: readonly SyntaxNode[]): number {
  const [first] = argumentNodes;
  const named = factories.has(name) && first?.type === 'simple_symbol' ? symbolOf(c, first) : null;
  if (named === null) return 0;
  const { writer } = c;
  return writer.node(ops.call, writer.member(writer.name(toClassName(named.name), 0), madeByFactory), 0, 0);
}
