/**
 * `code-scout index` where nothing has changed, as hooks and scripts run it: told without configuration, engine or index.
 * Invariant: next to nothing is loaded for it, since it is most of what such a start takes.
 */
import { join } from 'node:path';
import { usualDatabase } from '../config/product.ts';
import { writtenSettings } from '../config/written-settings.ts';
import { settledAsWritten } from '../engine/settled-index.ts';
import { findRoot, type ProjectRequest } from './asked-root.ts';
import { describeRun } from './describe-run.ts';

/**
 * Whether it was told; `written` is what the configuration is to be made of.
 * @param request without options
 */
export async function tellSettled(request: ProjectRequest): Promise<{ isTold: boolean; written: string | null }> {
  const { terminal } = request;
  const root = findRoot(request);
  const written = writtenSettings(root, terminal.environment);
  const report = written === null ? null : await settledAsWritten(root, written, terminal.environment.forGit);
  if (report !== null) for (const line of describeRun(report, join(root, usualDatabase))) terminal.out(line);
  return { isTold: report !== null, written };
}
