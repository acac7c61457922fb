/** `code-scout status`: what the index contains, how old it is and whether it is complete. */
import { formatBytes } from '../../config/values.ts';
import type { Engine, ProjectStatus } from '../../engine/types.ts';
import { statusData } from '../../tools/code-scout-status/format.ts';
import { forEachProject } from '../answers/each-project.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { ageText, formatCount, formatCounts, plural } from '../terminal/quantities.ts';
import { formatTable } from '../terminal/table.ts';

/** Files that have vectors, and files that have none yet. */
function vectorsText({ embedding }: ProjectStatus): string | null {
  if (embedding === undefined) return null;
  const { state, files, missing, note } = embedding;
  if (state === 'off') return 'off';
  const done = `${plural(files, 'file')}${missing > 0 ? `, ${formatCount(missing)} to do` : ''}`;
  return note === null ? done : `${done}: ${note}`;
}

/** Only servers cache answers: a command has none from an earlier run. */
function cacheText({ cache }: ProjectStatus): string | null {
  if (cache === undefined) return null;
  if (cache.limit === 0) return 'off';
  return `up to ${plural(cache.limit, 'answer')} in each server`;
}

/** The calls of macros whose declarations the index does not have. */
function unexpandedText({ unexpandedMacros: counts }: ProjectStatus): string | null {
  return counts === undefined ? null : `not expanded: ${formatCounts(counts)}`;
}

const statusWords: Record<ProjectStatus['status'], string> = {
  idle: 'ready',
  indexing: 'indexing now',
  failed: 'the last run failed',
  absent: 'no index',
};

function rows(status: ProjectStatus): [string, string][] {
  const optional: [string, string | null][] = [
    ['Vectors', vectorsText(status)],
    ['Cache', cacheText(status)],
    ['Skipped', formatCounts(status.leftOut) || null],
    ['Read in part', status.filesWithIssues > 0 ? formatCount(status.filesWithIssues) : null],
    ['Macro calls', unexpandedText(status)],
    ['Note', status.freshness.note],
    ['Notice', status.notice],
  ];
  return [
    ['Project', status.projectPath],
    ['Index', status.databasePath],
    ['Status', statusWords[status.status]],
    ['Files', formatCount(status.filesIndexed)],
    ['Languages', formatCounts(status.languages) || 'none'],
    ['Definitions', formatCount(status.definitions)],
    ['References', formatCount(status.references)],
    ['Size', formatBytes(status.indexSize)],
    ['Last indexed', status.lastIndexed === null ? 'never' : ageText(status.lastIndexed)],
    ...optional.filter((row): row is [string, string] => row[1] !== null),
  ];
}

/** The status of the index. `engine.status()` would create a missing index, so it is not called then. */
async function statusOf(engine: Engine): Promise<ProjectStatus> {
  const { root, databasePath } = engine;
  if ('memory' in engine.location || engine.indexExists()) return engine.status();
  return {
    projectPath: root,
    databasePath,
    status: 'absent',
    filesIndexed: 0,
    lastIndexed: null,
    languages: {},
    indexSize: 0,
    definitions: 0,
    references: 0,
    leftOut: {},
    filesWithIssues: 0,
    freshness: { state: 'unknown', filesDone: 0, filesKnown: 0, refreshed: 0, note: 'There is no index yet.' },
    notice: null,
  };
}

export async function showStatus(request: ProjectRequest): Promise<ExitCode> {
  return forEachProject(request, showStatusOf);
}

async function showStatusOf(request: ProjectRequest): Promise<ExitCode> {
  const { terminal, options } = request;
  return withProject(request, async ({ engine }) => {
    const status = await statusOf(engine);
    if (options.json === true) terminal.out(printableJson(statusData(status)));
    else {
      const cells = rows(status).map(([name, value]) => [name, printable(value)]);
      const columns = [{ title: '', paint: (text: string) => terminal.paint('bold', text) }, { title: '' }];
      for (const line of formatTable({ columns, rows: cells, width: terminal.width })) terminal.out(line);
      if (status.status === 'absent') terminal.out('There is no index yet: run `code-scout index`.');
    }
    return status.status === 'absent' ? exitCode.nothing : exitCode.ok;
  });
}
