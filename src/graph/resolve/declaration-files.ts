/** Declaration files of TypeScript, which describe what is defined elsewhere. */
export function isDeclarationFile({ path }: { path: string }): boolean {
  return path.endsWith('.d.ts') || path.endsWith('.d.mts') || path.endsWith('.d.cts');
}
