import { domainPendingHours } from '@imperium/contract/domains/domains.ts'
import { asValue, englishOf, message, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { NameTarget } from '../../platform/dns.ts'
import type { DomainRow } from './domain-store.ts'
import { challengeName, challengeValue } from './show-domain.ts'
import type { DomainTarget } from './show-domain.ts'
import type { Probe } from './probe-host.ts'

/** What a check found. `dns` is null when no name server answered. */
export interface Findings {
  dns: { txt: readonly string[]; leadsTo: NameTarget } | null
  probe: Probe | null
}

const minute = 60_000
const day = 86_400_000
const pendingMs = domainPendingHours * 3_600_000
/** A held name whose proof and address are both gone is kept for so long: a mistake in a zone is mended in that time. */
const graceMs = 3 * day

export const isOwned = (row: DomainRow, { dns }: Findings): boolean =>
  row.is_operators || (dns?.txt.includes(challengeValue(row.challenge)) ?? false)

function leadsHere({ dns, probe }: Findings, target: DomainTarget): boolean {
  if (probe?.isOurs) return true
  if (!dns) return false
  const { cnames, addresses } = dns.leadsTo
  return (target.host !== null && cnames.includes(target.host)) || addresses.some((address) => target.addresses.includes(address))
}

const listed = (found: readonly string[]): string => found.slice(0, 3).join(', ').slice(0, 200)

/** What stands between this domain and the next step; null when it is live. */
function obstacle(row: DomainRow, findings: Findings, target: DomainTarget): Text | null {
  const { domain } = row
  if (!findings.dns && !findings.probe?.isOurs) return message('The name servers of {domain} do not answer.', { domain })
  const { txt = [], leadsTo = { cnames: [], addresses: [] } } = findings.dns ?? {}
  const leads = leadsHere(findings, target)
  const found = leadsTo.cnames.length > 0 ? leadsTo.cnames : leadsTo.addresses
  if (!leads && found.length === 0)
    return message('No DNS record of {domain} leads anywhere yet. DNS changes can take up to 48 hours.', { domain })
  if (!leads)
    return message('{domain} leads to {found} instead of {target}.', {
      domain,
      found: listed(found),
      target: target.host ?? listed(target.addresses),
    })
  if (!isOwned(row, findings)) {
    const name = challengeName(domain)
    if (txt.length === 0) return message('The TXT record {name} was not found.', { name })
    return message('The TXT record {name} holds another value: {found}', { name, found: listed(txt) })
  }
  if (findings.probe?.fault === 'certificate')
    return message('The server at {domain} presents no valid certificate for this name yet.', { domain })
  if (findings.probe?.fault === 'foreign') return message('Another server answers at {domain}.', { domain })
  if (findings.probe?.fault === 'unreachable') return message('No connection to {domain} could be made yet.', { domain })
  return null
}

/** Every 15 seconds for the first half hour, then more and more seldom, up to ten minutes; a live one daily. Null: not again. */
function nextCheck(status: string, isLive: boolean, since: Date, now: Date): Date | null {
  if (status === 'failed') return null
  if (isLive) return new Date(now.getTime() + day)
  const age = now.getTime() - since.getTime()
  // One that is verified and not live for days waits for the operator, not for DNS.
  const wait = age < 30 * minute ? 15_000 : Math.min(age > 2 * day ? 60 * minute : 10 * minute, Math.max(15_000, age / 30))
  return new Date(now.getTime() + wait)
}

export interface Judged {
  status: 'pending' | 'verified' | 'failed'
  ssl_status: 'pending' | 'active' | 'inactive'
  dns_at: Date | null
  owned_at: Date | null
  certified_at: Date | null
  live_at: Date | null
  verified_at: Date | null
  failing_since: Date | null
  checked_at: Date
  next_check_at: Date | null
  message: string
  message_key: string | null
  updated_at: Date
}

/** A step that is reached keeps its time; one that is lost has none. */
const since = (isReached: boolean, at: Date | null, now: Date): Date | null => (isReached ? (at ?? now) : null)

/** The row after a check. Knows no database and no network. */
export function judgeDomain(row: DomainRow, findings: Findings, target: DomainTarget, now: Date): Judged {
  const [owned, leads] = [isOwned(row, findings), leadsHere(findings, target)]
  // Silent name servers prove nothing in either direction: what was reached stays.
  const isSilent = findings.dns === null && !findings.probe?.isOurs
  const isHeld = row.status === 'verified' || (owned && leads)
  const isLost = row.status === 'verified' && !isSilent && !owned && !leads
  const failingSince = isLost ? (row.failing_since ?? now) : isSilent ? row.failing_since : null
  const isFailed =
    (failingSince !== null && now.getTime() - failingSince.getTime() >= graceMs) ||
    (!isHeld && now.getTime() - row.began_at.getTime() >= pendingMs)
  const status = isFailed ? 'failed' : isHeld ? 'verified' : 'pending'
  const isCertified = status !== 'failed' && (findings.probe?.isCertified ?? (isSilent && row.certified_at !== null))
  const isLive = status === 'verified' && (findings.probe?.isOurs ?? (isSilent && row.live_at !== null))
  const text = obstacle(row, findings, target) ?? ''
  const told = isFailed && text !== '' ? message('It could not be verified. {reason}', { reason: asValue(text) }) : text
  return {
    status,
    ssl_status: isCertified ? 'active' : status === 'failed' ? 'inactive' : 'pending',
    dns_at: isSilent ? row.dns_at : since(leads, row.dns_at, now),
    owned_at: isSilent ? row.owned_at : since(owned, row.owned_at, now),
    certified_at: since(isCertified, row.certified_at, now),
    live_at: since(isLive, row.live_at, now),
    verified_at: since(status === 'verified', row.verified_at, now),
    failing_since: failingSince,
    checked_at: now,
    next_check_at: nextCheck(status, isLive, status === 'verified' ? (row.verified_at ?? now) : row.began_at, now),
    message: englishOf(told),
    message_key: storedKey(told),
    updated_at: new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1)),
  }
}
