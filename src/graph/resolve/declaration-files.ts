/** Whether a file is a declaration file of TypeScript: its definitions are in other files. */
export function isDeclarationFile({ path }: { path: string }): boolean {
  return path.endsWith('.d.ts') || path.endsWith('.d.mts') || path.endsWith('.d.cts');
}
