import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { Segment } from '@imperium/contract/contacts/segments.ts'
import { keyOf, textOf } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { describeRules } from './describe-rules.ts'
import { loadScope } from './rule-scope.ts'
import { findSegmentUsers } from './segment-users.ts'
import { findSegment } from './store.ts'
import type { SegmentRow } from './store.ts'

const shownUsers = 20

export const rulesOf = (row: SegmentRow): SegmentGroup => row.rules as unknown as SegmentGroup

/** Rows as the contract shows them. A fixed number of statements, however many rows. */
export async function presentSegments(platform: Platform, tx: OrgTx, rows: readonly SegmentRow[]): Promise<Segment[]> {
  const ids = rows.map(({ id }) => id)
  const users = await findSegmentUsers(platform, tx, ids)
  // All trees at once for the names; each by itself only where something is wrong, to say in which.
  const together = await loadScope(tx, rows.map(rulesOf))
  return Promise.all(
    rows.map(async (row): Promise<Segment> => {
      const scope = together.problems.length === 0 ? together : await loadScope(tx, [rulesOf(row)], row.id)
      const summary = describeRules(rulesOf(row), scope)
      return {
        id: row.id,
        name: row.name,
        description: row.description,
        rules: rulesOf(row),
        describedAs: row.described_as,
        summary: summary.message,
        summaryKey: keyOf(summary),
        problems: scope.problems.map(({ message }) => message),
        problemKeys: scope.problems.map((problem) => keyOf(textOf(problem)) ?? null),
        count: row.count,
        countedAt: row.counted_at?.toISOString() ?? null,
        usedBy: users
          .filter(({ segmentId }) => segmentId === row.id)
          .slice(0, shownUsers)
          .map(({ kind, id, name, blocks }) => ({ kind, id, name, blocks })),
        createdBy: row.created_by,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      }
    }),
  )
}

export async function readSegment(platform: Platform, tx: OrgTx, id: string): Promise<Segment> {
  const row = await findSegment(tx, id)
  if (!row) throw notFound()
  const [segment] = await presentSegments(platform, tx, [row])
  if (!segment) throw notFound()
  return segment
}
