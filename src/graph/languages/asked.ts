/** What queries about the graph need to know of a language (`question-rules.ts`). */
import type { SymbolNode } from '../../model/graph.ts';

export interface QuestionRules {
  /** Languages of one platform can name each other's definitions. Default: the language alone. */
  platform?: string;
  /** Declarations are separate from definitions, as in header files. Default: no. */
  declaresApart?: true;
  /** Files may have declarations beside them, or be variants of each other. Default: no. */
  hasFilePairs?: true;
  /** One declaration may have a definition for each platform. Default: no. */
  hasVariants?: true;
  /** Whether other files can never name an unexported symbol. Default: no. */
  staysInFile?(symbol: Pick<SymbolNode, 'kind' | 'name' | 'qualified'>): boolean;
  /** Whether an unresolved site may mean a symbol that stays in its own file. Default: yes. */
  namesWhatStays?(): boolean;
  /** Whether no build contains both the caller and this one of several definitions of a name. Default: no. */
  areNeverTogether?(files: { caller: string; called: string; named: string }): boolean;
}
