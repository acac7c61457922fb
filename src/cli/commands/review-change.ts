/** `code-scout review`: what a branch changes, checked by rules, for a reader, a comment or a program. */
import { formatChanges } from '../../tools/changes/format.ts';
import { commandWording } from '../command-wording.ts';
import { AppError } from '../../model/error.ts';
import { findingCount, reviewRules, type ReviewAnswer, type ReviewRule } from '../../model/review.ts';
import { readEnvironment } from '../../config/environment.ts';
import { productVersion } from '../../config/product.ts';
import { withoutEndSlashes } from '../../util/paths/system-paths.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { printAnswer } from '../answers/print-answer.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { placedFindings, ruleTitles } from '../review/findings.ts';
import { elsewhereText } from '../review/elsewhere-text.ts';
import { withReviewed } from '../review/reviewed-project.ts';
import { reviewComment } from '../review/markdown.ts';
import { publishComment } from '../review/publish.ts';
import { commentHosts, type CommentHost, type ReviewFormat } from '../review/review-options.ts';
import { reviewSarif } from '../review/sarif.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { whileWaiting } from '../terminal/waiting.ts';

export interface ReviewOptions {
  base?: string;
  prefix?: string;
  format?: ReviewFormat;
  failOn?: string;
  publish?: CommentHost;
  site?: string;
  sourceUrl?: string;
}

const maxTests = 20;

export async function reviewChange(request: ProjectRequest, options: ReviewOptions): Promise<ExitCode> {
  const failing = rulesOf(options.failOn);
  const addresses = {
    site: addressOf('--site', options.site),
    sourceUrl: addressOf('--source-url', options.sourceUrl),
  };
  const { terminal } = request;
  const isData = request.options.json === true;
  const isQuiet = isData || options.format === 'sarif';
  return withReviewed(request, isQuiet, async ({ root, loaded, review }) => {
    const answer = await whileWaiting(terminal, 'Working', () =>
      review({
        ...(options.base === undefined ? {} : { base: options.base }),
        ...(options.prefix === undefined ? {} : { pathPrefix: options.prefix }),
        signal: terminal.cancellation(),
      }),
    );
    if (isData) terminal.out(printableJson(answer));
    else if (options.format === 'sarif') terminal.out(printableJson(reviewSarif(answer, productVersion())));
    else if (options.format === 'markdown') terminal.out(reviewComment(answer, addresses));
    else await printAnswer(terminal, reviewText(answer), { root, settings: loaded.config.terminal });
    if (options.publish !== undefined) {
      await publishComment(options.publish, reviewComment(answer, addresses), readEnvironment());
      terminal.err(`Published as a comment on ${commentHosts[options.publish]}`);
    }
    const broken = failing.filter((rule) => findingCount(answer, rule) > 0);
    if (broken.length === 0) return exitCode.ok;
    terminal.err(`Failed by --fail-on: ${broken.map((rule) => `${rule} (${findingCount(answer, rule)})`).join(', ')}`);
    return exitCode.nothing;
  });
}

function reviewText(answer: ReviewAnswer): string {
  const found = placedFindings(answer);
  const lines = [`findings: ${found.length === 0 ? 'none' : found.length}`];
  for (const rule of reviewRules) {
    const own = found.filter((one) => one.rule === rule);
    if (own.length === 0) continue;
    lines.push('', `${rule}: ${ruleTitles[rule].toLowerCase()}`);
    for (const { path, line, text } of own)
      lines.push(`  ${printable(line === null ? path : `${path}:${line}`)} ${printable(text)}`);
  }
  const { undecided } = answer.findings;
  if (undecided > 0) lines.push('', `note: whether a test reaches ${undecided} public definitions is not known`);
  if (answer.elsewhere !== null) lines.push('', ...elsewhereText(answer.elsewhere).map(printable));
  for (const note of [...answer.notes, ...(answer.elsewhere?.notes ?? [])]) lines.push('', `note: ${note}`);
  const changes = { limit: maxTests, maxChars: Number.POSITIVE_INFINITY, say: commandWording('changes') };
  return `${lines.join('\n')}\n\n${formatChanges(answer.changes, changes).text}`;
}

function rulesOf(given: string | undefined): ReviewRule[] {
  if (given === undefined || given === 'none') return [];
  if (given === 'all') return [...reviewRules];
  return given.split(',').map((name) => {
    const rule = reviewRules.find((one) => one === name.trim());
    if (rule !== undefined) return rule;
    throw new AppError('ValidationError', `--fail-on does not know ${JSON.stringify(name.trim().slice(0, 100))}`, {
      hint: `Give one or several of ${reviewRules.join(', ')}, with commas between them; or all, or none.`,
      details: { field: '--fail-on', expected: reviewRules.join(', '), received: name.trim().slice(0, 100) },
    });
  });
}

/** An address of the web without a slash at its end; null where none was given. */
function addressOf(option: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  const address = URL.parse(given);
  if (address !== null && /^https?:$/.test(address.protocol))
    return withoutEndSlashes(address.href.replaceAll(/[()]/g, encodeURIComponent));
  throw new AppError('ValidationError', `${option} is no address of the web`, {
    hint: 'Give an address that begins with https:// or http://.',
    details: { field: option, expected: 'https://…', received: given.slice(0, 200) },
  });
}
