/**
 * The options of `tools.`, a part of the table in options.ts.
 * Invariant: the project's file cannot set them, since they decide what an agent may do.
 */
import type { Option } from './option.ts';

const identifier = /^[A-Za-z0-9_-]{1,64}$/;

export const toolOptions = {
  'tools.toolsets': {
    type: 'list',
    default: [],
    entry: 'name of a toolset',
    pattern: identifier,
    trust: 'user',
    flag: '--toolsets LIST',
    description:
      'Groups of tools that a server serves: `core` (the few that agents need most), `tags`, `index`, `files`, `semantic`, `graph`, `all`. ' +
      'If neither this nor `tools.names` is set, all tools are served.',
  },
  'tools.names': {
    type: 'list',
    default: [],
    entry: 'name of a tool',
    pattern: identifier,
    trust: 'user',
    flag: '--tools LIST',
    description: 'Single tools to serve, besides those of `tools.toolsets`.',
  },
  'tools.excluded': {
    type: 'list',
    default: [],
    entry: 'name of a tool',
    pattern: identifier,
    trust: 'user',
    flag: '--exclude-tools LIST',
    description: 'Tools that are not served, even if `tools.toolsets` or `tools.names` names them.',
  },
  'tools.readOnly': {
    type: 'boolean',
    default: false,
    trust: 'user',
    flag: '--read-only',
    description:
      'True: no tool that writes is served, even if it is named. The server itself still keeps the index up to date.',
  },
} as const satisfies Record<string, Option>;
