/** What the names of projects have in common. */

/** `git.example.org/team/`: what all names begin with, which says nothing of one. */
export function commonFolders(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split('/').slice(0, -1));
  const common = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return (common === -1 ? first : first.slice(0, common)).map((part) => `${part}/`).join('');
}
