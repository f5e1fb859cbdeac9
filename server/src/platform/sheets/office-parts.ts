import { Parser } from 'htmlparser2'
import type { ZipEntries } from './read-zip.ts'

export type Attributes = Record<string, string>
interface Handlers {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}
/** Attributes by their local names too, where these are free. */
function withLocalNames(attributes: Attributes): Attributes {
  for (const [name, value] of Object.entries(attributes)) if (name.includes(':')) attributes[localName(name)] ??= value
  return attributes
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Elements and attributes by their local names: programs choose prefixes freely. */
export function walkXml(bytes: Buffer | undefined, { open, text, close }: Handlers): void {
  if (!bytes) return
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), withLocalNames(attributes)),
      ontext: (piece) => text?.(piece),
      onclosetag: (name) => close?.(localName(name)),
    },
    { xmlMode: true },
  )
  parser.end(bytes.toString('utf8'))
}

/** What a part of an Office file refers to, by the ids that it uses. */
export function readRelations(zip: ZipEntries, part: string): Map<string, { type: string; target: string }> {
  const relations = new Map<string, { type: string; target: string }>()
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  walkXml(zip(`${folder}_rels/${part.slice(folder.length)}.rels`), {
    open: (name, { Id, Type = '', Target = '' }) => {
      if (name !== 'Relationship' || !Id) return
      const target = new URL(Target, `zip:///${folder}`).pathname.slice(1)
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: decodeURIComponent(target) })
    },
  })
  return relations
}
