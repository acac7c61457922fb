/** What queries about the graph need to know of a language (`question-rules.ts`). */
import type { SymbolNode } from '../../model/graph.ts';
import type { RegionRules } from './region-rules.ts';

export interface QuestionRules {
  /** How the language writes comments and strings. Default: as C. */
  regions?: RegionRules;
  /** The name of the language's platform: languages of one platform can name each other's definitions. Default: the language itself. */
  platform?: string;
  /** Whether a member without a call is a field, never a function. Default: no. */
  membersAreFields?: true;
  /** Whether a member is named only with what it is a member of before it (`this.name`, `Type::name`). Default: no. */
  membersNeedReceiver?: true;
  /** Whether declarations are separate from definitions, as in header files. Default: no. */
  declaresApart?: true;
  /** Whether other files of a type's folder may declare its members. Default: no. */
  membersInFolder?: true;
  /** Whether a file may have a declaration file beside it, or be a variant of another file. Default: no. */
  hasFilePairs?: true;
  /** Whether a function may have several signatures and one implementation. Default: no. */
  hasSignatureLists?: true;
  /** Whether one declaration may have a definition for each platform. Default: no. */
  hasVariants?: true;
  /** Whether the language itself may call a function: an operator, a method of loops, texts or the end of a block. Default: no. */
  runsByItself?(symbol: Pick<SymbolNode, 'kind' | 'name' | 'qualified'>): boolean;
  /** Decorators, annotations and attributes that never call what they stand before. Default: none. */
  inertDecorators?: ReadonlySet<string>;
  /** Whether other files can never name an unexported symbol. Default: no. */
  staysInFile?(symbol: Pick<SymbolNode, 'kind' | 'name' | 'qualified'>): boolean;
  /** Whether an unresolved site may mean a symbol that only its own file can name (`staysInFile`). Default: yes. */
  namesWhatStays?(): boolean;
  /**
   * The files that name each other's definitions without an import that leads to the file: those of one folder, where the compiler forbids circles of
   * folders, or all. Absent: imports lead to files.
   */
  seesFiles?: 'folder' | 'project';
  /**
   * Whether no build contains both files: that of a caller and that of one of several definitions of a name (`called`). `named` is the file to which
   * the call is linked. Default: no.
   */
  areNeverTogether?(files: { caller: string; called: string; named: string }): boolean;
  /** Whether a type implements an interface by having its methods, and embeds types in its body without a name. Default: no. */
  implementsImplicitly?: true;
  /** Whether a value may have the type without naming it. Default: no. */
  fitsByForm?(symbol: Pick<SymbolNode, 'kind' | 'signature'>): boolean;
  /**
   * The type that a declaration apart from the type gives a contract to (`Vec` in `impl Shape for Vec<i32> {`); null where the text is none. `text` is the
   * line of the contract's name and those around it, joined by blanks.
   */
  extendedType?(text: string): string | null;
  /** Whether blocks end by indentation or a word, so that a variable is known in all of its function. Default: no. */
  hasNoBraces?: true;
}
