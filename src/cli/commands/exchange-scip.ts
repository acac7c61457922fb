/**
 * `code-scout scip`: the code graph as a SCIP index, and the import of links from SCIP indexes of other tools.
 * Invariants: no file is overwritten without --force, and a failed export leaves no incomplete file; standard output says what was done.
 */
import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Engine, ScipImportReport } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { replaceFile } from '../../util/paths/replace-file.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { runIndex } from '../index-run.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { formatCount, plural } from '../terminal/quantities.ts';
import type { Terminal } from '../terminal/terminal.ts';

type ScipAction = 'export' | 'import' | 'forget';

export interface ScipOptions {
  output?: string;
  force?: boolean;
  prefix?: string;
  whole?: boolean;
}

const defaultOutput = 'index.scip';
/** An update of the index that takes longer than this (ms) shows its progress. */
const quietMs = 1000;
/** At most this many paths are listed under one title. */
const maxPaths = 10;

const optionsOf: Readonly<Record<ScipAction, readonly (keyof ScipOptions)[]>> = {
  export: ['output', 'force'],
  import: ['prefix', 'whole'],
  forget: [],
};

function invalid(field: string, expected: string, received: unknown): AppError {
  return new AppError('ValidationError', `${field} must be ${expected}`, {
    hint: 'See `code-scout scip --help`.',
    details: { field, expected, received },
  });
}

function checkArguments(action: ScipAction, file: string | undefined, options: ScipOptions): void {
  for (const name of Object.keys(options) as (keyof ScipOptions)[])
    if (!optionsOf[action].includes(name)) throw invalid(`--${name}`, `left out for ${action}`, options[name]);
  if (action === 'import' && file === undefined) throw invalid('file', 'the index to import', file);
  if (action !== 'import' && file !== undefined) throw invalid('file', `left out for ${action}`, file);
}

function fileSystemError(what: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('FileSystemError', `${what}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

async function exportIndex(
  engine: Engine,
  terminal: Terminal,
  options: ScipOptions & { json: boolean },
): Promise<void> {
  const output = resolve(terminal.workingDirectory, options.output ?? defaultOutput);
  if (options.force !== true && existsSync(output)) {
    throw new AppError('ValidationError', `${output} already exists`, {
      hint: 'Name another file with --output, or overwrite it with --force.',
      details: { field: 'output', expected: 'a file that does not exist', received: output },
    });
  }
  await runIndex(engine, { terminal, json: options.json, quietMs });
  const { pieces, report } = engine.scip.export(terminal.cancellation());
  const unfinishedPath = `${output}.${process.pid}`;
  try {
    await pipeline(pieces, createWriteStream(unfinishedPath));
    await replaceFile(unfinishedPath, output);
  } catch (error) {
    rmSync(unfinishedPath, { force: true });
    throw fileSystemError(`${output} cannot be written`, error);
  }
  if (options.json) terminal.out(printableJson({ output, ...report }));
  else {
    terminal.out(
      `Wrote ${printable(output)}: ${plural(report.documents, 'file')}, ${plural(report.symbols, 'symbol')}, ` +
        plural(report.occurrences, 'occurrence'),
    );
    for (const line of pathLines('Left out, because they changed during the export', report.changed))
      terminal.out(line);
  }
}

function pathLines(title: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > maxPaths ? [`  … and ${formatCount(paths.length - maxPaths)} more`] : [];
  return [
    `${title}: ${plural(paths.length, 'file')}`,
    ...paths.slice(0, maxPaths).map((path) => `  ${printable(path)}`),
    ...more,
  ];
}

function describeImport({ maker, covered, links, stale, outside }: ScipImportReport): string[] {
  const lines = [
    `Imported ${plural(links, 'link')} in ${plural(covered, 'file')} from ${printable(maker === '' ? 'the index' : maker)}`,
    ...pathLines('Changed since the index file was made, so not imported', stale),
    ...pathLines('Not in the project', outside),
  ];
  if (covered === 0 && outside.length > 0)
    lines.push('If the index file was made in a folder of the project, name that folder with --prefix.');
  return lines;
}

async function importIndex(
  engine: Engine,
  terminal: Terminal,
  options: { file: string; prefix: string; whole: boolean; json: boolean },
): Promise<ExitCode> {
  const file = resolve(terminal.workingDirectory, options.file);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw fileSystemError(`${file} cannot be read`, error);
  }
  await runIndex(engine, { terminal, json: options.json, quietMs });
  const { prefix, whole } = options;
  const report = await engine.scip.import(bytes, { prefix, whole, signal: terminal.cancellation() });
  if (options.json) terminal.out(printableJson(report));
  else for (const line of describeImport(report)) terminal.out(line);
  return report.covered === 0 ? exitCode.nothing : exitCode.ok;
}

/** `./a/b/` → `a/b`. Throws `AppError` for a folder outside the project. */
function projectFolder(prefix: string): string {
  const folder = posix.normalize(prefix).replace(/\/$/, '');
  if (folder.startsWith('/') || folder === '..' || folder.startsWith('../'))
    throw invalid('--prefix', 'a folder of the project, relative to its root', prefix);
  return folder === '.' ? '' : folder;
}

export async function exchangeScip(
  request: ProjectRequest,
  action: ScipAction,
  file: string | undefined,
  options: ScipOptions,
): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  checkArguments(action, file, options);
  const prefix = projectFolder(options.prefix ?? '');
  return withProject(request, async ({ engine }) => {
    switch (action) {
      case 'export':
        await exportIndex(engine, terminal, { ...options, json });
        return exitCode.ok;
      case 'import':
        return importIndex(engine, terminal, { file: file!, prefix, whole: options.whole ?? false, json });
      case 'forget': {
        await runIndex(engine, { terminal, json, quietMs });
        const files = await engine.scip.forget();
        terminal.out(
          json
            ? printableJson({ files })
            : `Dropped the imported links of ${plural(files, 'file')}; Code Scout’s own links are back`,
        );
        return exitCode.ok;
      }
    }
  });
}
