/**
 * JavaScript and TypeScript: files for one platform, of which a bundler such as React Native's picks one for its target (`button.ios.tsx`,
 * `button.web.tsx`). An import names none of them: `./button`.
 */

/** The marks in their names. Those for most platforms come first: an import leads to the first file that exists. */
const platforms: readonly string[] = ['native', 'ios', 'android', 'web', 'macos', 'windows'];

export interface PlatformFile {
  /** The path as imports name it. */
  base: string;
  /** Lower ranks come first; 0 for a file without a platform. */
  rank: number;
}

/** @param stem a path without the ending of its language */
export function platformFile(stem: string): PlatformFile {
  const dot = stem.lastIndexOf('.');
  const rank = dot === -1 ? 0 : platforms.indexOf(stem.slice(dot + 1)) + 1;
  return rank === 0 ? { base: stem, rank } : { base: stem.slice(0, dot), rank };
}

/** Whether a file's name says that it is for one platform. */
export function isForPlatform(path: string): boolean {
  const stem = withoutEnding(path);
  return stem !== null && platformFile(stem).rank > 0;
}

export function withoutEnding(path: string): string | null {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? null : path.slice(0, dot);
}
