import { sql } from 'kysely'
import { deletionGraceDays } from '@imperium/contract/organizations.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Membership } from '../../platform/auth/auth-context.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { eachOrganization } from '../../platform/each-organization.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { listMembersWithRole } from './people-store.ts'
import { setDeletion } from './profile-store.ts'
import { writeDeletionNotice } from './write-deletion-notice.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

const graceMs = deletionGraceDays * 86_400_000
const eraseBatch = 2_000

const deletionGuards = extensionPoint<(tx: OrgTx) => Promise<void>>()

/** For the manifest of a module that may refuse the deletion of an organization, by throwing. */
export const guardDeletion = deletionGuards.entry

/**
 * Deletes an organization: read-only immediately, erased after the grace period. A repeated request does not extend it.
 * @throws 404; 422 if the typed slug is not the organization's.
 */
export async function requestDeletion(platform: Platform, context: OrgContext, id: string, slug: string): Promise<Membership> {
  const { tx, org, caller, audit } = context
  if (id !== org.id) throw notFound('Organization not found.')
  if (slug !== org.slug) throw invalid([{ path: 'slug', message: 'This does not match the URL name of the organization' }])
  for (const guard of deletionGuards.of(platform)) await guard(tx)
  const deletesAt = org.deletesAt ? new Date(org.deletesAt) : new Date(platform.clock.now().getTime() + graceMs)
  await setDeletion(tx, id, deletesAt)
  if (!org.deletesAt) {
    const url = `${platform.config.publicUrl.replace(/\/$/, '')}/org/${org.slug}/settings/organization`
    const emailMessage = writeDeletionNotice({ preferences: caller.preferences, organizationName: org.name, deletesAt, url })
    await queueEmail(platform, tx, id, caller.email, emailMessage)
  }
  await announceAccessChange(platform, context)
  audit({ targetName: org.name, before: { deletesAt: org.deletesAt }, after: { deletesAt: deletesAt.toISOString() } })
  return { ...org, status: 'SUSPENDED', deletesAt: deletesAt.toISOString() }
}

/** Takes the deletion back; one that is not being deleted stays as it is. @throws 404. */
export async function restoreOrganization(platform: Platform, context: OrgContext, id: string): Promise<Membership> {
  const { tx, org, audit } = context
  if (id !== org.id) throw notFound('Organization not found.')
  await setDeletion(tx, id, null)
  await announceAccessChange(platform, context)
  audit({ targetName: org.name, before: { deletesAt: org.deletesAt }, after: { deletesAt: null } })
  const { status } = await tx.selectFrom('auth.organizations').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  // The table's check limits it to the values of the contract.
  return { ...org, status: status as Membership['status'], deletesAt: null }
}

/** Every process drops what it cached of the members' access, after the commit. */
async function announceAccessChange(platform: Platform, { tx, caller }: OrgContext): Promise<void> {
  for (const userId of await listMembersWithRole(tx, ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'])) await signal(tx, accessChanged({ userId }))
  platform.auth.invalidate(caller.userId)
}

/** Erases organizations after their grace period, in short steps: the rows of every table, then the organization; the audit log stays. */
export async function eraseDueOrganizations(platform: Platform): Promise<void> {
  const names = new Map<string, string>()
  await eachOrganization(
    platform,
    async (tx, after, limit) => {
      const due = await listDue(tx, after, limit)
      for (const { id, name } of due) names.set(id, name)
      return due.map(({ id }) => id)
    },
    (id) => eraseOrganization(platform, id, names.get(id) ?? ''),
    'an organization could not be erased',
  )
}

const listDue = (tx: SystemTx, after: string | null, limit: number): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('auth.organizations')
    .select(['id', 'name'])
    .where('deletes_at', '<', sql<Date>`now()`)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

async function eraseOrganization(platform: Platform, id: string, name: string): Promise<void> {
  const { db } = platform
  // What stands against it may have come after the request.
  for (const guard of deletionGuards.of(platform)) await db.withOrg(id, guard)
  const step = () =>
    db.withSystem(async (tx) => {
      const { rows } = await sql<{ erased: number }>`select app.erase_organization(${id}, ${eraseBatch}) as erased`.execute(tx)
      return rows[0]?.erased ?? 0
    })
  while ((await step()) > 0);
  const actor = { kind: 'system' as const, id: null, name: 'Imperium' }
  await db.withSystem((tx) => recordAudit(tx, null, { actor, action: 'organizations.erase', target: { kind: 'organizations', id, name } }))
}
