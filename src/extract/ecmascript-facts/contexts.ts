/** What functions, object literals and calls have to be by where they stand. */
import { entityFields, entityKinds, ops } from '../../model/link-facts.ts';
import type { Collector } from './collector.ts';

/** Says what a function or object literal has to be, where `value` is one, or holds some: an array, alternatives. */
export function setContext(c: Collector, value: number, context: () => number): void {
  const { writer } = c;
  if (value === 0) return;
  if (writer.opOf(value) === ops.either || writer.opOf(value) === ops.array) {
    const isArray = writer.opOf(value) === ops.array;
    for (const [position, part] of writer.items(writer.operand(value, 0)).entries()) {
      setContext(c, part, () => (isArray ? writer.node(ops.item, context(), position) : context()));
    }
    return;
  }
  if (writer.opOf(value) === ops.call || writer.opOf(value) === ops.construct) {
    const type = context();
    if (writer.opOf(type) === ops.cast) writer.expect(value, writer.operand(type, 0));
    return;
  }
  if (writer.opOf(value) !== ops.entity) return;
  const entity = writer.operand(value, 0);
  if (writer.get(entity, entityFields.context) !== 0) return;
  const kind = writer.get(entity, entityFields.kind);
  if (kind === entityKinds.function || kind === entityKinds.object) writer.set(entity, entityFields.context, context());
}
