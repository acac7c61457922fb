/** A node of a Python file's tree. As in the grammar's, comments and joined lines (`\` at a line's end) are parts of what they stand in. */
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
        return code === codes.lambda ? this.#last() : this.#ofCode(codes.block);
      case 'parameters':
        return this.#ofCode(code === codes.lambda ? codes.lambda_parameters : codes.parameters);
      case 'superclasses':
        return this.#ofCode(codes.argument_list);
      case 'definition':
        return code === codes.decorated_definition ? this.#last() : null;
      case 'type':
        return code === codes.assignment ? this.#ofCode(codes.type) : null;
      case 'left':
      case 'condition':
      case 'function':
      case 'module_name':
        return this.#at(0);
      case 'name':
        return code === codes.import_statement ? this.childrenForFieldName(name)[0]! : this.#at(0);
      case 'right':
        return this.#right();
      case 'alias':
      case 'arguments':
        return this.#at(1);
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
    const isFrom = code === codes.import_from_statement && names[0] === this.#at(0);
    return isFrom ? names.slice(1) : names;
  }

  /** The part at this place, comments not counted. */
  #at(index: number): PythonNode | null {
    let left = index;
    for (const child of this.namedChildren) {
      if (isExtra(child)) continue;
      if (left === 0) return child;
      left--;
    }
    return null;
  }

  #last(): PythonNode | null {
    return this.namedChildren.findLast((child) => !isExtra(child)) ?? null;
  }

  #ofCode(code: number): PythonNode | null {
    return this.namedChildren.find((child) => child.code === code) ?? null;
  }

  /** What is assigned, or gone through. */
  #right(): PythonNode | null {
    const second = this.#at(1);
    return this.code === codes.assignment && second?.code === codes.type ? this.#at(2) : second;
  }
}

function isExtra({ code }: PythonNode): boolean {
  return code === codes.comment || code === codes.line_continuation;
}
