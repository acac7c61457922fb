/** Rust: modules of which a build contains only one. */

/**
 * Whether the caller is in the alternative of `named` (the call's target) and not in that of `called` (another definition): in or below the first
 * module of the path of `named` that differs from the path of `called`.
 */
export function areNeverTogether({
  caller,
  called,
  named,
}: {
  caller: string;
  called: string;
  named: string;
}): boolean {
  const [namedPath, calledPath] = [namesOf(named), namesOf(called)];
  const parting = namedPath.findIndex((name, depth) => name !== calledPath[depth]);
  return (
    parting !== -1 &&
    namesOf(caller)
      .slice(0, parting + 1)
      .join('/') === namedPath.slice(0, parting + 1).join('/')
  );
}

function namesOf(path: string): string[] {
  return path.replace(/(?:\/mod)?\.rs$/, '').split('/');
}
