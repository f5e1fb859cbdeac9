import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { extensionPoint } from '../../../platform/extension-point.ts'
import type { Extension } from '../../../platform/extension-point.ts'

/**
 * How many messages each of the contacts was sent since a moment, and is being sent now, in one statement however many they are. Missing:
 * none. `asking`: the send or the message that wants to know, which does not count itself.
 */
export type CountSent = (
  tx: OrgTx,
  contactIds: readonly string[],
  since: Date,
  requesting: string | null,
) => Promise<ReadonlyMap<string, number>>

const counters = extensionPoint<CountSent>()

/** Lets a module that writes to contacts for a purpose count for the frequency cap. */
export const onSentCount = (count: CountSent): Extension => counters.entry(count)

/** What the frequency cap counts: the sum of what all modules sent. */
export const sentSince =
  (platform: Platform, tx: OrgTx, requesting: string | null = null) =>
  async (contactIds: readonly string[], since: Date): Promise<ReadonlyMap<string, number>> => {
    const sums = new Map<string, number>()
    for (const count of counters.of(platform))
      for (const [id, sent] of await count(tx, contactIds, since, requesting)) sums.set(id, (sums.get(id) ?? 0) + sent)
    return sums
  }
