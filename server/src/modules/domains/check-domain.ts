import type { CustomDomain } from '@imperium/contract/domains/domains.ts'
import { domainEvents } from '@imperium/contract/events/domains.ts'
import { englishOf, message, storedKey } from '@imperium/contract/kit/message.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { SystemTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { hostsChanged } from './domain-signal.ts'
import { changeClaim, findDomainRow, lockClaims, takeDueDomains } from './domain-store.ts'
import type { DomainRow } from './domain-store.ts'
import { findTarget } from './find-target.ts'
import { isOwned, judgeDomain } from './judge-domain.ts'
import type { Findings, Judged } from './judge-domain.ts'
import { probeHost } from './probe-host.ts'
import { challengeName, showDomain } from './show-domain.ts'

const actor = { kind: 'system', id: null, name: 'Domain check' } as const
const atOnce = 5

async function ask(platform: Platform, row: DomainRow): Promise<Findings> {
  const { dns, log } = platform
  const answers = await Promise.all([dns.readTxtAtSource(challengeName(row.domain)), dns.readTargetAtSource(row.domain)]).catch(
    (err: unknown) => {
      log.info({ err, domain: row.domain }, 'the name servers of a custom domain did not answer')
      return null
    },
  )
  const found: Findings = { dns: answers && { txt: answers[0], leadsTo: answers[1] }, probe: null }
  // Others' servers are asked only once the owner of the name has proved to want that.
  const isWorthIt = row.status === 'verified' || isOwned(row, found)
  return isWorthIt ? { ...found, probe: await probeHost(platform, row.domain, row.challenge) } : found
}

/** What of a row is worth an entry in the audit log. */
const stateOf = ({ status, ssl_status, live_at }: Pick<DomainRow, 'status' | 'ssl_status' | 'live_at'>) => ({
  status,
  sslStatus: ssl_status,
  isLive: live_at !== null,
})

async function recordChange(tx: SystemTx, before: DomainRow, after: DomainRow): Promise<void> {
  if (JSON.stringify(stateOf(before)) === JSON.stringify(stateOf(after))) return
  const target = { kind: 'domains', id: after.id, name: after.domain }
  await recordAudit(tx, after.org_id, { actor, action: 'domains.checked', target, before: stateOf(before), after: stateOf(after) })
  await signal(tx, hostsChanged({ orgId: after.org_id }))
}

/** Another organization's proof is the newer wish of the name's owner: the earlier holder gives way, and may prove it again. */
async function giveWay(tx: SystemTx, held: DomainRow, now: Date): Promise<DomainRow> {
  const told = message('The owner of {domain} has proved it for another organization.', { domain: held.domain })
  return changeClaim(tx, held, {
    status: 'failed',
    ssl_status: 'inactive',
    owned_at: null,
    certified_at: null,
    live_at: null,
    verified_at: null,
    failing_since: null,
    next_check_at: null,
    checked_at: now,
    is_operators: false,
    message: englishOf(told),
    message_key: storedKey(told),
    updated_at: now,
  })
}

interface Settled {
  row: DomainRow
  before: DomainRow
  /** The organization that lost the name by this check. */
  loser: DomainRow | null
}

/** Writes what a check found, unless the row was removed or began anew in the meantime. */
async function settle(platform: Platform, checked: DomainRow, judged: Judged): Promise<Settled | null> {
  const now = platform.clock.now()
  return platform.db.withSystem(async (tx) => {
    const claims = await lockClaims(tx, checked.domain)
    const before = claims.find(({ org_id, id }) => org_id === checked.org_id && id === checked.id)
    if (!before || before.challenge !== checked.challenge || before.status !== checked.status)
      return before ? { row: before, before, loser: null } : null
    const holder = claims.find((each) => each.status === 'verified' && each.id !== before.id)
    const loser = judged.status === 'verified' && holder ? await giveWay(tx, holder, now) : null
    if (holder && loser) await recordChange(tx, holder, loser)
    const row = await changeClaim(tx, before, judged)
    await recordChange(tx, before, row)
    return { row, before, loser }
  })
}

async function tell(platform: Platform, { row, before, loser }: Settled): Promise<void> {
  const emit = (orgId: string, event: (typeof domainEvents)[keyof typeof domainEvents], { id, domain }: DomainRow) =>
    platform.db.withOrg(orgId, (tx) => platform.events.emit(tx, event, { domainId: id, domain }))
  if (loser) await emit(loser.org_id, domainEvents.lost, loser)
  if (row.status === before.status) return
  if (row.status === 'verified') await emit(row.org_id, domainEvents.verified, row)
  if (row.status === 'failed') await emit(row.org_id, domainEvents.failed, row)
}

/** Asks DNS and the host itself, and writes what came of it. @throws 404 */
export async function checkDomain(platform: Platform, orgId: string, id: string): Promise<CustomDomain> {
  const row = await platform.db.withOrg(orgId, (tx) => findDomainRow(tx, id))
  if (!row) throw notFound()
  const target = await findTarget(platform)
  if (row.status === 'failed') return showDomain(row, target)
  const findings = await ask(platform, row)
  const settled = await settle(platform, row, judgeDomain(row, findings, target, platform.clock.now()))
  if (!settled) throw notFound()
  await tell(platform, settled)
  return showDomain(settled.row, target)
}

/** The names that are due, of all organizations. */
export async function checkDueDomains(platform: Platform): Promise<void> {
  const due = await platform.db.withSystem((tx) => takeDueDomains(tx, platform.clock.now(), 100))
  const next = due[Symbol.iterator]()
  const work = async () => {
    for (const { org_id: orgId, id } of next) {
      try {
        await checkDomain(platform, orgId, id)
      } catch (err) {
        platform.log.warn({ err, orgId, domainId: id }, 'a custom domain could not be checked')
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
