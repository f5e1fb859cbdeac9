import { randomBytes } from 'node:crypto'
import { maxDomains } from '@imperium/contract/domains/domains.ts'
import type { CustomDomain } from '@imperium/contract/domains/domains.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { hostsChanged } from './domain-signal.ts'
import { changeDomain, deleteDomain, findDomainRow, insertDomain, listDomainRows } from './domain-store.ts'
import { findTarget } from './find-target.ts'
import { showDomain } from './show-domain.ts'

export const newChallenge = (): string => randomBytes(20).toString('base64url')

/** The installation's own hosts, and names below them, belong to the operator. */
function assertForeign({ config }: Platform, domain: string): void {
  const own = [new URL(config.publicUrl).hostname, config.domainsTarget].filter((host) => host !== undefined)
  if (own.some((host) => domain === host || domain.endsWith(`.${host}`)))
    throw invalid([{ path: 'domain', message: 'This domain belongs to this installation' }])
}

/**
 * Any organization may add any name: whether another one has it, the answer does not tell. Who holds it is decided by the proof alone.
 * @throws 409 if it is on the list already, 422 for a name of the installation
 */
export async function addDomain(
  platform: Platform,
  { tx, audit }: Pick<OrgContext, 'tx' | 'audit'>,
  domain: string,
): Promise<CustomDomain> {
  assertForeign(platform, domain)
  await lockNoun(tx, 'domains')
  if ((await listDomainRows(tx)).length >= maxDomains)
    throw conflict(message('An organization can have at most {max} custom domains.', { max: maxDomains }))
  const row = await insertDomain(tx, { id: newId(), domain, challenge: newChallenge(), now: platform.clock.now() })
  if (!row) throw conflict('This domain is already on the list.')
  audit({ targetId: row.id, targetName: domain, after: { domain } })
  return showDomain(row, await findTarget(platform))
}

/** A failed domain waits for its proof again, which is a new one. @throws 404; 409 if it has not failed */
export async function retryDomain(platform: Platform, { tx, audit }: Pick<OrgContext, 'tx' | 'audit'>, id: string): Promise<CustomDomain> {
  const row = found(await findDomainRow(tx, id))
  if (row.status !== 'failed') throw conflict('Only a failed domain can be verified again.')
  const now = nextStamp(row, platform.clock.now())
  const again = await changeDomain(tx, id, {
    status: 'pending',
    ssl_status: 'pending',
    challenge: newChallenge(),
    began_at: now,
    dns_at: null,
    owned_at: null,
    certified_at: null,
    live_at: null,
    verified_at: null,
    failing_since: null,
    checked_at: null,
    next_check_at: now,
    message: '',
    message_key: null,
    updated_at: now,
  })
  audit({ targetName: row.domain })
  await signal(tx, hostsChanged({ orgId: tx.orgId }))
  return showDomain(found(again), await findTarget(platform))
}

/** @throws 404; 409 for a name of the operator's settings, which would come back at the next start */
export async function removeDomain({ config }: Platform, { tx, audit }: Pick<OrgContext, 'tx' | 'audit'>, id: string): Promise<null> {
  const row = found(await findDomainRow(tx, id))
  if (row.is_operators && Object.hasOwn(config.customDomains, row.domain))
    throw conflict('The operator of this installation has set this domain. Please write to the operator.')
  await deleteDomain(tx, id)
  audit({ targetName: row.domain, before: { domain: row.domain, status: row.status } })
  await signal(tx, hostsChanged({ orgId: tx.orgId }))
  return null
}
