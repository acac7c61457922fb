/**
 * The server's instructions for a client's model. They have under 2,000 characters with one project, since some clients cut longer ones.
 * Sub-agents of a client never see them.
 * Invariant: they name no tool that is not served.
 */

/** A piece of advice, and the tool that it is about. */
type Advice = readonly [tool: string, text: string];

interface Topic {
  /** Begins the line. If no tool of the advice is served, the line is left out, or is the lead alone if that is a sentence. */
  lead: string;
  advice: readonly Advice[];
  /** A sentence after the advice; left out if no tool of the advice is served. */
  end?: string;
}

const opening =
  'Code Scout answers questions about the code of one project from a local index. Nothing leaves the machine, unless its user set an embedding service.';

/** What is said otherwise of repositories that are not the folder of whoever asks: the same topics, by their leads. */
export interface Wording {
  opening: string;
  leads: Readonly<Record<string, string>>;
  /** Of tools. */
  advice: Readonly<Record<string, string>>;
  /** A tool that is not spoken of. */
  leftOut: string;
}

const topics: readonly Topic[] = [
  {
    lead: '- Begin with the task or question as it was given to you, in whole:',
    advice: [
      [
        'explore',
        'explore shows the code to read with callers, callees and tests, and names the rest; the same call with seen shows more.',
      ],
    ],
  },
  {
    lead: '- Where is something done:',
    advice: [
      ['search_repo', 'search_repo with a question in words, or names; it shows the best piece of each file.'],
      ['search_by_embedding', 'When the code uses other words, or for similar code: search_by_embedding.'],
      [
        'code-scout_search',
        'By tags alone, with more filters: code-scout_search with 1 to 5 words from names, imports, comments.',
      ],
    ],
  },
  {
    lead: '- A text or a regular expression in the files as they are on disk:',
    advice: [['search_code', 'search_code.']],
  },
  {
    lead: '- Know a name?',
    advice: [
      ['search', 'search finds it by a glob.'],
      ['explain_usage', 'explain_usage shows its code and uses, or who writes it.'],
      ['get_callers', 'get_callers lists who calls it.'],
      ['get_callees', 'get_callees lists what it calls.'],
      ['get_implementers', 'get_implementers lists what implements it.'],
      ['get_impact', 'get_impact shows what a change reaches.'],
      ['find_path', 'find_path shows how two things are linked.'],
      ['get_neighbors', 'get_neighbors shows what is around one.'],
    ],
    end: 'Take ids from answers (path#Class.method). Unresolved places are counted at the end of each answer: one may be a caller.',
  },
  {
    lead: '- After edits, or for a commit:',
    advice: [['changes', 'changes shows what changed, what it reaches, and the tests to run.']],
  },
  {
    lead: '- Reading:',
    advice: [
      ['read_file', 'read_file gives a file, or lines of it, as it is on disk.'],
      ['list_directory', 'list_directory lists a folder.'],
      ['get_outline', 'get_outline shows what a file or long function is made of.'],
      ['get_context', 'get_context shows a file by its chunks.'],
      ['get_chunk', 'get_chunk shows one by its id.'],
      ['chunk_file', 'chunk_file lists them.'],
      ['list_indexed_files', 'list_indexed_files shows what is indexed.'],
    ],
  },
  {
    lead: '- The server indexes its project by itself when it starts and keeps the index up to date. An answer that is not complete yet says so.',
    advice: [
      ['code-scout_status', 'code-scout_status shows how far the index is and what was left out.'],
      [
        'code-scout_index',
        'code-scout_index is rarely needed: to rebuild it (force: true), or for another folder (path).',
      ],
    ],
  },
];

const closing =
  'Paths in answers are relative to the project root. Answers stay under 8,000 characters; what was cut is counted, with the call that shows it.';

function worded({ lead, advice, end }: Topic, wording: Wording): Topic {
  const told = advice.filter(([tool]) => tool !== wording.leftOut);
  return {
    lead: wording.leads[lead] ?? lead,
    advice: told.map(([tool, text]) => [tool, wording.advice[tool] ?? text]),
    ...(end === undefined ? {} : { end }),
  };
}

function topicText({ lead, advice, end }: Topic, isServed: (tool: string) => boolean): string[] {
  const texts = advice.filter(([tool]) => isServed(tool)).map(([, text]) => text);
  if (texts.length === 0) return lead.endsWith('.') ? [lead] : [];
  return [[lead, ...texts, ...(end === undefined ? [] : [end])].join(' ')];
}

/**
 * @param projects names of the projects, the default one first; empty with one that has no name
 * @param served names of the tools; null for all
 * @param wording absent: the projects are folders of this machine
 */
export function instructionsFor(
  projects: readonly string[],
  served: ReadonlySet<string> | null,
  wording?: Wording,
): string {
  const isServed = (tool: string): boolean => served === null || served.has(tool);
  const said = wording === undefined ? topics : topics.map((topic) => worded(topic, wording));
  const lines = said.flatMap((topic) => topicText(topic, isServed));
  const text = `${wording?.opening ?? opening}\n\n${lines.join('\n')}\n\n${closing}`;
  const [first, ...others] = projects;
  if (first === undefined) return text;
  if (others.length === 0) return `${text}\n\nThe project is ${first}. Tools take its name as project, or nothing.`;
  const names = others.slice(0, 20).join(', ');
  const more = others.length > 20 ? ` and ${others.length - 20} more` : '';
  return `${text}\n\nThis server has several projects: ${first}, which is asked where a call names none, and ${names}${more}. Every tool takes project, a name of one. project: "*" asks all together in one ranking: paths then begin with the project's name.`;
}
