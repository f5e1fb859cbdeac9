/** Attributes and content of an element; empty text and null leave it out. */
type XmlContent = string | XmlNode | null | readonly (XmlNode | null)[]
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  content: string | readonly XmlNode[]
}

/** Characters that XML 1.0 cannot hold are left out. */
// eslint-disable-next-line no-control-regex
const unwritable =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const escape = (text: string): string =>
  text.replaceAll(unwritable, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An element; null where it would be empty. */
export function element(name: string, content: XmlContent, attributes: Readonly<Record<string, string>> = {}): XmlNode | null {
  if (content === null || content === '') return null
  if (typeof content === 'string') return { name, attributes, content }
  const children = (Array.isArray(content) ? content : [content]).filter((child): child is XmlNode => child !== null)
  return children.length === 0 ? null : { name, attributes, content: children }
}

export function writeXml({ name, attributes, content }: XmlNode): string {
  const start = Object.entries(attributes).reduce((text, [key, value]) => `${text} ${key}="${escape(value)}"`, `<${name}`)
  const inner = typeof content === 'string' ? escape(content) : content.map(writeXml).join('')
  return `${start}>${inner}</${name}>`
}

/** Minor units with two decimals. */
export const decimal = (minor: number): string => (minor / 100).toFixed(2)
export const plain = (value: number): string => String(Number(value.toFixed(4)))
