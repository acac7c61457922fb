/** A node of a Go file's tree; comments are no parts of it, they stand in a list of their own. */
import { OwnNode } from '../../own-node.ts';
import { nodeNames } from './codes.ts';

export class GoNode extends OwnNode<GoNode> {
  /** Its parts by the grammar's names for them, where somebody asks for them by these. */
  fields: Readonly<Record<string, GoNode | null>> | null = null;

  get type(): string {
    return nodeNames[this.code] ?? '';
  }

  childForFieldName(name: string): GoNode | null {
    return this.fields?.[name] ?? null;
  }
}
