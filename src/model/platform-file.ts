/**
 * JavaScript and TypeScript: files for one platform (`button.ios.tsx`, `button.web.tsx`). A bundler such as React Native's picks the file for its
 * target. An import names no platform: `./button`.
 */

/** The platforms in file names. Those that cover most targets come first: an import leads to the first file that exists. */
const platforms: readonly string[] = ['native', 'ios', 'android', 'web', 'macos', 'windows'];

export interface PlatformFile {
  /** The path as imports name it. */
  base: string;
  /** An import leads to the file with the lowest rank; 0 for a file without a platform. */
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
