/** Options of the commands that list places in files. */

/** The flags and the meaning, as `Command.option` takes them. */
export const vimgrepOption = [
  '--vimgrep',
  'one line for each place, for editors and pickers: path:line:column:text, with paths from the current folder',
] as const;
