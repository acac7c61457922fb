/**
 * Rules that indexing and queries, or several languages, share. Each has one implementation, recognised by a text that
 * only it contains.
 */
export const sharedRules: Readonly<Record<string, RegExp>> = {
  "Porter's stemmer": /from 'stemmer'/,
  'splitting identifiers': /export function splitIdentifier\b/,
  'the terms of a word': /export function identifierTerms\b/,
  'the hash of a word': /const hashFactorA\b/,
  'splitting words into sub-words for vectors': /export function scanSubWords\b/,
  'the row of a word part in the embedded model': /export function bucketOf\b/,
  'writing file summaries': /export class SummaryWriter\b/,
  'resolving assignments': /export function resolveAssignments\b/,
  'blocks of the inverted index': /export function blockWriter\b/,
  'reading JSON with comments': /from 'jsonc-parser'/,
  'the fingerprint of a tree': /export (?:async )?function takeFingerprint\b/,
};

/** Native functions of V8 (`%Name(`), and the flag that enables them. */
export const undocumentedCalls = /%[A-Z]\w+\(|allow-natives-syntax/;
