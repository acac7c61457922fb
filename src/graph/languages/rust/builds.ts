/** Rust: files that no build takes together. */

/** Whether a caller is of the module that is named, where what is called is of another one: where their paths part. */
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
