/**
 * The explorer's questions as a table: a name, a check of the parameters, and a function that asks the engine. Each makes a small answer about a
 * neighbourhood; the page never has the whole graph.
 */
import type { Engine } from '../engine/types.ts';
import { AppError } from '../model/error.ts';
import { nearest } from '../util/nearest.ts';
import { asQuestion } from '../util/turns/question.ts';
import { codeQuestion } from './code.ts';
import { maxAnswerBytes, type AdminQuestions, type Questions } from './contract.ts';
import { fileQuestion } from './file.ts';
import { paletteQuestion } from './palette.ts';
import { ParameterReader } from './parameters.ts';
import { projectQuestion } from './project.ts';
import type { Question, QuestionShape, QuestionTable } from './question.ts';
import { searchQuestion } from './search.ts';
import { structureQuestions } from './structure.ts';
import { hoverQuestion, symbolQuestion } from './symbol.ts';

/** Without those that are about the server and not about one of its projects: the server answers them. */
const questions: QuestionTable<Omit<Questions, 'projects' | keyof AdminQuestions>> = {
  project: projectQuestion,
  palette: paletteQuestion,
  symbol: symbolQuestion,
  hover: hoverQuestion,
  code: codeQuestion,
  file: fileQuestion,
  search: searchQuestion,
  ...structureQuestions,
};

export interface ExplorerRequest {
  /** The question's name. */
  name: string;
  /** Its parameters, as a query of an URL. */
  query: string;
  signal: AbortSignal;
}

/** The answer as JSON. Rejects with an `AppError`: an unknown question or parameter, and whatever the engine rejects with. */
export async function answerExplorer(engine: Engine, { name, query, signal }: ExplorerRequest): Promise<string> {
  const question = Object.hasOwn(questions, name)
    ? (questions[name as keyof typeof questions] as unknown as Question<QuestionShape>)
    : null;
  if (question === null) {
    const names = Object.keys(questions);
    const near = nearest(name, names);
    throw new AppError('NotFoundError', `There is no question ${JSON.stringify(name.slice(0, 100))}`, {
      hint: `${near === null ? '' : `Did you mean ${near}? `}Questions: ${names.join(', ')}.`,
    });
  }
  const given = new ParameterReader(query);
  const parameters = question.read(given);
  given.end();
  const json = JSON.stringify(await asQuestion(signal, () => question.answer(engine, parameters, signal)));
  if (Buffer.byteLength(json) > maxAnswerBytes) {
    throw new AppError('InternalError', `The answer to ${name} would be larger than ${maxAnswerBytes} bytes`);
  }
  return json;
}
