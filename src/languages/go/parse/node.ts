/** A node of a Go file's tree. Comments are not part of the tree; they are collected in a list of their own. */
import { OwnNode } from '../../own-node.ts';
import { nodeNames } from './codes.ts';

export class GoNode extends OwnNode<GoNode> {
  /** Children by the grammar's field names, for the fields that the collectors read. */
  fields: Readonly<Record<string, GoNode | null>> | null = null;

  get type(): string {
    return nodeNames[this.code] ?? '';
  }

  childForFieldName(name: string): GoNode | null {
    return this.fields?.[name] ?? null;
  }
}
