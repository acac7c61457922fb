/**
 * Compiles guard.ts to one plain JavaScript file, because every process of the tests loads it: stripping its types
 * would cost each of them 60 ms.
 */
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Gives the file's path. The name contains a digest of the content, so that concurrent runs share the file. */
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
