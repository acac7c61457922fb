/** Exceptions that tests expect: `with pytest.raises(E) as info` gives an object that holds the exception. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds } from '../../../model/file-summary.ts';
import { nameless, placeNow, type Collector } from './collector.ts';
import { instanceOf } from './narrowing.ts';
import { codeOf, codes, partsOf } from './node-codes.ts';

/** Functions of pytest and methods of unittest that expect an exception, with the attribute of their result that holds it. */
const holderAttributes: ReadonlyMap<string, string> = new Map([
  ['raises', 'value'],
  ['assertRaises', 'exception'],
  ['assertRaisesRegex', 'exception'],
  ['assertRaisesRegexp', 'exception'],
  ['assertWarns', 'warning'],
  ['assertWarnsRegex', 'warning'],
]);

export const unittestMethods: readonly string[] = [...holderAttributes.keys()].filter((name) =>
  name.startsWith('assert'),
);

/** An object that holds an instance of the class in the first argument; 0 where there is no such class. */
export function raisedHolder(c: Collector, name: string, argumentList: SyntaxNode): number {
  const { writer } = c;
  const classes =
    codeOf(argumentList) === codes.argument_list
      ? partsOf(argumentList).find((part) => codeOf(part) !== codes.comment)
      : undefined;
  if (classes === undefined || codeOf(classes) === codes.keyword_argument) return 0;
  const value = writer.withoutSites(() => instanceOf(c, classes));
  if (value === 0) return 0;
  const place = { ...placeNow(argumentList) };
  const object = writer.declare('', entityKinds.object, place, c.scope);
  writer.set(object, entityFields.parent, nameless);
  const attribute = writer.declare(holderAttributes.get(name)!, entityKinds.property, place, c.scope);
  writer.set(attribute, entityFields.parent, object);
  writer.set(attribute, entityFields.value, value);
  return writer.entityNode(object);
}
