import { Parser } from 'htmlparser2'

/** An element by its local name: prefixes are chosen by each writer. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

const deepest = 60
const mostElements = 200_000

/** A text that is no XML document, or one that we do not read. Its message is for people. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault'
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The root of an XML document. Document types are refused: they can hold entities without end. @throws XmlFault */
export function parseXml(text: string): XmlElement {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new XmlFault('This file has a document type, which is not read')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open: XmlElement[] = [root]
  let count = 0
  let isRead = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        count += 1
        if (open.length > deepest || count > mostElements) throw new XmlFault('This file is too deep or too large')
        const own: XmlElement = { name: localName(name), attributes, children: [], text: '' }
        open.at(-1)?.children.push(own)
        open.push(own)
      },
      ontext: (piece) => {
        const last = open.at(-1)
        if (last) last.text += piece
      },
      onclosetag: (_name, isImplied) => {
        // An empty element like <a/> counts as implied too.
        const closesItself = !isRead && text[parser.endIndex - 1] === '/' && text[parser.endIndex] === '>'
        if (isImplied && !closesItself) throw new XmlFault('This file is no complete XML')
        open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  isRead = true
  parser.end()
  const [first] = root.children
  if (!first || root.children.length > 1) throw new XmlFault('This file is no XML')
  return first
}

/** The first element at a path of local names, and all of the last name. */
export function find(from: XmlElement | undefined, path: string): XmlElement | undefined {
  let at = from
  for (const name of path.split('/')) at = at?.children.find((child) => child.name === name)
  return at
}
export function findAll(from: XmlElement | undefined, path: string): XmlElement[] {
  const names = path.split('/')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? from : find(from, names.join('/'))
  return parent?.children.filter((child) => child.name === last) ?? []
}
export const textAt = (from: XmlElement | undefined, path: string): string => find(from, path)?.text.trim() ?? ''
