/** How Elixir is linked: its dialect. */
import { dialect } from '../dialect.ts';
import { elixirName, callableFrom } from './names.ts';

export const elixir = dialect('elixir', {
  sharesNames: true,
  oneMemberSpace: 'all',
  declaresAll: true,
  scopedName: elixirName,
  callableFrom,
});
