import type { ServerMetadata } from 'openid-client'
import { SsoDomain } from '@imperium/contract/auth/identities.ts'
import type { SsoConnection, SsoConnectionBody } from '@imperium/contract/auth/identities.ts'
import type { z } from 'zod'
import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { isUnchangedSince } from '../../platform/resources/checks.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

export interface Connection {
  orgId: string
  issuer: string
  clientId: string
  sealedSecret: string
  defaultRole: SsoConnection['defaultRole']
  enabled: boolean
  enforced: boolean
  trustsAddresses: boolean
  metadata: ServerMetadata | null
  discoveredAt: Date | null
  updatedAt: Date
}

interface Row {
  org_id: string
  issuer: string
  client_id: string
  sealed_secret: string
  default_role: string
  enabled: boolean
  enforced: boolean
  trusts_addresses: boolean
  metadata: unknown
  discovered_at: Date | null
  updated_at: Date
}

const toConnection = (row: Row): Connection => ({
  orgId: row.org_id,
  issuer: row.issuer,
  clientId: row.client_id,
  sealedSecret: row.sealed_secret,
  // The table's check holds it to these.
  defaultRole: row.default_role as Connection['defaultRole'],
  enabled: row.enabled,
  enforced: row.enforced,
  trustsAddresses: row.trusts_addresses,
  // As `refreshMetadata` wrote it.
  metadata: row.metadata as ServerMetadata | null,
  discoveredAt: row.discovered_at,
  updatedAt: row.updated_at,
})

/** The enabled connection of the organization that verified the domain. Across tenants: no tenant is known yet. */
export async function findConnectionOfDomain(tx: SystemTx, domain: string): Promise<Connection | null> {
  const row = await tx
    .selectFrom('sso_connections as c')
    .innerJoin('sso_domains as d', 'd.org_id', 'c.org_id')
    .selectAll('c')
    .where('d.domain', '=', domain)
    .where('d.verified_at', 'is not', null)
    .where('c.enabled', '=', true)
    .executeTakeFirst()
  return row ? toConnection(row) : null
}

export const anyConnection = async (tx: SystemTx): Promise<boolean> =>
  (await tx.selectFrom('sso_connections').select('org_id').where('enabled', '=', true).limit(1).executeTakeFirst()) !== undefined

export async function findConnection(tx: OrgTx): Promise<Connection | null> {
  const row = await tx.selectFrom('sso_connections').selectAll().executeTakeFirst()
  return row ? toConnection(row) : null
}

export async function listVerifiedDomains(tx: OrgTx): Promise<string[]> {
  const rows = await tx.selectFrom('sso_domains').select('domain').where('verified_at', 'is not', null).orderBy('domain').execute()
  return rows.map((row) => row.domain)
}

/** Stores an issuer's metadata, unless another issuer was chosen meanwhile. */
export async function refreshMetadata(tx: OrgTx, issuer: string, metadata: ServerMetadata, now: Date): Promise<void> {
  await tx
    .updateTable('sso_connections')
    .set({ metadata: JSON.stringify(metadata), discovered_at: now })
    .where('issuer', '=', issuer)
    .execute()
}

export interface ConnectionChange extends Omit<z.output<typeof SsoConnectionBody>, 'clientSecret' | 'updatedAt'> {
  sealedSecret: string
  metadata: ServerMetadata | null
  discoveredAt: Date | null
}

/** False if the row changed since `unchangedSince`, to the millisecond that the API shows. */
export async function saveConnection(tx: OrgTx, change: ConnectionChange, unchangedSince: string | undefined): Promise<boolean> {
  const values = {
    issuer: change.issuer,
    client_id: change.clientId,
    sealed_secret: change.sealedSecret,
    default_role: change.defaultRole,
    enabled: change.enabled,
    enforced: change.enforced,
    trusts_addresses: change.trustsAddresses,
    metadata: change.metadata === null ? null : JSON.stringify(change.metadata),
    discovered_at: change.discoveredAt,
    updated_at: sql<Date>`clock_timestamp()`,
  }
  if (unchangedSince === undefined) {
    await tx
      .insertInto('sso_connections')
      .values({ org_id: tx.orgId, ...values })
      .onConflict((on) => on.column('org_id').doUpdateSet(values))
      .execute()
    return true
  }
  const result = await tx
    .updateTable('sso_connections')
    .set(values)
    .where(isUnchangedSince('updated_at', unchangedSince))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteConnection(tx: OrgTx): Promise<boolean> {
  const result = await tx.deleteFrom('sso_connections').executeTakeFirst()
  return result.numDeletedRows > 0n
}

const domainColumns = ['id', 'domain', 'challenge', 'verified_at', 'created_at'] as const

/** The name of the record that proves a domain. */
const recordNameOf = (domain: string): string => `_sso-challenge.${domain}`
/** As it was called before: a record that was published then proves as much. */
export const earlierRecordOf = (domain: string, value: string): { name: string; value: string } => ({
  name: `_imperium-challenge.${domain}`,
  value: `imperium-domain-verification=${value.slice(value.indexOf('=') + 1)}`,
})

const toDomain = replyOf(SsoDomain, ({ domain, challenge }: { domain: string; challenge: string }) => ({
  record: { name: recordNameOf(domain), value: `sso-domain-verification=${challenge}` },
}))

export async function listDomains(tx: OrgTx): Promise<SsoDomain[]> {
  return (await tx.selectFrom('sso_domains').select(domainColumns).orderBy('domain').limit(20).execute()).map(toDomain)
}

export async function findDomain(tx: OrgTx, id: string): Promise<SsoDomain | null> {
  const row = await tx.selectFrom('sso_domains').select(domainColumns).where('id', '=', id).executeTakeFirst()
  return row ? toDomain(row) : null
}

/** Null when the organization has claimed it already. */
export async function insertDomain(tx: OrgTx, domain: { id: string; domain: string; challenge: string }): Promise<SsoDomain | null> {
  const row = await tx
    .insertInto('sso_domains')
    .values({ org_id: tx.orgId, ...domain })
    .onConflict((on) => on.columns(['org_id', 'domain']).doNothing())
    .returning(domainColumns)
    .executeTakeFirst()
  return row ? toDomain(row) : null
}

/** Records that a domain was verified. Throws the database's unique violation if another organization has it. */
export async function markVerified(tx: OrgTx, id: string, now: Date): Promise<SsoDomain | null> {
  const row = await tx
    .updateTable('sso_domains')
    .set({ verified_at: sql<Date>`coalesce(verified_at, ${now})` })
    .where('id', '=', id)
    .returning(domainColumns)
    .executeTakeFirst()
  return row ? toDomain(row) : null
}

export async function deleteDomain(tx: OrgTx, id: string): Promise<string | null> {
  const row = await tx.deleteFrom('sso_domains').where('id', '=', id).returning('domain').executeTakeFirst()
  return row?.domain ?? null
}

/** Of every organization: one connection each. */
export const listSealedSecrets = (tx: SystemTx) => tx.selectFrom('sso_connections').select(['org_id', 'sealed_secret']).execute()

export async function replaceSealedSecret(tx: SystemTx, orgId: string, sealed: string): Promise<void> {
  await tx.updateTable('sso_connections').set({ sealed_secret: sealed }).where('org_id', '=', orgId).execute()
}
