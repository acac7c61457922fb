/** What a client's model is told about the server as a whole. Under 2,000 characters with one project; some clients cut it, and sub-agents never see it. */
const instructions = `Code Scout answers questions about the code of one project from a local index. Nothing leaves the machine, unless its user set an embedding service.

- Begin with explore: the task or question as it was given to you, in whole. It shows the code to read with callers, callees, types and tests, within a budget of tokens, and names the rest; the same call with seen goes on.
- Where is something done, and you do not know its exact name: search_repo with a question in words, or names; it shows the best piece of each file. When the code has other words than the question, or for the like of a piece of code: search_by_embedding. By tags alone, and with more filters (fileType, path glob, hasExports, hasTests): code-scout_search with 1 to 5 words from names, imports, comments; it says how many files have each. None: try other words for the same thing.
- Know a name? search finds it by a glob; explain_usage shows its definition and the code around its uses; get_callers and get_callees list calls; get_impact says what a change reaches, before you make it; find_path and get_neighbors how things hang together. Take ids from answers (path#Class.method). What could not be resolved is counted at the end of each answer: it may hide a caller.
- Reading: read_file gives a file, or lines of it, as it is on disk, list_directory a folder; get_context shows a file by its chunks, get_chunk one chunk by its id, chunk_file ids and symbols; list_indexed_files what is indexed.
- The server indexes its project by itself when it starts and keeps the index up to date. An answer that is not complete yet says so; code-scout_status shows how far the index is and what was left out.
- code-scout_index is rarely needed: to bring the index up to date at once, to make it anew (force: true), or to index another folder (path).

Paths in answers are relative to the project root. Answers stay under 8,000 characters; what was cut is counted, with the call that shows it.`;

/** @param projects names of several, the first of which is asked by default; none with one */
export function instructionsFor(projects: readonly string[]): string {
  const [first, ...others] = projects;
  if (first === undefined || others.length === 0) return instructions;
  const names = others.slice(0, 20).join(', ');
  const more = others.length > 20 ? ` and ${others.length - 20} more` : '';
  return `${instructions}\n\nThis server has several projects: ${first}, which is asked where a call names none, and ${names}${more}. Every tool takes project, a name of one; an answer is about one project alone.`;
}
