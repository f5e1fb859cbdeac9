import type { SegmentUser } from '@imperium/contract/contacts/segments.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { nameSome } from '../../platform/text/name-some.ts'
import type { Platform } from '../../platform/platform.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import { segmentsNaming } from './store.ts'

export interface NamedUser extends SegmentUser {
  segmentId: string
}
/** Who uses these segments; `blocks` where it is not done with them (a campaign that is a draft, scheduled or under way). */
export type FindSegmentUsers = (tx: OrgTx, segmentIds: readonly string[]) => Promise<NamedUser[]>

const finders = extensionPoint<FindSegmentUsers>()

/** Lets a module that names segments (campaigns, workflows) be asked who does, and before one is taken away. */
export const onSegmentUse = (find: FindSegmentUsers): Extension => finders.entry(find)

export async function findSegmentUsers(platform: Platform, tx: OrgTx, segmentIds: readonly string[]): Promise<NamedUser[]> {
  if (segmentIds.length === 0) return []
  const naming = await segmentsNaming(tx, segmentIds)
  const users: NamedUser[] = naming.map(({ named, id, name }) => ({ segmentId: named, kind: 'segment', id, name, blocks: true }))
  return [...users, ...(await finders.gather(platform, (find) => find(tx, segmentIds)))]
}

/** @throws 409 with the names of those that still need it. */
export async function assertSegmentUnused(platform: Platform, tx: OrgTx, id: string): Promise<void> {
  const blocking = (await findSegmentUsers(platform, tx, [id])).filter(({ blocks }) => blocks)
  if (blocking.length === 0) return
  throw conflict(message('This segment is used by {users}. Remove it there first.', { users: nameSome(blocking.map(({ name }) => name)) }))
}
