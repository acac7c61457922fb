/**
 * A node of a Python file's tree. As in the grammar, a comment or the end of a joined line (`\`) is a child of the innermost node
 * that contains it.
 */
import { OwnNode } from '../../own-node.ts';
import { codes, nodeNames } from './codes.ts';

export class PythonNode extends OwnNode<PythonNode> {
  get type(): string {
    return nodeNames[this.code] ?? '';
  }

  childForFieldName(name: string): PythonNode | null {
    const { code } = this;
    switch (name) {
      case 'body':
        return code === codes.lambda ? this.#last() : this.partOf(codes.block);
      case 'parameters':
        return this.partOf(code === codes.lambda ? codes.lambda_parameters : codes.parameters);
      case 'superclasses':
        return this.partOf(codes.argument_list);
      case 'definition':
        return code === codes.decorated_definition ? this.#last() : null;
      case 'type':
        return code === codes.assignment ? this.partOf(codes.type) : null;
      case 'left':
      case 'condition':
      case 'function':
      case 'module_name':
        return this.part(0);
      case 'name':
        return code === codes.import_statement ? this.childrenForFieldName(name)[0]! : this.part(0);
      case 'right':
        return this.right();
      case 'alias':
      case 'arguments':
        return this.part(1);
      default:
        return null;
    }
  }

  override childrenForFieldName(name: string): PythonNode[] {
    const { code } = this;
    const isImport =
      code === codes.import_statement || code === codes.import_from_statement || code === codes.future_import_statement;
    if (!isImport || name !== 'name') return super.childrenForFieldName(name);
    const names = this.namedChildren.filter(
      (child) => child.code === codes.dotted_name || child.code === codes.aliased_import,
    );
    const isFrom = code === codes.import_from_statement && names[0] === this.part(0);
    return isFrom ? names.slice(1) : names;
  }

  /** The child at a position, not counting comments and joined lines; null where there is none. */
  part(index: number): PythonNode | null {
    const parts = this.namedChildren;
    let remaining = index;
    for (let at = 0; at < parts.length; at++) {
      if (isExtra(parts[at]!)) continue;
      if (remaining === 0) return parts[at]!;
      remaining--;
    }
    return null;
  }

  /** The first child with a code; null where there is none. */
  partOf(code: number): PythonNode | null {
    const parts = this.namedChildren;
    for (let at = 0; at < parts.length; at++) if (parts[at]!.code === code) return parts[at]!;
    return null;
  }

  /** The assigned value, or the iterable of a loop. */
  right(): PythonNode | null {
    const second = this.part(1);
    return this.code === codes.assignment && second?.code === codes.type ? this.part(2) : second;
  }

  #last(): PythonNode | null {
    return this.namedChildren.findLast((child) => !isExtra(child)) ?? null;
  }
}

/** Whether a node is a comment or the end of a joined line. */
function isExtra({ code }: PythonNode): boolean {
  return code === codes.comment || code === codes.line_continuation;
}
