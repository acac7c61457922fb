/** The variables of the environment that decide how answers look, for the help and the reference pages. */
export const environmentMeanings: readonly (readonly [name: string, meaning: string])[] = [
  ['NO_COLOR', 'if set, no colours; --color is stronger'],
  ['FORCE_COLOR', 'if set, colours in pipes and files too'],
  ['CODE_SCOUT_WORKSPACE', 'a file that lists projects, to ask them together'],
  ['PAGER', 'for long answers (default: less -FRX); empty: none'],
  ['CODE_SCOUT_TERMINAL_LINKS', 'links of paths: auto, always, never'],
  ['TERM=dumb', 'no colours, no bar, no pager'],
];
