import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Audience, Channel } from '@imperium/contract/contacts/reach.ts'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import { countMessage, message } from '@imperium/contract/kit/message.ts'
import type { Message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { compileRules } from './compile-rules.ts'
import type { Conditions } from './compile-rules.ts'
import { allContacts } from './contact-set.ts'
import { commaList } from './describe-rules.ts'
import { groupOf } from '../contacts/index.ts'
import { countMatching, idsAfter, idsAmong, pageOfIds } from './match-store.ts'
import { assertSound, loadScope } from './rule-scope.ts'
import { findRules } from './store.ts'

/**
 * How many contacts an audience has now.
 * @throws 422 where it names a segment, or a segment a field, that no longer exists.
 */
export async function countAudience(tx: OrgTx, audience: Audience, now = new Date()): Promise<number> {
  return countMatching(tx, (await compileAudience(tx, audience, now)).count)
}

/** Whether any contact of an audience can get messages by a channel for a purpose. @throws as `countAudience`. */
export async function isAnyoneReachable(
  tx: OrgTx,
  audience: Audience,
  { channel, purpose }: { channel: Channel; purpose: string },
  now = new Date(),
): Promise<boolean> {
  const rules: SegmentGroup = { match: 'all', rules: [{ kind: 'reach', channel, purpose, state: 'reachable' }] }
  const reachable = compileRules(rules, await loadScope(tx, [rules]), now)
  const { page } = await compileAudience(tx, audience, now)
  return (await idsAfter(tx, sql<SqlBool>`(${page} and ${reachable.page})`, null, 1)).length > 0
}

/** Ids of an audience's contacts in ascending order, at most `limit` of those after `after`. @throws as `countAudience`. */
export async function audiencePage(
  tx: OrgTx,
  audience: Audience,
  after: string | null,
  limit: number,
  now = new Date(),
): Promise<string[]> {
  if (audience.kind === 'import') return groupOf('import').page(tx, audience.importId, after, limit)
  const conditions = await compileAudience(tx, audience, now)
  return audience.kind === 'segments' ? pageOfIds(tx, conditions, after, limit) : idsAfter(tx, conditions.page, after, limit)
}

/** Whether a contact is among an audience now. @throws as `countAudience`. */
export async function isInAudience(tx: OrgTx, audience: Audience, contactId: string, now = new Date()): Promise<boolean> {
  const { page } = await compileAudience(tx, audience, now)
  return (await countMatching(tx, { joins: sql``, where: sql<SqlBool>`(c.id = ${contactId}::uuid and ${page})` })) > 0
}

/**
 * Who of these contacts is in which of these segments now: the segments of each contact that is in one.
 * @throws as `countAudience`.
 */
export async function segmentsAmong(
  tx: OrgTx,
  segmentIds: readonly string[],
  contactIds: readonly string[],
  now = new Date(),
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const segmentId of segmentIds) {
    const { page } = await compileAudience(tx, { kind: 'segments', include: [segmentId], exclude: [] }, now)
    for (const id of await idsAmong(tx, page, contactIds)) found.set(id, (found.get(id) ?? new Set()).add(segmentId))
  }
  return found
}

/** In words, for cards: "VIPs, Newsletter; not Customers". What has been deleted is said to be. Pages word it in their language. */
export async function describeAudience(tx: OrgTx, audience: Audience): Promise<Message> {
  if (audience.kind === 'all') return message('All contacts', {})
  if (audience.kind === 'import') return message('Contacts of one import', {})
  if (audience.kind === 'contacts') return countMessage(audience.contactIds.length, { one: '{count} contact', other: '{count} contacts' })
  const found = await findRules(tx, [...audience.include, ...audience.exclude])
  const names = (ids: readonly string[]) => commaList(ids.map((id) => found.get(id)?.name ?? message('a deleted segment', {})))
  const included = names(audience.include)
  return audience.exclude.length
    ? message('{included}; not {excluded}', { included, excluded: names(audience.exclude) })
    : message('{included}', { included })
}

async function compileAudience(tx: OrgTx, audience: Audience, now: Date): Promise<Conditions> {
  if (audience.kind === 'all') return alike(allContacts)
  if (audience.kind === 'import')
    return {
      page: groupOf('import').includesOne(audience.importId),
      count: { joins: sql``, where: groupOf('import').includesMany(audience.importId) },
    }
  if (audience.kind === 'contacts') return alike(sql<SqlBool>`c.id = any(${audience.contactIds}::uuid[])`)
  const named = (ids: readonly string[], match: 'any' | 'none'): SegmentGroup => ({
    match,
    rules: ids.map((segmentId) => ({ kind: 'segment', segmentId, in: true })),
  })
  const rules: SegmentGroup = { match: 'all', rules: [named(audience.include, 'any'), named(audience.exclude, 'none')] }
  const scope = await loadScope(tx, [rules])
  assertSound(scope, 'audience')
  return compileRules(rules, scope, now)
}

const alike = (where: RawBuilder<SqlBool>): Conditions => ({ page: where, count: { joins: sql``, where } })
