import type { DryRunResult } from '@imperium/contract/campaigns/campaign-reports.ts'
import { formatNumber } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'

/** How many get it later: in the hours that are open, or when the winner of a test is known. */
export const laterOf = ({ later, rest }: DryRunResult): number => later.reduce((sum, { count }) => sum + count, rest)

/** The effect of a launch, for its confirmation: with figures if a dry run of this version examined the whole audience. */
export function launchText(dryRun: DryRunResult | null, isNow: boolean): string {
  if (dryRun && dryRun.examined >= dryRun.audience) {
    const later = laterOf(dryRun)
    const left = dryRun.audience - dryRun.now - later
    const people = plural(dryRun.audience, { one: '{count} contact', other: '{count} contacts' })
    if (dryRun.now + later === 0) return t('According to the dry run, none of {people} will get it: all are skipped.', { people })
    const figures = { people, now: formatNumber(dryRun.now), later: formatNumber(later), left: formatNumber(Math.max(0, left)) }
    return isNow
      ? t('Of {people}: {now} immediately, {later} later, {left} skipped.', figures)
      : t('It is sent as scheduled. According to the dry run, of {people}: {now} then, {later} later, {left} skipped.', figures)
  }
  return isNow
    ? t('It starts immediately, for all contacts in its audience who may be reached.')
    : t('It is sent as scheduled, to all contacts in its audience who may be reached then.')
}
