import { createHash } from 'node:crypto'
import type { ToolChange, ToolText } from '@imperium/contract/integrations.ts'
import { freeId, idOf } from './compile-operations.ts'
import type { StoredDocument, StoredTool } from './stored-document.ts'

/** What a tool says of itself. Its id is ours, and so are its fields: a later version of ours may read the same schema better. */
const descriptionOf = ({ name, title, description, fields, schema, whole }: StoredTool): string =>
  // Pinned before whole texts were kept: compared by what was.
  JSON.stringify(whole === '' ? { name, title, description, fields } : { name, title, description, schema, whole })

const isSame = (pinned: StoredTool, now: StoredTool): boolean =>
  descriptionOf(pinned) === descriptionOf(pinned.whole === '' ? { ...now, whole: '' } : now)

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Names what was shown, so that nothing else is accepted. */
const fingerprintOf = (tool: StoredTool | undefined): string => (tool ? hash(descriptionOf(tool)) : 'removed')

const textOf = (tool: StoredTool | undefined): ToolText | null =>
  tool ? { title: tool.title, description: tool.description, schema: tool.schema || schemaOf(tool) } : null

const schemaOf = ({ fields }: StoredTool): string =>
  JSON.stringify(
    Object.fromEntries(fields.map(({ name, type, isRequired, description }) => [name, { type, isRequired, description }])),
    null,
    2,
  )

/** Whether the server describes a pinned tool differently now, or no longer has it. */
export function hasChanged(pinned: readonly StoredTool[], now: readonly StoredTool[]): boolean {
  const current = new Map(now.map((tool) => [tool.name, tool]))
  return pinned.some((tool) => {
    const found = current.get(tool.name)
    return !found || !isSame(tool, found)
  })
}

/** Every tool that was accepted, or is offered now, with both of its texts; what differs comes first. */
export function compareTools(pinned: readonly StoredTool[], now: readonly StoredTool[]): ToolChange[] {
  const before = new Map(pinned.map((tool) => [tool.name, tool]))
  const current = new Map(now.map((tool) => [tool.name, tool]))
  const changes = [...new Set([...before.keys(), ...current.keys()])].map((name): ToolChange => {
    const [old, found] = [before.get(name), current.get(name)]
    const state = !old ? 'added' : !found ? 'removed' : isSame(old, found) ? 'same' : 'changed'
    return { name, state, before: textOf(old), now: textOf(found), fingerprint: fingerprintOf(found) }
  })
  const order = ['changed', 'removed', 'added', 'same']
  return changes.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/**
 * The pinned tools plus the accepted ones, minus the dropped and removed ones; null where a tool differs from what was shown. A tool keeps
 * its id by name, and the id of a removed one is never reused, because its grants would pass on.
 */
export function takeTools(
  pinned: StoredDocument,
  now: readonly StoredTool[],
  { accept, drop }: { accept: readonly { name: string; fingerprint: string }[]; drop: readonly string[] },
): StoredDocument | null {
  const current = new Map(now.map((tool) => [tool.name, tool]))
  if (accept.some(({ name, fingerprint }) => fingerprintOf(current.get(name)) !== fingerprint)) return null
  const accepted = new Set(accept.map(({ name }) => name))
  const [dropped, known] = [new Set(drop), new Set(pinned.tools.map(({ name }) => name))]
  const kept = pinned.tools.flatMap((tool) => {
    if (dropped.has(tool.name)) return []
    if (!accepted.has(tool.name)) return [tool]
    const found = current.get(tool.name)
    return found ? [{ ...found, id: tool.id }] : []
  })
  const taken = new Set([...pinned.retiredIds, ...pinned.tools.map(({ id }) => id)])
  const added = now.flatMap((tool) => {
    if (!accepted.has(tool.name) || known.has(tool.name)) return []
    const id = freeId(idOf(tool.name), taken)
    taken.add(id)
    return [{ ...tool, id }]
  })
  const tools = [...kept, ...added]
  const left = new Set(tools.map(({ id }) => id))
  return { ...pinned, tools, retiredIds: [...taken].filter((id) => !left.has(id)) }
}
