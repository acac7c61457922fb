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
  /** The scope of the declarations in the block. */
  scope: i32;
  /** The scope around the block, in which the names of the module are visible. */
  private blockScope: i32;
  private module: i32;
  /** The names of the module that `blockScope` has as imports. */
  private imported: Strings;

  /** Collects an interface as an extension of the module's interface with that name. @returns false for any other statement of the block */
  collect(part: Node): bool {
    const node = declarationOf(part);
    if (node === null || node.type !== NodeType.TSInterfaceDeclaration) return false;
    const declaration = changetype<TSInterfaceDeclaration>(node);
    const id = changetype<Identifier>(declaration.id);
    this.importName(id.name, id.start);
    const entity = collectInterface(declaration, this.scope, flagExtension);
    const path = writer.listOfOne(writer.string(id.name));
    writer.set(entity, fieldType, writer.node3(opNamed, path, this.blockScope, 0));
    return true;
  }

  /** Declares a name of the module as an import in the scope around the block, once. */
  private importName(name: Text, offset: i32): void {
    if (this.imported.find(name) !== -1) return;
    this.imported.index(name);
    const entity = writer.entity(name, kindImport, offset, this.blockScope);
    writer.set(entity, fieldListA, this.module);
    writer.set(entity, fieldListB, writer.string(name));
  }

  /** @param blockScope in which the names of the module become visible */
  static of(specifier: Text, blockScope: i32): Augmentation {
    const augmentation = changetype<Augmentation>(take(offsetof<Augmentation>()));
    augmentation.module = writer.module(specifier);
    augmentation.scope = writer.scope(blockScope, scopeNamespace, -1);
    augmentation.blockScope = blockScope;
    augmentation.imported = Strings.of(1 << 4);
    return augmentation;
  }
}

function declarationOf(part: Node): Node | null {
  return part.type === NodeType.ExportNamedDeclaration ? changetype<ExportNamedDeclaration>(part).declaration : part;
}
