/** Properties of containers, and members of namespaces, in languages whose rules say `callsByName`. */
import { ops } from '../../model/file-summary.ts';
import { numberValue } from '../members/builtin-types.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { exportedValue } from '../resolve/names.ts';
import { type Inference, nodeValue } from '../questions/questions.ts';
import type { Value } from '../questions/values.ts';

/** Properties that are an element of a list. */
const elementNames: ReadonlySet<string> = new Set(
  'Value Current First Last Result Item1 value head last first get'.split(' '),
);
/** Properties that are a number of elements. */
const sizeNames: ReadonlySet<string> = new Set('Count Length size length'.split(' '));
/** Properties that are a list of the same elements. */
const listNames: ReadonlySet<string> = new Set(
  'indices toList toSeq toSet toVector reverse tail init distinct iterator'.split(' '),
);

/**
 * The value of a `member` node whose receiver is a container, promise, primitive or namespace; null for any other receiver. Properties that are not
 * listed here are external.
 */
export function containerMember(i: Inference, file: ProgramFile, node: number): Value | null {
  if (!file.rules.callsByName) return null;
  const receiver = nodeValue(i, file, file.operand(node, 0));
  const name = file.text(file.operand(node, 1));
  switch (receiver?.kind) {
    case 'list':
      if (sizeNames.has(name)) return numberValue;
      if (listNames.has(name)) return { kind: 'list', of: receiver.of };
      return elementNames.has(name) ? receiver.of : { kind: 'external' };
    case 'map':
      return ofMap(receiver, name);
    case 'promise':
      return name === 'Result' ? receiver.of : { kind: 'external' };
    case 'primitive':
      return { kind: 'external' };
    case 'external': {
      const found = file.op(node) === ops.member ? (dialectOf(file).qualifiedName?.(i, file, node) ?? null) : null;
      return found === null ? null : exportedValue(i, found);
    }
    default:
      return null;
  }
}

function ofMap(map: Value & { kind: 'map' }, name: string): Value | null {
  switch (name) {
    case 'Key':
    case 'key':
    case '_1':
      return map.key;
    case 'Value':
    case 'value':
    case '_2':
      return map.of;
    case 'Keys':
    case 'keys':
      return { kind: 'list', of: map.key };
    case 'Values':
    case 'values':
      return { kind: 'list', of: map.of };
    case 'entries':
      return { kind: 'list', of: map };
    default:
      return sizeNames.has(name) ? numberValue : { kind: 'external' };
  }
}
