/** Reads the elements of XML settings files (project files of C#, pom.xml): enough for these, and nothing of the rest of XML. */

export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** The text up to the next tag. */
  text: string;
  /** The elements that contain it, outermost first. */
  ancestors: readonly XmlElement[];
}

/**
 * A tag, with the text after it; without its end where it has none, so that the search goes on behind it. Repetitions are bounded, because
 * settings files may be broken.
 */
const tags = /<(\/?)([A-Za-z][\w.-]*)((?:[^<>"'/]|\/(?!>)|"[^"]{0,1000}"|'[^']{0,1000}'){0,1000})(?:(\/?)>([^<]*))?/g;
/** Elements that are nested more deeply count as siblings. */
const maxDepth = 64;

/** The elements in the order of their first tags. An end tag ends the innermost element, whatever its name is. */
export function* xmlElements(text: string): Generator<XmlElement> {
  const open: XmlElement[] = [];
  for (const [, end, name = '', rest = '', closed, after] of text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .matchAll(tags)) {
    if (after === undefined) continue;
    if (end === '/') {
      open.pop();
      continue;
    }
    const attributes = new Map([...rest.matchAll(/(?<![\w.])([\w.]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', a, b]) => [key, a ?? b ?? ''])); // prettier-ignore
    const element: XmlElement = { name, attributes, text: after.trim(), ancestors: [...open] };
    if (closed !== '/' && open.length < maxDepth) open.push(element);
    yield element;
  }
}
