/** C#: namespaces that are written out before a name, in whole or from the namespaces around the file's own on. */
import { ops, unitPath } from '../model/link-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { exportedNear } from './nearest-declaration.ts';
import type { Exported } from './program.ts';
import type { Inference } from './questions.ts';

function namespaceAt(i: Inference, file: FileFacts, name: string): FileFacts | null {
  const paths: string[] = [];
  let around = file.facts.unit.slice('csharp:'.length);
  for (; around !== ''; around = around.slice(0, Math.max(0, around.lastIndexOf('.'))))
    paths.push(unitPath(`csharp:${around}.${name}`));
  return i.program.firstOf(file, [...paths, unitPath(`csharp:${name}`)]);
}

/** What the names up to `next` mean: a name in the longest namespace that there is; null for none. */
export function inNamespace(
  i: Inference,
  file: FileFacts,
  names: readonly string[],
): { found: Exported; next: number } | null {
  if (file.language !== 'csharp') return null;
  for (let count = names.length - 1; count > 0; count--) {
    const namespace = namespaceAt(i, file, names.slice(0, count).join('.'));
    const found = namespace === null ? null : exportedNear(i, file, namespace, names[count]!);
    if (found !== null && found.kind !== 'external') return { found, next: count + 1 };
  }
  return null;
}

const maxNames = 12;

/** What a chain of names as an expression means that starts with a namespace. */
export function qualified(i: Inference, file: FileFacts, node: number): Exported | null {
  if (file.language !== 'csharp') return null;
  const names: string[] = [];
  let at = node;
  for (; file.op(at) === ops.member && names.length < maxNames; at = file.operand(at, 0))
    names.unshift(file.text(file.operand(at, 1)));
  if (file.op(at) !== ops.name) return null;
  names.unshift(file.text(file.operand(at, 0)));
  const inside = inNamespace(i, file, names);
  return inside === null || inside.next !== names.length ? null : inside.found;
}
