/** Which commit an answer is of, where it is not of the files on this machine's disk. */

export interface CommitState {
  /** Of the repository. */
  name: string;
  commit: string;
  /** How many pushes of the branch are known that the answer does not have. */
  behind: number;
}

/** `1a2b3c4, 2 pushes behind` */
export function commitText({ commit, behind }: Omit<CommitState, 'name'>): string {
  const pushes = behind === 1 ? 'push' : 'pushes';
  return `${commit.slice(0, 7)}${behind === 0 ? '' : `, ${behind} ${pushes} behind`}`;
}
