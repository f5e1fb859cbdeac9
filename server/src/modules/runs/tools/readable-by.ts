import { holds, viewerOf } from '../../../platform/auth/rights.ts'
import type { Viewer } from '../../../platform/db/viewer.ts'
import { scopesOfKey } from '../../api-keys/index.ts'
import type { RunSession } from '../run-session.ts'
import type { QueryTable } from '../../../platform/llm/query-tables.ts'
import { rightsOfMember } from './reader-store.ts'

const strangers: ReadonlySet<string> = new Set(['campaign', 'workflow', 'chat', 'message'])

interface Reader {
  may: (table: Pick<QueryTable, 'permission' | 'automations'>) => boolean
  /** The person that the run reads for: it sees only their rows of nodes. */
  viewer: Viewer | undefined
}

/**
 * What a run may read: the rights of its person as of now, and no more than each key that started it or took part. A person who has left
 * the organization, and a key that no longer works, may read nothing.
 */
export const readableBy = async (session: RunSession): Promise<Reader['may']> => (await readerOf(session)).may

/** The same, and whose rows of nodes it sees. */
export async function readerOf({ platform, orgId, row }: RunSession): Promise<Reader> {
  const { started_by_user: userId, started_by_key: startedBy, bound_by_keys: boundBy, trigger } = row
  const keys = [...(startedBy === null ? [] : [startedBy]), ...boundBy]
  const [rights, scopes] = await platform.db.withOrg(orgId, (tx) =>
    Promise.all([
      userId === null ? null : rightsOfMember(tx, userId),
      Promise.all(keys.map((key) => scopesOfKey(tx, key, platform.clock.now()))),
    ]),
  )
  // Strangers can cause a run without a person, and write its input, by a form or a message.
  const isAutomation = userId === null && startedBy === null && strangers.has(trigger)
  return {
    may: ({ permission, automations = false }) =>
      (isAutomation ? automations : rights !== null && holds(rights, permission)) &&
      scopes.every((each) => each?.includes(permission) ?? false),
    viewer: userId === null || rights === null ? undefined : viewerOf(rights, userId),
  }
}
