/** The options of answers on a terminal. A repository sets none of them: a link can start another program. */
import type { Option } from './option.ts';

export const terminalOptions = {
  'terminal.links': {
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'always', 'never'],
    trust: 'user',
    description:
      'Whether paths in answers are links (OSC 8). `auto`: on a terminal that is known to show them; in tmux from version 3.4 on, never in screen. ' +
      'Output that goes to a pipe or a file never has links.',
  },
  'terminal.linkFormat': {
    type: 'text',
    default: 'file://{host}{path}',
    form: 'a URL with `{path}`',
    pattern: /^[a-z][a-z0-9+.-]*:[\u0021-\u007e]*\{path\}[\u0021-\u007e]*$/,
    trust: 'user',
    description:
      'What a link points to. `{path}` is the absolute path, `{line}` and `{column}` the place in it (1 where the answer names none), `{host}` the name of this machine (empty on Windows, where a file URL with a host is a path of the network). ' +
      '`vscode://file{path}:{line}:{column}` opens the place in VS Code.',
  },
} as const satisfies Record<string, Option>;
