/** The structured answers of `get_impact`, `changes` and `find_path`, as far as the view shows them. Absent parts are absent in the answer. */

interface Link {
  kind: string;
  /** The symbol at the other end, where that is not the subject. */
  other?: string;
  at?: number[];
  how?: string;
}

export interface Subject {
  id: string;
  name: string;
  kind: string;
  lines?: string;
}

export interface Distance {
  distance: number;
  symbols: number;
  files: { path: string; symbols: { name: string; lines?: string; links?: Link[] }[] }[];
}

export interface Reach {
  target?: Subject;
  compared?: { kind: string; from?: string; to?: string };
  /** Changed files. */
  files?: { path: string; status: string; definitions: (Subject & { change: string })[] }[] | number;
  symbols?: number;
  reached_symbols?: number;
  shown?: number;
  summary?: string;
  distances: Distance[];
  tests?: { path: string; nearest?: number; distance?: number; changed?: true }[];
  tests_total?: number;
  test_files?: number;
  unresolved?: { sites?: number; total?: number };
  notes?: string[];
}

export interface Paths {
  from?: Subject;
  to?: Subject;
  total?: number;
  summary?: string;
  paths: { links: Link[]; to: string; place: string }[][];
  notes?: string[];
}

export type Answer =
  | { kind: 'reach'; reach: Reach }
  | { kind: 'paths'; paths: Paths }
  /** An error, or an answer that has only a text. */
  | { kind: 'text'; text: string };

/** Which of the answers it is, is told by its parts: a host does not always say which tool was called. */
export function readAnswer(data: Record<string, unknown> | undefined, text: string): Answer {
  if (Array.isArray(data?.['paths']) || (data?.['from'] !== undefined && data['to'] !== undefined))
    return { kind: 'paths', paths: { paths: [], ...data } };
  if (Array.isArray(data?.['distances'])) return { kind: 'reach', reach: data as unknown as Reach };
  if (data?.['compared'] !== undefined) return { kind: 'reach', reach: { distances: [], ...data } };
  return { kind: 'text', text };
}
