/** Literals, parts of templates, JSX texts, `import.meta` and `new.target`. `at + n` is a field at byte n of the parser's structure. */
import { JSXText, Literal, MetaProperty, NodeType, TemplateElement } from '../generated/nodes';
import { LiteralKind, make, Node } from '../node-parts';
import { ascii, Text, decodeSurrogates } from '../texts';
import { identifierOf } from './patterns';
import { readBool, readStr } from './texts';

function literalOf(kind: LiteralKind, at: usize): Literal {
  const node = changetype<Literal>(make(NodeType.Literal, offsetof<Literal>(), at));
  node.kind = kind;
  node.text = null;
  return node;
}

export function readBooleanLiteral(at: usize): Node {
  const node = literalOf(LiteralKind.Boolean, at);
  node.truth = readBool(at + 12);
  return node;
}

export function readNullLiteral(at: usize): Node {
  return literalOf(LiteralKind.Null, at);
}

export function readNumericLiteral(at: usize): Node {
  const node = literalOf(LiteralKind.Number, at);
  node.number = load<f64>(at + 32);
  return node;
}

export function readBigIntLiteral(at: usize): Node {
  return literalOf(LiteralKind.BigInt, at);
}

export function readRegExpLiteral(at: usize): Node {
  return literalOf(LiteralKind.RegExp, at);
}

export function readStringLiteral(at: usize): Node {
  const node = literalOf(LiteralKind.String, at);
  const text = readStr(at + 16);
  node.text = readBool(at + 12) ? decodeSurrogates(text) : text;
  return node;
}

export function readTemplateElement(at: usize): Node {
  return make(NodeType.TemplateElement, offsetof<TemplateElement>(), at);
}

export function readJSXText(at: usize): Node {
  return make(NodeType.JSXText, offsetof<JSXText>(), at);
}

/** `import.meta` and `new.target`. A node that ends at 0 has no position, and so have its parts. */
function metaProperty(at: usize, meta: Text, property: Text): Node {
  const node = changetype<MetaProperty>(make(NodeType.MetaProperty, offsetof<MetaProperty>(), at));
  const start = node.start;
  const end = node.end;
  node.meta = identifierOf(meta, start, end === 0 ? 0 : start + meta.length);
  node.property = identifierOf(property, end === 0 ? 0 : end - property.length, end);
  return node;
}

export function readImportMeta(at: usize): Node {
  return metaProperty(at, ascii('import'), ascii('meta'));
}

export function readNewTarget(at: usize): Node {
  return metaProperty(at, ascii('new'), ascii('target'));
}
