import { expect, it } from 'vitest';
import { showsLinks } from './link-terminals.ts';

it.each([
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'xterm-256color', VTE_VERSION: '7200' }, true],
  [{ TERM: 'xterm-256color', VTE_VERSION: '4803' }, false],
  [{ TERM: 'xterm-256color', KONSOLE_VERSION: '220401' }, true],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, true],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ WT_SESSION: '1' }, true],
  [{ TERM: 'dumb', TERM_PROGRAM: 'vscode' }, false],
  [{ TMUX: '/tmp/tmux', TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, false],
  [{ TMUX: '/tmp/tmux', TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true],
  [{ TMUX: '/tmp/tmux', TERM: 'screen', VTE_VERSION: '7200' }, false],
  [{ STY: '1.pts', TERM: 'screen', TERM_PROGRAM: 'WezTerm' }, false],
  [{}, false],
])('%j: %s', (variables, expected) => {
  expect(showsLinks(variables)).toBe(expected);
});
