/**
 * `code-scout export --site`: the explorer with its answers as files that a browser opens from disk.
 * Invariants: only the named folder is written, only if it is new, empty or an earlier export, and through no link in it. An earlier export is removed by
 * its own list of files, so that what somebody has put beside them stays.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerFileOf, siteHandover, type SiteInfo } from '../../explorer/contract.ts';
import { collectSite, type SiteAnswers } from '../../explorer/site/site-answers.ts';
import { AppError } from '../../model/error.ts';
import { assetUrl } from '../../util/assets.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { refreshIndex } from '../index-run.ts';
import { withProject } from '../project.ts';
import { confirmAtTerminal } from '../setup/confirm.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { formatCount, plural } from '../terminal/quantities.ts';

export interface SiteOptions {
  site: string;
  range?: string;
  symbols?: string;
  maxSize?: string;
  force?: boolean;
}

/** Says that a folder is an export, and which files it wrote. */
const listName = 'code-scout-site.json';
const folders = ['assets', 'answers'] as const;
const ownFile = /^(?:index\.html|assets\/explorer\.(?:js|css)|answers\/(?:site|\d+)\.js)$/;
/** About the size of a file of answers. */
const bucketBytes = 250_000;
/** An update of the index that takes longer than this (ms) shows its progress. */
const quietMs = 1000;
/** Between two lines of progress (ms). */
const progressMs = 5000;
const usualSymbols = 1000;
const usualMegabytes = 50;

export async function exportSite(request: ProjectRequest, options: SiteOptions): Promise<ExitCode> {
  const { terminal } = request;
  const limits = {
    symbols: wholeNumber('--symbols', options.symbols, { least: 1, most: 1_000_000, usual: usualSymbols }),
    bytes: wholeNumber('--max-size', options.maxSize, { least: 1, most: 1000, usual: usualMegabytes }) * 1e6,
  };
  const { range = null } = options;
  if (range !== null && !range.includes('..')) throw invalid('--range', 'two commits with .. between them', range);
  const folder = resolve(terminal.workingDirectory, options.site);
  const earlier = earlierExport(folder);
  if (earlier !== null && options.force !== true) {
    const question = `${printable(folder)} has an earlier export. Overwrite it?`;
    if (!terminal.inputIsTerminal || !(await confirmAtTerminal(question))) throw notOverwritten(folder);
  }
  return withProject(request, async ({ engine }) => {
    const json = request.options.json === true;
    await refreshIndex(engine, { terminal, json, quietMs });
    let last = Date.now();
    const site = await collectSite(engine, {
      ...{ range, limits, signal: terminal.cancellation() },
      onProgress: (symbols, files) => {
        if (json || Date.now() - last < progressMs) return;
        last = Date.now();
        terminal.err(`Writing ${plural(symbols, 'symbol')}, ${plural(files, 'file')} …`);
      },
    });
    const { bytes, files } = writeSite(folder, site, earlier ?? []);
    const { info } = site;
    if (json) terminal.out(printableJson({ folder, written: files, bytes, ...info }));
    else {
      const part = ({ inSite, total }: { inSite: number; total: number }, what: string): string =>
        `${formatCount(inSite)} of ${plural(total, what)}`;
      terminal.out(
        `Wrote ${printable(folder)}: ${part(info.symbols, 'definition')} and ${part(info.files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB`,
      );
      terminal.out(`Open ${printable(join(folder, 'index.html'))}`);
    }
    return exitCode.ok;
  });
}

/** The files of the export that a folder has; null where it is new or empty. Throws `AppError` for any other folder. */
function earlierExport(folder: string): string[] | null {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isDirectory()) throw invalid('--site', 'a folder', folder);
  const names = readdirSync(folder);
  if (names.length === 0) return null;
  if (!names.includes(listName)) {
    throw new AppError('ValidationError', `${printable(folder)} is not empty, and no earlier export`, {
      hint: 'Name a new folder: nothing of yours is overwritten.',
      details: { field: '--site', expected: 'a new or empty folder, or an earlier export', received: folder },
    });
  }
  for (const name of folders) {
    const inner = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (inner !== undefined && !inner.isDirectory()) throw invalid('--site', `a folder without a link ${name}`, folder);
  }
  return listedFiles(join(folder, listName));
}

/** A list that somebody has changed names no file that is not of an export. */
function listedFiles(path: string): string[] {
  try {
    const { files } = JSON.parse(readFileSync(path, 'utf8')) as { files: unknown };
    return Array.isArray(files)
      ? files.filter((one): one is string => typeof one === 'string' && ownFile.test(one))
      : [];
  } catch {
    return [];
  }
}

function writeSite(
  folder: string,
  { info, answers }: SiteAnswers,
  earlier: readonly string[],
): { bytes: number; files: number } {
  const files = siteFiles(info, answers);
  for (const name of [...earlier, listName]) rmSync(join(folder, name), { force: true });
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true });
  let bytes = 0;
  try {
    // The list comes first: what a full disk leaves behind is recognised as an export.
    writeFileSync(join(folder, listName), JSON.stringify({ files: [...files.keys()] }), { flag: 'wx' });
    for (const [name, content] of files) {
      // `wx` follows no link.
      writeFileSync(join(folder, name), content, { flag: 'wx' });
      bytes += Buffer.byteLength(content);
    }
  } catch (error) {
    const message = `The site cannot be written: ${error instanceof Error ? error.message : String(error)}`;
    throw new AppError('FileSystemError', message, { cause: error });
  }
  return { bytes, files: files.size };
}

function siteFiles(
  collected: SiteAnswers['info'],
  answers: SiteAnswers['answers'],
): Map<string, string | Buffer<ArrayBuffer>> {
  const size = [...answers.values()].reduce((sum, { length }) => sum + length, 0);
  const buckets = Math.max(1, Math.ceil(size / bucketBytes));
  const info: SiteInfo = { ...collected, buckets };
  const tables = Array.from({ length: buckets }, (): string[] => []);
  for (const [key, json] of answers) tables[answerFileOf(key, buckets)]!.push(`${JSON.stringify(key)}:${json}`);
  const asset = (name: string): Buffer<ArrayBuffer> => readFileSync(assetUrl(`web/${name}`));
  return new Map<string, string | Buffer<ArrayBuffer>>([
    ['index.html', asset('site.html')],
    ['assets/explorer.js', asset('explorer.js')],
    ['assets/explorer.css', asset('explorer.css')],
    // JSON is a part of JavaScript.
    ['answers/site.js', `${siteHandover.site}(${JSON.stringify(info)});\n`],
    ...tables.map((entries, at): [string, string] => [
      `answers/${at}.js`,
      `${siteHandover.answers}(${at},{${entries.join(',\n')}});\n`,
    ]),
  ]);
}

function wholeNumber(
  name: string,
  given: string | undefined,
  { least, most, usual }: { least: number; most: number; usual: number },
): number {
  if (given === undefined) return usual;
  const number = Number(given);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw invalid(name, `a whole number from ${least} to ${most}`, given);
}

function invalid(field: string, expected: string, received: string): AppError {
  return new AppError('ValidationError', `${field} must be ${expected}`, {
    hint: 'See `code-scout export --help`.',
    details: { field, expected, received },
  });
}

function notOverwritten(folder: string): AppError {
  return new AppError('ValidationError', `${printable(folder)} has an earlier export`, {
    hint: 'Overwrite it with --force, or name another folder.',
    details: { field: '--site', expected: 'a new or empty folder', received: folder },
  });
}
