/** Rust: files that no build contains together. */

/** Whether a caller belongs to the named module, where the called one is in a different module: decided where their paths diverge. */
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
