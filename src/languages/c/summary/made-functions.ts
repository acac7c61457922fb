/** Functions that macros make of blocks: `TEST(Suite, Name) { … }`. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { isOfFixture, madeFunction, makesTest } from '../macro-definitions.ts';
import { inBlock, partsOf, placeOf, textOf, type Collector } from './collector.ts';
import type { Declarator } from './declarators.ts';
import { declareEach } from './parameters.ts';
import { stubOf } from './stubs.ts';

/** Whether a declarator is that of a rewritten call: in the file, no name starts within a word. */
export function isMadeByMacro(c: Collector, { name }: Declarator): boolean {
  return name.startIndex > 0 && /\w/.test(c.source[name.startIndex - 1]!);
}

/**
 * Declares the function, whose body is the block. Only its own file can name it. Tests have names that no code can write, because the framework
 * calls them: a call of `sort` in the test `sort` means another function. A test of a fixture is a method of it.
 */
export function visitMadeFunction(c: Collector, node: SyntaxNode, declarator: Declarator): void {
  const { writer } = c;
  const declaratorNode = node.childForFieldName('declarator');
  const made = declaratorNode === null ? null : madeFunction(declaratorNode);
  const body = node.childForFieldName('body');
  if (made === null || body === null) return;
  const macro = /^\w*/.exec(c.source.slice(node.startIndex, node.startIndex + 100))![0];
  writer.site(siteKinds.call, writer.name(macro, c.scope), placeOf(node), c.scope);
  const scopes = made.suite === null || !c.isCpp || !isOfFixture(macro) ? [] : [made.suite];
  const parent =
    scopes.length === 0
      ? -1
      : stubOf(c, { ...declarator, name: made.name, scopes: [textOf(c, made.suite!)], scopeNodes: scopes });
  const name = textOf(c, made.name);
  const entity = writer.entity({
    name: makesTest(macro) || made.suite !== null ? `${macro} ${name}` : name,
    kind: parent === -1 ? entityKinds.function : entityKinds.method,
    flags: entityFlags.implemented | entityFlags.private,
    ...placeOf(made.name),
    scope: c.outer,
    parent,
  });
  const { owner, returns, typeParameters } = c;
  inBlock(c, () => {
    c.scope = writer.scope(c.scope, scopeKinds.function, entity);
    writer.set(entity, entityFields.ownScope, c.scope);
    Object.assign(c, { owner: -1, typeParameters: 0, returns: null });
    writer.set(entity, entityFields.listA, declareEach(c, made.parameters, entity));
    for (const part of partsOf(body)) c.visit(part);
  });
  Object.assign(c, { owner, returns, typeParameters });
}
