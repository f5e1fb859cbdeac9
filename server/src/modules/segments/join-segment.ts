import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { addTag, recordContactEvents } from '../contacts/index.ts'
import { isInAudience } from './audience.ts'
import { findSegment } from './store.ts'

/**
 * Tags that a contact needs for the rules' own tags to hold: of rules that must all hold, those of each; of others, those of the first
 * that names any. Null where no rule asks for a tag.
 */
export function tagsThatJoin({ match, rules }: SegmentGroup): string[] | null {
  if (match === 'none') return null
  const wanted = rules.map((rule) => {
    if ('rules' in rule) return tagsThatJoin(rule)
    if (rule.kind !== 'tags' || rule.op === 'none_of') return null
    return rule.op === 'all_of' ? rule.tags : rule.tags.slice(0, 1)
  })
  const found = wanted.filter((tags) => tags !== null)
  if (found.length === 0) return null
  return match === 'any' ? (found[0] ?? null) : [...new Set(found.flat())]
}

/** The tags by which people are put into a segment. @throws 404; 409 where its rules name none. */
export async function tagsOfSegment(tx: OrgTx, segmentId: string): Promise<string[]> {
  const segment = await findSegment(tx, segmentId)
  if (!segment) throw notFound('Segment not found.')
  const tags = tagsThatJoin(segment.rules as unknown as SegmentGroup)
  if (!tags)
    throw conflict(
      message('The rules of the segment "{segment}" do not use a tag, so contacts cannot be added manually.', { segment: segment.name }),
    )
  return tags
}

/**
 * Puts a contact into a segment by the tags that its rules ask for. Other rules of the segment hold or do not: `isMember` says what came of it.
 * @throws as `tagsOfSegment`.
 */
export async function joinSegment(
  tx: OrgTx,
  { segmentId, contactId, by }: { segmentId: string; contactId: string; by: string },
): Promise<{ tags: string[]; isMember: boolean }> {
  const tags = await tagsOfSegment(tx, segmentId)
  for (const tag of tags) {
    const changed = await addTag(tx, [contactId], tag)
    await recordContactEvents(
      tx,
      changed.map((id) => ({ contactId: id, type: 'contact.tagged', actorName: by, data: { tag, segmentId } })),
    )
  }
  return { tags, isMember: await isInAudience(tx, { kind: 'segments', include: [segmentId], exclude: [] }, contactId) }
}
