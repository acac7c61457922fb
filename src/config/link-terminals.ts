/** Which terminals show links (OSC 8). A terminal that does not know them may print them as text, so only known ones count. */

type Variables = Readonly<Record<string, string | undefined>>;

/** Values of TERM_PROGRAM. */
const knownPrograms: ReadonlySet<string> = new Set([
  'ghostty',
  'Hyper',
  'iTerm.app',
  'mintty',
  'rio',
  'Tabby',
  'vscode',
  'WarpTerminal',
  'WezTerm',
  'zed',
]);
/** Starts of TERM. */
const knownTerm = /^(?:alacritty|contour|foot|xterm-ghostty|xterm-kitty|wezterm)/;
/** Versions of the library of GNOME Terminal and others, and of Konsole, as the terminal sets them: 0.50.0, and 20.12. */
const minVte = 5000;
const minKonsole = 201_200;
/** tmux drops the links of its panes where the terminal around it does not know them. */
const minTmux = 3.4;

/** Whether the terminal of this process shows links. In tmux and screen, what counts is that program. */
export function showsLinks(variables: Variables): boolean {
  const program = variables['TERM_PROGRAM'] ?? '';
  if (variables['STY']) return false;
  if (variables['TMUX']) {
    return program === 'tmux' && Number.parseFloat(variables['TERM_PROGRAM_VERSION'] ?? '') >= minTmux;
  }
  const term = variables['TERM'] ?? '';
  if (/^(?:dumb|screen|tmux)/.test(term)) return false;
  return (
    knownPrograms.has(program) ||
    knownTerm.test(term) ||
    variables['WT_SESSION'] !== undefined ||
    variables['DOMTERM'] !== undefined ||
    Number(variables['VTE_VERSION'] ?? 0) >= minVte ||
    Number(variables['KONSOLE_VERSION'] ?? 0) >= minKonsole
  );
}
