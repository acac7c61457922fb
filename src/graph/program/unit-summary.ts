/** What a unit (a Go package, a namespace) is as a module. */
import { exportForms, exportWidth, noFacts, type LinkFacts } from '../../model/link-facts.ts';

/** The facts of a module that exports what its first `count` modules export. */
export function unitFacts(count: number): LinkFacts {
  const exports = new Int32Array(count * exportWidth);
  for (let module = 0; module < count; module++) exports.set([0, exportForms.all, module, 0], module * exportWidth);
  const modules = Array.from({ length: count }, (_, module) => String(module));
  return { ...noFacts(), strings: ['*'], exports, modules };
}
