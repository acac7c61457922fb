/** Parameters of primary constructors that a property of the class hides: initializers see the parameter, all other code sees the property. */
import type { SyntaxNode } from '../../language.ts';
import { entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { declareName, enclosingClass, within, type Collector, type Frame, type Place } from '../../nominal-summary.ts';

interface HiddenParameter {
  name: string;
  place: Place;
  /** Type node. */
  type: number;
}

const hidden = new WeakMap<Frame, HiddenParameter[]>();

/** Remembers a parameter of the class of a frame. */
export function hideParameter(frame: Frame, parameter: HiddenParameter): void {
  hidden.set(frame, [...(hidden.get(frame) ?? []), parameter]);
}

/** Runs `work` on an initializer of the innermost class, which sees the hidden parameters that it names. */
export function withHiddenParameters<T>(c: Collector, initializer: SyntaxNode, work: () => T): T {
  const owner = enclosingClass(c.frame);
  const parameters = owner === null ? [] : (hidden.get(owner) ?? []);
  const text = c.source.slice(initializer.startIndex, initializer.endIndex);
  const named = parameters.filter(({ name }) => text.includes(name));
  if (named.length === 0) return work();
  return within(c, { kind: 'block' }, (frame) => {
    for (const { name, place, type } of named) {
      declareName(frame, name);
      const flags = entityFlags.implemented;
      c.writer.entity({ name, kind: entityKinds.variable, ...place, scope: frame.scope, parent: -1, type, flags });
    }
    return work();
  });
}
