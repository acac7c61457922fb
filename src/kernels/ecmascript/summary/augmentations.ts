/** `declare module './m' { interface I { … } }` in a module extends declarations of that module. */
import { ExportNamedDeclaration, Identifier, Node, NodeType, TSInterfaceDeclaration } from '../generated/nodes';
import { take } from '../memory';
import { Text } from '../texts';
import {
  fieldListA,
  fieldListB,
  fieldType,
  flagExtension,
  kindImport,
  opNamed,
  scopeNamespace,
} from '../generated/codes';
import { collectInterface } from './classes';
import { Strings } from './strings';
import { writer } from './writer';

@unmanaged
export class Augmentation {
  /** The scope of its parts. */
  scope: i32;
  /** The scope of the whole block, in which the module's names are visible. */
  private around: i32;
  private module: i32;
  /** Names of the module that have been imported. */
  private imported: Strings;

  /** Collects an interface as an extension of the module's own; false for any other part. */
  collect(part: Node): bool {
    const node = declarationOf(part);
    if (node === null || node.type !== NodeType.TSInterfaceDeclaration) return false;
    const declaration = changetype<TSInterfaceDeclaration>(node);
    const id = changetype<Identifier>(declaration.id);
    this.importName(id.name, id.start);
    const entity = collectInterface(declaration, this.scope, flagExtension);
    const path = writer.listOfOne(writer.string(id.name));
    writer.set(entity, fieldType, writer.node3(opNamed, path, this.around, 0));
    return true;
  }

  private importName(name: Text, offset: i32): void {
    if (this.imported.known(name) !== -1) return;
    this.imported.index(name);
    const entity = writer.entity(name, kindImport, offset, this.around);
    writer.set(entity, fieldListA, this.module);
    writer.set(entity, fieldListB, writer.string(name));
  }

  /** @param around the scope of the whole block */
  static of(specifier: Text, around: i32): Augmentation {
    const made = changetype<Augmentation>(take(offsetof<Augmentation>()));
    made.module = writer.module(specifier);
    made.scope = writer.scope(around, scopeNamespace, -1);
    made.around = around;
    made.imported = Strings.of(1 << 4);
    return made;
  }
}

function declarationOf(part: Node): Node | null {
  return part.type === NodeType.ExportNamedDeclaration ? changetype<ExportNamedDeclaration>(part).declaration : part;
}
