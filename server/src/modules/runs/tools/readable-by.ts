import { can } from '@imperium/contract/permissions.ts'
import { scopesOfKey } from '../../api-keys/index.ts'
import type { RunSession } from '../run-session.ts'
import type { QueryTable } from './query-tables.ts'
import { roleOfMember } from './reader-store.ts'

type Readable = (table: Pick<QueryTable, 'permission' | 'automations'>) => boolean

/**
 * What a run may read: the rights of its person as of now, and no more than the key that started it. A person who has left the
 * organization, and a key that no longer works, may read nothing.
 */
export async function readableBy({ platform, orgId, row }: RunSession): Promise<Readable> {
  const { started_by_user: userId, started_by_key: keyId, trigger } = row
  if (userId === null && keyId === null) {
    // Strangers can cause such a run and write its input, by a form or a message.
    const isAutomation = trigger === 'campaign' || trigger === 'workflow'
    return ({ automations = false }) => isAutomation && automations
  }
  const [role, scopes] = await platform.db.withOrg(orgId, (tx) =>
    Promise.all([userId === null ? null : roleOfMember(tx, userId), keyId === null ? null : scopesOfKey(tx, keyId, platform.clock.now())]),
  )
  return ({ permission }) => role !== null && can(role, permission) && (keyId === null || (scopes?.includes(permission) ?? false))
}
