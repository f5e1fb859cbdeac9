import { hasBegunOnce } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { valuesOf } from './editor-form.ts'

/** What prevents a save since the campaign was loaded: it started on its own, or another member changed it. */
export type EditConflict = 'begun' | 'changed'

const hasBegun = ({ status, nextAt, definition: { schedule } }: Campaign): boolean => hasBegunOnce({ status, schedule, nextAt })

export const hasBegunSince = (read: Campaign, newest: Campaign): boolean => hasBegun(newest) && !hasBegun(read)

/**
 * True if only the state changed, e.g. an occurrence started: then a save overwrites no other change.
 * A draft launched meanwhile does not count: the saved content would go out.
 */
export const isUntouched = (read: Campaign, newest: Campaign): boolean =>
  read.status !== 'draft' && JSON.stringify(valuesOf(newest)) === JSON.stringify(valuesOf(read))
