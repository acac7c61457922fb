/** The instructions of a node of an organisation's server, which has no files that somebody edits. Apart, because no other server needs it. */
import type { Wording } from './instructions.ts';

export const teamWording: Wording = {
  opening:
    'Code Scout answers questions about the code of a team’s repositories, as they were last pushed, from indexes of a server of the team.',
  leads: {
    '- A text or a regular expression in the files as they are on disk:':
      '- A text or a regular expression in the files:',
    '- After edits, or for a commit:': '- For commits:',
    '- The server indexes its project by itself when it starts and keeps the index up to date. An answer that is not complete yet says so.':
      '- The server indexes each push by itself. An answer that is not complete yet says so.',
  },
  advice: {
    read_file: 'read_file gives a file, or lines of it.',
    'code-scout_status': 'code-scout_status shows which commit is indexed and what was left out.',
  },
  leftOut: 'code-scout_index',
};
