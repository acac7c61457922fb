/** Rust: files that no build contains together. */

/** Whether the paths of the named and the called module diverge at some folder, and the caller is on the side of the named one. */
export function areNeverTogether({
  caller,
  called,
  named,
}: {
  caller: string;
  called: string;
  named: string;
}): boolean {
  const [own, others] = [namesOf(named), namesOf(called)];
  const at = own.findIndex((name, place) => name !== others[place]);
  return (
    at !== -1 &&
    namesOf(caller)
      .slice(0, at + 1)
      .join('/') === own.slice(0, at + 1).join('/')
  );
}

function namesOf(path: string): string[] {
  return path.replace(/(?:\/mod)?\.rs$/, '').split('/');
}
