/** Words about the programs and libraries that npm installs for one kind of machine only. */

/** The kind of machine that native parts are built for, for people: `linux x64`. */
export function thisMachine(): string {
  return `${process.platform} ${process.arch}`;
}

/** What to do where a native part is missing. Packages are often copied or mounted from another machine, for instance into a container with musl. */
export const missingPartHint =
  'Install the package again on this machine, with its optional dependencies (`npm install --include=optional`). Packages that were installed for another system, processor or C library do not work here.';
