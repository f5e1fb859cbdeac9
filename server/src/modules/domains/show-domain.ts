import { domainPendingHours, domainRecordTtl } from '@imperium/contract/domains/domains.ts'
import type { CustomDomain, DomainRecord } from '@imperium/contract/domains/domains.ts'
import { readKey } from '@imperium/contract/kit/message.ts'
import type { DomainRow } from './domain-store.ts'

export const challengeName = (domain: string): string => `_domain-challenge.${domain}`
export const challengeValue = (challenge: string): string => `domain-verification=${challenge}`

/** Where records of custom domains lead. */
export interface DomainTarget {
  /** Null: the operator's address is no public host name. */
  host: string | null
  addresses: readonly string[]
}

/** The domain itself cannot be a CNAME in most zones: it has NS and SOA records. */
const isApex = (domain: string): boolean => domain.split('.').length === 2

function recordsOf(row: DomainRow, target: DomainTarget): DomainRecord[] {
  const wasChecked = row.checked_at !== null
  const record = (
    purpose: DomainRecord['purpose'],
    type: DomainRecord['type'],
    name: string,
    value: string,
    isFound: boolean,
  ): DomainRecord => ({
    purpose,
    type,
    name,
    value,
    ttl: domainRecordTtl,
    ok: wasChecked ? isFound : null,
  })
  const leads = row.dns_at !== null
  const byName = target.host === null ? [] : [record('address', 'CNAME', row.domain, target.host, leads)]
  const byAddress = target.addresses.map((address) => record('address', address.includes(':') ? 'AAAA' : 'A', row.domain, address, leads))
  return [
    ...(isApex(row.domain) && byAddress.length > 0 ? byAddress : byName),
    ...(row.is_operators
      ? []
      : [record('ownership', 'TXT', challengeName(row.domain), challengeValue(row.challenge), row.owned_at !== null)]),
  ]
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export function showDomain(row: DomainRow, target: DomainTarget): CustomDomain {
  const failsAt = new Date(row.began_at.getTime() + domainPendingHours * 3_600_000)
  const messageKey = readKey(row.message, row.message_key)
  return {
    id: row.id,
    domain: row.domain,
    status: row.status as CustomDomain['status'],
    sslStatus: row.ssl_status as CustomDomain['sslStatus'],
    steps: [
      { step: 'added', reachedAt: row.added_at.toISOString() },
      { step: 'dns', reachedAt: iso(row.dns_at) },
      { step: 'ownership', reachedAt: iso(row.owned_at) },
      { step: 'certificate', reachedAt: iso(row.certified_at) },
      { step: 'live', reachedAt: iso(row.live_at) },
    ],
    records: recordsOf(row, target),
    message: row.message,
    ...(messageKey ? { messageKey } : {}),
    addedAt: row.added_at.toISOString(),
    verifiedAt: iso(row.verified_at),
    checkedAt: iso(row.checked_at),
    failsAt: row.status === 'pending' ? failsAt.toISOString() : null,
    isOperators: row.is_operators,
  }
}
