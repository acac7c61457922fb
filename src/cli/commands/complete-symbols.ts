/** `code-scout complete-symbols`, which completion scripts call: names of the index as it is. Invariant: nothing is indexed, and no error is printed. */
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';

const maxNames = 200;
/** A name with other characters would have to be quoted for each shell. */
const plainName = /^[\w.$/-]+$/;

export async function completeSymbols(request: ProjectRequest, typed: string): Promise<ExitCode> {
  const { projects, ...rest } = request;
  if (projects === undefined) return completeIn(request, typed);
  const codes: ExitCode[] = [];
  for (const { root } of projects)
    codes.push(await completeIn({ ...rest, options: { ...rest.options, root: [root] } }, typed));
  return codes.includes(exitCode.ok) ? exitCode.ok : exitCode.nothing;
}

async function completeIn(request: ProjectRequest, typed: string): Promise<ExitCode> {
  try {
    return await withProject(request, async ({ engine }) => {
      if (!engine.indexExists()) return exitCode.nothing;
      const { values } = await engine.completion.symbols(typed, maxNames);
      for (const name of values) if (name.startsWith(typed) && plainName.test(name)) request.terminal.out(name);
      return exitCode.ok;
    });
  } catch {
    // Somebody is typing: a message would be in the way.
    return exitCode.nothing;
  }
}
