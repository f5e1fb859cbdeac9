import { hasBegunOnce } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { valuesOf } from './editor-form.ts'

/** What happened to a campaign since it was read, and stands against a save: it began by itself, or somebody changed it. */
export type Overtaken = 'begun' | 'changed'

const hasBegun = ({ status, nextAt, definition: { schedule } }: Campaign): boolean => hasBegunOnce({ status, schedule, nextAt })

export const hasBegunSince = (read: Campaign, newest: Campaign): boolean => hasBegun(newest) && !hasBegun(read)

/**
 * Only its state moved, as where an occurrence began: what the fields were filled from is the same, and a save overwrites nobody's words. A
 * draft that was launched meanwhile is another matter: what is saved then goes out.
 */
export const isUntouched = (read: Campaign, newest: Campaign): boolean =>
  read.status !== 'draft' && JSON.stringify(valuesOf(newest)) === JSON.stringify(valuesOf(read))
