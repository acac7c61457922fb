/**
 * Findings of a review in SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), the form that GitHub and others show at the lines of a change.
 * Invariant: paths are relative to the root, so that no path of this machine is in it.
 */
import { reviewRules, type ReviewAnswer } from '../../model/review.ts';
import { placedFindings, ruleTitles } from './findings.ts';
import { sha256 } from '../../util/bytes/digest.ts';

/** @param version of the program */
export function reviewSarif(answer: ReviewAnswer, version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Code Scout',
            semanticVersion: version,
            rules: reviewRules.map((id) => ({
              id,
              shortDescription: { text: `${ruleTitles[id]}.` },
              defaultConfiguration: { level: 'warning' },
            })),
          },
        },
        results: placedFindings(answer).map(({ rule, path, line, text }) => ({
          ruleId: rule,
          ruleIndex: reviewRules.indexOf(rule),
          level: 'warning',
          message: { text: `${text}.` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
                region: { startLine: line ?? 1 },
              },
            },
          ],
          // Without the line: the same finding keeps its state when lines before it change.
          partialFingerprints: { 'codeScout/v1': sha256(Buffer.from(`${rule}\0${path}\0${text}`)) },
        })),
      },
    ],
  };
}
