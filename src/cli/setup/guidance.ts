/**
 * What agents are told about this server: a block for the file with their instructions, the definition of a sub-agent, and a hint when a session
 * starts. Sub-agents never see a server's own instructions, and most agents ask the tools that they know already.
 * Invariants: only tools of the toolset `core` are named, which is what `setup` has served. Nothing advises against checking an answer.
 */
import type { Launch } from './clients.ts';

/** The block, in Markdown, without the marks around it. */
export const guidanceText = `## Finding code with Code Scout

The MCP server \`code-scout\` has an index of this code and keeps it up to date. In a shell, \`code-scout COMMAND\` asks the same.

- Begin with \`explore\` and the task as it was given: it shows the code to read, with callers and tests, and names the rest by lines, the likeliest first
  (\`code-scout explore\`). Read those lines, not whole files: \`read_file\` (\`read FILE --lines 10-40\`).
- Who calls or uses a symbol, and what a change reaches: \`get_callers\`, \`get_impact\` (\`code-scout callers\`, \`impact\`; \`--names\`
  without code, \`--files\` only numbers by file). A list ends with its account: how many places name the symbol, and what they are. Places that could
  not be resolved are listed; check those.
- Where is something done, in your own words: \`search_repo\`. A text or a pattern: \`search_code\`, or grep.
- After edits: \`changes\` says what they reach and which tests to run (\`code-scout changes\`).
- Sub-agents have these tools too: say so when you send one to look something up.`;

/** The tools of the sub-agent besides the client's own. */
const agentTools = [
  ...[
    'explore',
    'search_repo',
    'search_code',
    'read_file',
    'get_callers',
    'get_impact',
    'changes',
    'code-scout_status',
  ],
];

/** The definition of a sub-agent of Claude Code that looks things up. */
export const agentText = `---
name: code-scout
description: Looks things up in the code of this project and reports places with lines. Use it to find where something is done, who calls or uses it, what a change would reach, and which tests cover it.
tools: ${agentTools.map((tool) => `mcp__code-scout__${tool}`).join(', ')}, Read, Grep, Glob
---

You look things up in code and report what you found. You change nothing.

1. Begin with \`explore\` and the question as it was given. The same call with \`seen\` shows more.
2. For a name: \`get_callers\` lists who calls it, \`get_impact\` what a change reaches. Take ids (\`path#Class.method\`) from answers.
3. Read the account at the end of a list: places that could not be resolved are listed there. Check them with \`search_code\` or Grep.
4. Read only the lines you need: \`read_file\` takes line numbers.

Report places as \`path:line\` with one sentence each, the most important first. Say what you did not check.
`;

/** The hook of Claude Code that prints the guidance when a session starts. */
export function sessionHooks({ command, args }: Launch): readonly unknown[] {
  const line = [command, ...args, 'guidance'].map(quoted).join(' ');
  return [{ hooks: [{ type: 'command', command: line, timeout: 10 }] }];
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll(/["$`\\]/g, '\\$&')}"`;
}
