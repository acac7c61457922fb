/** How Elixir is linked: its members of the contract. */
import { dialect } from '../dialect.ts';
import { elixirName, shownTo } from './names.ts';

export const elixir = dialect('elixir', {
  sharesNames: true,
  oneMemberSpace: 'all',
  declaresAll: true,
  scopedName: elixirName,
  shownTo,
  // `defp`. What is unresolved is a call on a value, which is none of what is private.
  staysInFile: ({ kind }) => kind === 'function' || kind === 'macro',
  namesWhatStays: () => false,
});
