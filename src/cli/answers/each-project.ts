/**
 * Answers a command for each project that --root names, each under a heading; with --json as one list, and places for editors without headings.
 * Invariant: what is wrong with one project does not keep the answers of the others.
 */
import { AppError } from '../../model/error.ts';
import { findRoot } from '../asked-root.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { reportFailure } from '../failure.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A terminal that prints elsewhere; the other members keep reading the real one. */
function redirected(terminal: Terminal, prints: Partial<Pick<Terminal, 'out' | 'err'>>): Terminal {
  const members = Object.entries(prints).map(([name, value]) => [name, { value }]);
  return Object.create(terminal, Object.fromEntries(members) as PropertyDescriptorMap) as Terminal;
}

/** 0 if something was found in one project, otherwise 1, unless one failed. */
function together(codes: readonly ExitCode[]): ExitCode {
  if (codes.includes(exitCode.ok)) return exitCode.ok;
  return codes.find((code) => code !== exitCode.nothing) ?? exitCode.nothing;
}

/**
 * @param run answers for one project; its request has one root at most
 * @param isList whether the answer is only lines with paths from the current folder, which need no headings
 */
export async function forEachProject(
  request: ProjectRequest,
  run: (request: ProjectRequest) => Promise<ExitCode>,
  isList = false,
): Promise<ExitCode> {
  const { terminal, options } = request;
  if ((options.root ?? []).length < 2) return run(request);
  const isJson = options.json === true;
  const roots = new Set(
    (options.root ?? []).map((root) => findRoot({ ...request, options: { ...options, root: [root] } })),
  );
  const codes: ExitCode[] = [];
  const answers: { project: string; answer: unknown }[] = [];
  for (const root of roots) {
    const printed: string[] = [];
    const of: ProjectRequest = {
      terminal: isJson ? redirected(terminal, { out: (line) => void printed.push(line) }) : terminal,
      options: { ...options, root: [root] },
    };
    if (!isJson && !isList)
      terminal.out(`${codes.length === 0 ? '' : '\n'}${terminal.paint('heading', `project: ${printable(root)}`)}\n`);
    try {
      codes.push(await run(of));
    } catch (error) {
      if (error instanceof AppError && error.code === 'CancelledError') throw error;
      // Below the heading of its project, which an error on the other output would not be.
      const below = isJson ? of.terminal : redirected(terminal, { err: (line) => terminal.out(line) });
      if (isList) terminal.err(printable(`project: ${root}`));
      const place = isList ? terminal : below;
      codes.push(reportFailure(error, place, { json: isJson, verbose: options.verbose === true }));
    }
    if (isJson) answers.push({ project: root, answer: JSON.parse(printed.join('\n') || 'null') });
  }
  if (isJson) terminal.out(printableJson(answers));
  return together(codes);
}
