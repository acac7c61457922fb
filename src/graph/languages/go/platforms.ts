/** The platforms that Go files are built for, by the files' names. */

/** Ranks by parts of a file's name: the lower the rank, the more builds take the file. A file with none of these parts has `plainRank`. */
const ranks: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'linux unix posix inotify epoll amd64': 0,
    'darwin macos bsd kqueue arm64 64bit cgo': 2,
    'windows win iocp freebsd netbsd openbsd dragonfly 386 arm 32bit': 3,
    'aix fen android hurd illumos ios js nacl plan9 solaris wasip1 wasm zos': 4,
    'loong64 mips mipsle mips64 mips64le ppc64 ppc64le riscv64 s390x': 4,
    'other others generic noasm nocgo nolinux nonlinux nounix': 5,
    'no not non stub stubs noop fake dummy disabled unsupported unimplemented appengine tinygo purego': 6,
  }).flatMap(([parts, rank]) => parts.split(' ').map((part) => [part, rank] as const)),
);
const plainRank = 1;

/** The parts of a file's name after the first. */
export function suffixesOf(path: string): string[] {
  return path
    .slice(path.lastIndexOf('/') + 1, -'.go'.length)
    .split('_')
    .slice(1);
}

/** Operating systems: a build is for one of them. */
const systems: ReadonlySet<string> = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos'.split(
    ' ',
  ),
);

/**
 * Whether no build takes both the caller and a definition (`called`): the names of their files say so, or the call is linked to a definition in the
 * caller's own file (`named`), which excludes all others.
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
  if (caller === named) return true;
  const [ofCaller, ofCalled] = [caller, called].map((path) => suffixesOf(path).filter((part) => systems.has(part)));
  return ofCaller!.length > 0 && ofCalled!.length > 0 && !ofCaller!.some((part) => ofCalled!.includes(part));
}

/** The rank of a file by its name: the higher the rank, the fewer builds take the file. */
export function platformRank(path: string): number {
  const found = suffixesOf(path).flatMap((part) => ranks.get(part) ?? []);
  return found.length === 0 ? plainRank : Math.max(...found);
}

/** Sorts files (or items of files) by rank: those in most builds first. Equal ranks keep their order. */
export function byPlatform<T>(files: readonly T[], pathOf: (file: T) => string): readonly T[] {
  if (files.length < 2) return files;
  const ranked = files.map((file) => ({ file, rank: platformRank(pathOf(file)) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
}

/** The parts of a file's name that limit it to some builds. */
export function platformsOf(path: string): string[] {
  return suffixesOf(path).filter((part) => ranks.has(part));
}
