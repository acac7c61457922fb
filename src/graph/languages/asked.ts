/** The shape of what questions about the graph ask of a language (`question-rules.ts`). */
import type { SymbolNode } from '../../model/graph.ts';

export interface QuestionRules {
  /** Languages of one platform can name each other's definitions. Default: the language alone. */
  platform?: string;
  /** What is declared is defined elsewhere. Default: no. */
  declaresApart?: true;
  /** Files may have declarations beside them, or stand in for each other. Default: no. */
  hasFilePairs?: true;
  /** What is declared once may be defined for each platform. Default: no. */
  hasVariants?: true;
  /** Whether no other file can name what is not exported. Default: no. */
  staysInFile?(symbol: Pick<SymbolNode, 'kind' | 'name' | 'qualified'>): boolean;
  /** Whether what nobody could resolve may be what stays in its own file. Default: yes. */
  namesWhatStays?(): boolean;
  /** Whether no build takes a caller together with what it would call, of several of one name. Default: no. */
  areNeverTogether?(files: { caller: string; called: string; named: string }): boolean;
}
