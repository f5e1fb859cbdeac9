import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Audience, Channel } from '@imperium/contract/contacts/reach.ts'
import type { SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { query } from '../../../lib/api.ts'
import { plural, t } from '../../../lib/words.ts'
import { channelLabels } from '../campaign-labels.ts'
import styles from '../../../ui/styles.module.css'

const inSegment = (segmentId: string): SegmentRule => ({ kind: 'segment', segmentId, in: true })

/** The audience as rules, so that it can be counted during editing; null if rules cannot express it. */
export function rulesOf(audience: Audience | null): SegmentGroup | null {
  if (audience?.kind === 'all') return { match: 'all', rules: [] }
  if (audience?.kind !== 'segments') return null
  return {
    match: 'all',
    rules: [
      { match: 'any', rules: audience.include.map(inSegment) },
      { match: 'none', rules: audience.exclude.map(inSegment) },
    ],
  }
}

const countQuery = (rules: SegmentGroup) => ({
  ...query(segments.preview, { body: { rules } }),
  placeholderData: keepPreviousData,
  staleTime: 15_000,
  retry: false,
  meta: { silent: true },
})

interface AudienceCountProps {
  rules: SegmentGroup
  channel: Channel
  purpose: string
}

/** How many are in it, and how many of them may be written to by this channel for this purpose. */
export function AudienceCount({ rules, channel, purpose }: AudienceCountProps) {
  const all = useQuery(countQuery(rules))
  const reached = useQuery(
    countQuery({ match: 'all', rules: [rules, { kind: 'reach', channel, purpose, state: 'reachable' }] satisfies SegmentRule[] }),
  )
  if (!all.data || !reached.data) return null
  const people = plural(all.data.count, { one: '{count} contact', other: '{count} contacts' })
  const values = { channel: channelLabels[channel], people }
  return (
    <p className={styles.hint} role="status" data-stale={all.isFetching || reached.isFetching || undefined}>
      {plural(
        reached.data.count,
        {
          one: '{people}; {count} of them can be reached by {channel} for this purpose.',
          other: '{people}; {count} of them can be reached by {channel} for this purpose.',
        },
        values,
      )}{' '}
      {reached.data.count < all.data.count && t('The dry run shows who cannot be reached, and why.')}
    </p>
  )
}
