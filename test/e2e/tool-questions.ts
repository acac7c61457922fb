/** Questions for each tool whose answer has two forms. `npm run new -- tool NAME` adds a line; `npm run check -- places` names what is missing. */
import fc from 'fast-check';

const symbol = fc.constantFrom(
  'loginUser',
  'LoginService',
  'LoginService.signIn',
  'hashPassword',
  'Session',
  'auditTrail',
);
const path = fc.constantFrom('src/auth/login-service.ts', 'src/auth/session.ts', 'tools/report.py', 'docs/login.md');
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const depth = optional(fc.integer({ min: 1, max: 4 }));

/** By tool: arguments that mean something in the project of `fixture-project.ts`. */
export const questions: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  chunk_file: fc.record({ file_path: path }),
  chunk_files: fc.record({ file_paths: fc.uniqueArray(path, { minLength: 1 }) }),
  'code-scout_index': fc.constant({ background: false }),
  'code-scout_search': fc.record({
    tags: fc.uniqueArray(fc.constantFrom('login', 'session', 'password', 'report'), { minLength: 1 }),
    limit: optional(fc.integer({ min: 1, max: 5 })),
  }),
  'code-scout_status': fc.constant({}),
  find_path: fc.record({ from: symbol, to: symbol }),
  get_callees: fc.record({ symbol, maxDepth: depth }),
  get_callers: fc.record({ symbol, maxDepth: depth }),
  get_definition: fc.record({
    file: path,
    line: fc.integer({ min: 1, max: 4 }),
    column: fc.integer({ min: 1, max: 30 }),
  }),
  get_impact: fc.record({ symbol, maxDepth: depth }),
  get_implementers: fc.record({ symbol, direction: optional(fc.constantFrom('implementers', 'implements')) }),
  get_neighbors: fc.record({ symbol, maxDepth: depth, direction: fc.constantFrom('in', 'out', 'both') }),
  get_outline: fc.record({ symbol: fc.oneof(symbol, path) }),
  list_directory: fc.record({ path: fc.constantFrom('.', 'src', 'src/auth', 'docs') }),
  list_indexed_files: fc.record({ language: optional(fc.constantFrom('typescript', 'python')) }),
  read_file: fc.record({ file_path: path, start_line: optional(fc.integer({ min: 1, max: 3 })) }),
  search: fc.record({ pattern: fc.constantFrom('*', 'login*', '*Service', 'LoginService.*') }),
  search_code: fc.record({
    query: fc.constantFrom('login', 'Session', 'return', 'user'),
    files_only: fc.boolean(),
    context: fc.integer({ min: 0, max: 2 }),
  }),
};

/** Their answers need more than this project has (a history, many files): their own tests hold their forms against each other. */
export const askedElsewhere: ReadonlySet<string> = new Set(['changes', 'explore']);
