/** Bodies: directives and statements in one list. `at + n` is a field at byte n of the parser's structure. */
import { directiveBytes, NodeType, Program, statementBytes, TSModuleBlock } from '../generated/nodes';
import { readDirective, readModuleKind, readStatement } from '../generated/tree';
import { List, make, makeAt, newList, Node, pointer } from '../node-parts';

function bodyOf(directives: usize, statements: usize): List {
  const first = load<i32>(directives + 8);
  const count = load<i32>(statements + 8);
  const list = newList(first + count);
  let from = pointer(directives);
  for (let index = 0; index < first; index++, from += directiveBytes) list.set(index, readDirective(from));
  from = pointer(statements);
  for (let index = 0; index < count; index++, from += statementBytes) list.set(first + index, readStatement(from));
  return list;
}

export function readProgram(at: usize): Node {
  const node = changetype<Program>(makeAt(NodeType.Program, offsetof<Program>(), 0, load<i32>(at + 4)));
  node.sourceType = readModuleKind(at + 137);
  node.body = bodyOf(at + 88, at + 112);
  return node;
}

export function readFunctionBody(at: usize): Node {
  const node = changetype<TSModuleBlock>(make(NodeType.BlockStatement, offsetof<TSModuleBlock>(), at));
  node.body = bodyOf(at + 16, at + 40);
  return node;
}

export function readTSModuleBlock(at: usize): Node {
  const node = changetype<TSModuleBlock>(make(NodeType.TSModuleBlock, offsetof<TSModuleBlock>(), at));
  node.body = bodyOf(at + 16, at + 40);
  return node;
}
