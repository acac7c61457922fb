/** A unit (a Go package, a namespace) as a module. */
import { exportForms, exportWidth, noSummary, type FileSummary } from '../../model/file-summary.ts';

/** The summary of a module that re-exports whole each of its `count` modules. */
export function unitSummary(count: number): FileSummary {
  const exports = new Int32Array(count * exportWidth);
  for (let module = 0; module < count; module++) exports.set([0, exportForms.all, module, 0], module * exportWidth);
  const modules = Array.from({ length: count }, (_, module) => String(module));
  return { ...noSummary(), strings: ['*'], exports, modules };
}
