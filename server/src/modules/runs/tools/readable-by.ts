import { can } from '@imperium/contract/permissions.ts'
import { scopesOfKey } from '../../api-keys/index.ts'
import type { RunSession } from '../run-session.ts'
import type { QueryTable } from '../../../platform/llm/query-tables.ts'
import { roleOfMember } from './reader-store.ts'

const strangers: ReadonlySet<string> = new Set(['campaign', 'workflow', 'chat', 'message'])

type Readable = (table: Pick<QueryTable, 'permission' | 'automations'>) => boolean

/**
 * What a run may read: the rights of its person as of now, and no more than each key that started it or took part. A person who has left
 * the organization, and a key that no longer works, may read nothing.
 */
export async function readableBy({ platform, orgId, row }: RunSession): Promise<Readable> {
  const { started_by_user: userId, started_by_key: startedBy, bound_by_keys: boundBy, trigger } = row
  const keys = [...(startedBy === null ? [] : [startedBy]), ...boundBy]
  const [role, scopes] = await platform.db.withOrg(orgId, (tx) =>
    Promise.all([
      userId === null ? null : roleOfMember(tx, userId),
      Promise.all(keys.map((key) => scopesOfKey(tx, key, platform.clock.now()))),
    ]),
  )
  // Strangers can cause a run without a person, and write its input, by a form or a message.
  const isAutomation = userId === null && startedBy === null && strangers.has(trigger)
  return ({ permission, automations = false }) =>
    (isAutomation ? automations : role !== null && can(role, permission)) && scopes.every((each) => each?.includes(permission) ?? false)
}
