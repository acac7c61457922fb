/** `review-change`: reviews a change by what it reaches. */
import { AppError } from '../../model/error.ts';
import type { Facts, ProductPrompt, PromptMessage } from './prompt.ts';

const mostFiles = 6;
const charsOfAll = 6000;

/** The tool that finds the changes in the working tree itself. */
const changes = 'changes';

async function ofFiles(files: readonly string[], facts: Facts): Promise<PromptMessage['facts']> {
  const shown = files.slice(0, mostFiles);
  const share = Math.max(1000, Math.floor(charsOfAll / shown.length));
  const parts: [string, string][] = [];
  for (const file of shown) {
    const impact = await facts.ask('get_impact', { symbol: file, maxDepth: 2, max_chars: share });
    parts.push([`What ${file} reaches`, impact]);
  }
  const left = files.slice(mostFiles);
  if (left.length > 0) parts.push(['Not included here', `${left.join(', ')}: call get_impact with each.`]);
  return parts;
}

async function ofWorkingTree(facts: Facts): Promise<PromptMessage['facts']> {
  if (facts.has(changes)) return [['What changed', await facts.ask(changes, {})]];
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
  async write({ files = '' }, facts) {
    const named = [...new Set(files.split(/[\s,]+/).filter((file) => file !== ''))];
    const parts = named.length === 0 ? await ofWorkingTree(facts) : await ofFiles(named, facts);
    return {
      task:
        `Review the change${named.length === 0 ? '' : ` of ${named.join(', ')}`}. Read what changed, then check for each changed symbol whether ` +
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
