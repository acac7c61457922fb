/** What the report of `npm audit --json` means for us. */

interface Report {
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>;
  message?: string;
  statusCode?: number;
}

/** Answers of a registry that has packages and no advisories: not found, method not allowed, not implemented. */
const notServed: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * @param published the names of the packages that reach users
 * @returns lines to print, and whether the audit fails
 */
export function judgeAudit(report: string, published: ReadonlySet<string>): { lines: string[]; fails: boolean } {
  const { vulnerabilities, message, statusCode } = JSON.parse(report) as Report;
  if (vulnerabilities === undefined) {
    if (statusCode !== undefined && notServed.has(statusCode))
      return { lines: [`not checked: this registry serves no advisories (it answers ${statusCode})`], fails: false };
    return { lines: [`not checked: ${message ?? 'npm gave no report'}`], fails: true };
  }
  const found = Object.entries(vulnerabilities).map(([name, { severity, via }]) => {
    const reasons = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`));
    const where = published.has(name) ? 'published' : 'development only';
    return { isPublished: published.has(name), line: `${where}: ${name}, ${severity}: ${reasons.join('; ')}` };
  });
  const lines = found.length === 0 ? ['no known vulnerability'] : found.map(({ line }) => line);
  return { lines, fails: found.some(({ isPublished }) => isPublished) };
}
