/** Compares vitest's report of one suite with the failures that are known. */

/** A failure that is not the product's. It must fail: one that passes is an error of the list. */
export interface KnownFailure {
  /** The test's file, in the repository. */
  file: string;
  /** The full name of a test, or its beginning and `*`. A file that does not load, or whose hooks fail, is the test `(file)`. */
  test: string;
  reason: string;
  /** Major versions of Node; all when left out. */
  nodes?: readonly string[];
  /** It may pass as well: it depends on how busy the machine is. */
  sometimes?: true;
}

/** The part of vitest's JSON report that is read here. */
export interface Report {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

export interface Verdict {
  passed: number;
  /** Failed as the list says. */
  known: number;
  /** Not run, because a test says so itself, or the hook before it failed. */
  skipped: number;
  /** What is wrong: failures that the list does not have, and entries of it that no failure fits. */
  wrong: string[];
}

function fits({ file, test }: KnownFailure, inFile: string, name: string): boolean {
  if (file !== inFile) return false;
  return test.endsWith('*') ? name.startsWith(test.slice(0, -1)) : name === test;
}

/**
 * @param repository how the report's paths begin
 * @param node the major version that the tests ran under
 */
export function judge(
  report: Report,
  known: readonly KnownFailure[],
  { repository, node }: { repository: string; node: string },
): Verdict {
  const verdict: Verdict = { passed: 0, known: 0, skipped: 0, wrong: [] };
  const applicable = known.filter(({ nodes }) => nodes === undefined || nodes.includes(node));
  const met = new Set<KnownFailure>();
  const files = new Set<string>();
  const fail = (file: string, name: string, message: string): void => {
    const entry = applicable.find((candidate) => fits(candidate, file, name));
    if (entry === undefined) {
      verdict.wrong.push(`${file} › ${name}\n    ${message.trim().split('\n').slice(0, 3).join('\n    ')}`);
      return;
    }
    met.add(entry);
    verdict.known += 1;
  };
  for (const { name, status, message = '', assertionResults } of report.testResults) {
    const path = name.replaceAll('\\', '/');
    const file = path.startsWith(`${repository}/`) ? path.slice(repository.length + 1) : path;
    files.add(file);
    let failed = 0;
    for (const test of assertionResults) {
      if (test.status === 'passed') verdict.passed += 1;
      else if (test.status !== 'failed') verdict.skipped += 1;
      else {
        failed += 1;
        fail(file, test.fullName, test.failureMessages?.[0] ?? '');
      }
    }
    if (status === 'failed' && failed === 0) fail(file, '(file)', message);
  }
  if (files.size === 0) verdict.wrong.push('no test ran');
  for (const entry of applicable)
    if (files.has(entry.file) && !met.has(entry) && entry.sometimes !== true)
      verdict.wrong.push(`${entry.file} › ${entry.test}\n    passes now: take it off the list of known failures`);
  return verdict;
}
