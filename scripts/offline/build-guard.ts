/** Makes one file of plain JavaScript of guard.ts, since every process of the tests loads it: taking its types away would cost each 60 ms. */
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Gives the file's path. It is named by its contents, so that runs beside each other share it. */
export function buildGuard(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('guard.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const code = outputFiles[0]!.contents;
  const path = join(tmpdir(), `offline-guard-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
  if (existsSync(path)) return path;
  writeFileSync(`${path}.${process.pid}`, code);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
