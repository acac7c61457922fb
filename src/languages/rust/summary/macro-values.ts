/**
 * The value of a macro call, where a rule's expression gives one of its arguments (`ctry!(x)`): the macro becomes a generic function,
 * `fn ctry!<T>(val: Option<T>) -> T`.
 */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds } from '../../../model/file-summary.ts';
import { namedType, placeOf, type Collector } from './collector.ts';
import { partsOf } from './node-codes.ts';

/** Which argument a macro gives, and whether it is unwrapped. */
interface Given {
  position: number;
  isUnwrapped: boolean;
}

/** A longer rule is not examined (UTF-16 units). */
const maxLength = 2000;

/** @param rules the nodes of the macro's rules */
export function declareMacroValue(c: Collector, entity: number, rules: readonly SyntaxNode[]): void {
  const given = rules.map((rule) => givenBy(c, rule)).find((one) => one !== null);
  if (given === undefined || given === null || rules[0] === undefined) return;
  const { writer, scope } = c;
  const place = { ...placeOf(rules[0]), scope };
  const parameter = writer.entity({ name: 'T', kind: entityKinds.typeParameter, ...place });
  const type = namedType(c, ['T'], scope, 0);
  const accepted = given.isUnwrapped ? namedType(c, ['Option'], scope, writer.list([type])) : type;
  const parameters = Array.from({ length: given.position + 1 }, (_, at) =>
    writer.entity({
      name: '',
      kind: entityKinds.parameter,
      ...place,
      parent: entity,
      type: at === given.position ? accepted : 0,
    }),
  );
  writer.set(entity, entityFields.listA, writer.list(parameters));
  writer.set(entity, entityFields.listB, writer.list([parameter]));
  writer.set(entity, entityFields.type, type);
}

function givenBy({ source }: Collector, rule: SyntaxNode): Given | null {
  const [pattern, body] = partsOf(rule);
  if (pattern === undefined || body === undefined || rule.endIndex - rule.startIndex > maxLength) return null;
  const names = [...source.slice(pattern.startIndex, pattern.endIndex).matchAll(/\$(\w+)\s*:\s*(\w+)/g)];
  const expression = source
    .slice(body.startIndex + 1, body.endIndex - 1)
    .replace(/\/\/[^\n]*/g, '')
    .trim()
    .replace(/^\{([\s\S]*)\}$/, '$1')
    .trim();
  for (const [position, [, name, kind]] of names.entries()) {
    if (kind !== 'expr') continue;
    const argument = `\\(?&?\\$${name}\\)?`;
    if (new RegExp(`^${argument}$`).test(expression)) return { position, isUnwrapped: false };
    const isUnwrapped =
      new RegExp(`^${argument}(?:\\.map_err\\([^;]*\\))?(?:\\?|\\.(?:unwrap|expect)\\([^;]*\\))$`).test(expression) ||
      (new RegExp(`^(?:match ${argument} \\{)`).test(expression) &&
        /(?:\{|,)\s*(?:[\w:]+::)?(?:Ok|Some)\((\w+)\)\s*=>\s*(?:\{\s*)?\1\s*(?:\}|,)/.test(expression));
    if (isUnwrapped) return { position, isUnwrapped: true };
  }
  return null;
}
