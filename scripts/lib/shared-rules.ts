/** Rules that indexing and questions, or several languages, share: each has one implementation, which is told by what only it contains. */
export const sharedRules: Readonly<Record<string, RegExp>> = {
  "Porter's stemmer": /from 'stemmer'/,
  'splitting identifiers': /export function splitIdentifier\b/,
  'the terms of a word': /export function identifierTerms\b/,
  'the hash of a word': /const hashFactorA\b/,
  'splitting words into parts for vectors': /export function scanSubWords\b/,
  'the row of a part in the embedded model': /export function bucketOf\b/,
  'writing link facts': /export class SummaryWriter\b/,
  'resolving assignments': /export function resolveAssignments\b/,
  'blocks of the inverted index': /export function blockWriter\b/,
  'reading JSON with comments': /from 'jsonc-parser'/,
  'the fingerprint of a tree': /export (?:async )?function takeFingerprint\b/,
};

/** Natives of V8 (`%Name(`), and the switch that allows them. */
export const undocumentedCalls = /%[A-Z]\w+\(|allow-natives-syntax/;
