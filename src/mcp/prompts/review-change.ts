/** `review-change`: reviews a change by what it reaches. */
import { AppError } from '../../model/error.ts';
import type { PromptCalls, ProductPrompt, PromptMessage } from './prompt.ts';

/** The impacts of at most this many files are included; the others are named. */
const maxFiles = 6;
/** Characters for the impacts of all files together. */
const maxChars = 6000;

/** The tool that finds the changes in the working tree itself. */
const changes = 'changes';

async function impactsOf(files: readonly string[], calls: PromptCalls): Promise<PromptMessage['facts']> {
  const shown = files.slice(0, maxFiles);
  const share = Math.max(1000, Math.floor(maxChars / shown.length));
  const parts: [string, string][] = [];
  for (const file of shown) {
    const impact = await calls.ask('get_impact', { symbol: file, maxDepth: 2, max_chars: share });
    parts.push([`What ${file} reaches`, impact]);
  }
  const otherFiles = files.slice(maxFiles);
  if (otherFiles.length > 0) parts.push(['Not included here', `${otherFiles.join(', ')}: call get_impact with each.`]);
  return parts;
}

async function workingTreeChanges(calls: PromptCalls): Promise<PromptMessage['facts']> {
  if (calls.has(changes)) return [['What changed', await calls.ask(changes, {})]];
  throw new AppError('ValidationError', 'files is missing', {
    hint: 'Name the changed files, separated by spaces: src/a.ts src/b.ts (`git diff --name-only` lists them).',
    details: { field: 'files', expected: 'paths from the root', received: null },
  });
}

export const reviewChange: ProductPrompt = {
  name: 'review-change',
  title: 'Review a change',
  description: 'Reviews a change by what it reaches: who relies on the changed code, and which tests to run.',
  arguments: [
    {
      name: 'files',
      description: 'The changed files, separated by spaces: src/a.ts src/b.ts',
      required: false,
      completes: 'paths',
    },
  ],
  async write({ files = '' }, calls) {
    const changedFiles = [...new Set(files.split(/[\s,]+/).filter((file) => file !== ''))];
    const parts = changedFiles.length === 0 ? await workingTreeChanges(calls) : await impactsOf(changedFiles, calls);
    return {
      task:
        `Review the change${changedFiles.length === 0 ? '' : ` of ${changedFiles.join(', ')}`}. Read what changed, then check for each changed symbol whether ` +
        'those that rely on it still hold: arguments, results, errors, side effects, order. Name what breaks with file and line, what is ' +
        'not covered by a test, and the tests to run. Do not report what you did not check.',
      facts: parts,
      next: [
        [changes, 'shows what changed and what that reaches'],
        ['read_file', 'reads the changed files and their users'],
        ['get_callers', 'lists the callers of a changed function'],
        ['explain_usage', 'shows how it is used today'],
        ['get_impact', 'of one changed symbol shows less than of its file'],
      ],
    };
  },
};
