import { namedCampaigns } from '../campaigns/index.ts'
import { namedConnections } from '../integrations/index.ts'
import { namedCollections } from '../knowledge/index.ts'
import type { FindNamed } from '../../platform/db/find-named.ts'
import type { OrgTx } from '../../platform/db/database.ts'

/** `agents` and `Lead qualifier`: what a bundle calls something of the organization. */
interface Named {
  kind: string
  name: string
}

/** What bundles name and do not hold: connections have secrets, collections documents, campaigns recipients. */
const outside: Readonly<Record<string, FindNamed>> = {
  connections: namedConnections,
  collections: namedCollections,
  campaigns: namedCampaigns,
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** `bundle:agents/Lead%20qualifier`, also as part of a text. */
const reference = /bundle:([a-z-]{1,40})\/((?:[\w.~-]|%[0-9A-F]{2})+)/g

/** Names are free text: only letters that no text around them could continue stay as they are. */
const encode = (name: string): string =>
  encodeURIComponent(name).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
const write = ({ kind, name }: Named): string => `bundle:${kind}/${encode(name)}`

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // Bytes that are no text: no name here is that.
    return name
  }
}

/** The value with every text in it replaced. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
}

function textsOf(value: unknown): string[] {
  const texts: string[] = []
  mapTexts(value, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/** Names in the place of ids: those of bundled objects, and of what stays outside. The id of something deleted stays. */
export async function toNames<T>(tx: OrgTx, contents: readonly T[], bundled: ReadonlyMap<string, Named>): Promise<T[]> {
  const ids = [...new Set(contents.flatMap(textsOf).flatMap((text) => text.match(uuid) ?? []))].filter((id) => !bundled.has(id))
  const names = new Map(bundled)
  for (const [kind, find] of Object.entries(outside))
    for (const { id, name } of await find(tx, { ids, names: [] })) names.set(id, { kind, name })
  const change = (text: string) =>
    text.replaceAll(uuid, (id) => {
      const named = names.get(id)
      return named ? write(named) : id
    })
  return contents.map((content) => mapTexts(content, change) as T)
}

/** Ids in the place of names. What is not here stays a name. */
export async function toIds<T>(tx: OrgTx, content: T, idOf: (named: Named) => string | undefined): Promise<T> {
  const wanted = textsOf(content).flatMap((text) =>
    [...text.matchAll(reference)].map(([, kind = '', name = '']) => ({ kind, name: decode(name) })),
  )
  const ids = new Map<string, string>()
  for (const [kind, find] of Object.entries(outside)) {
    const names = [...new Set(wanted.filter((each) => each.kind === kind).map(({ name }) => name))]
    // The oldest of several with one name.
    for (const { id, name } of (await find(tx, { ids: [], names })).toReversed()) ids.set(`${kind}/${name}`, id)
  }
  const change = (text: string) =>
    text.replaceAll(
      reference,
      (all, kind: string, name: string) => idOf({ kind, name: decode(name) }) ?? ids.get(`${kind}/${decode(name)}`) ?? all,
    )
  return mapTexts(content, change) as T
}

export const isUnresolved = (text: string): boolean => text.search(reference) !== -1

/** The names in it that lead to nothing here, for people: `connections: Slack`. */
export const namesIn = (content: unknown): string[] => [
  ...new Set(
    textsOf(content).flatMap((text) => [...text.matchAll(reference)].map(([, kind = '', name = '']) => `${kind}: ${decode(name)}`)),
  ),
]
