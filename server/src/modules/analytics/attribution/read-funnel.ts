import { funnelLimits } from '@imperium/contract/analytics/attribution.ts'
import type { Funnel, FunnelStep } from '@imperium/contract/analytics/attribution.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { addDays, cutsAt } from '../../../platform/local-days.ts'
import { pathsOfContacts } from '../../campaigns/index.ts'
import type { CampaignStep } from '../../campaigns/index.ts'
import { percentOf } from '../../dashboard/index.ts'
import { firstInvoices } from '../../sales/index.ts'
import type { Stretches } from '../find-stretches.ts'

interface AskedFunnel {
  steps: readonly FunnelStep[]
  days: number
  campaignId: string | null
  stretches: Stretches
  now: Date
}

const dayMs = 86_400_000

/**
 * Contacts whose first message of the period went out in it, and how far each came: a step counts at or behind the one before it, and within the
 * days from the first. Each contact counts once, so no step has more than the one before. @throws 422 for too many contacts.
 */
export async function readFunnel(tx: OrgTx, { steps, days, campaignId, stretches, now }: AskedFunnel): Promise<Funnel> {
  const { timeZone, dates } = stretches
  if (steps[0] !== 'sent') throw invalid([{ path: 'steps', message: 'The first step is sent' }])
  const [from, to] = cutsAt([dates[0] ?? '', dates.at(-1) ?? ''], timeZone).at
  const ofCampaign = steps.filter((step): step is CampaignStep => step !== 'sent' && step !== 'invoiced')
  const paths = await pathsOfContacts(tx, {
    from: from ?? now,
    to: to ?? now,
    days,
    campaignId,
    steps: ofCampaign,
    limit: funnelLimits.people + 1,
  })
  if (paths.length > funnelLimits.people)
    throw invalid([{ path: 'from', message: 'Too many contacts. Choose a shorter period or a campaign.' }])
  const counts = new Map<FunnelStep, number>([['sent', paths.length]])
  for (const [at, step] of ofCampaign.entries()) counts.set(step, paths.filter(({ reached }) => reached[at] !== null).length)
  if (steps.includes('invoiced')) {
    const left = paths.flatMap(({ contactId, entered, reached }) => {
      const since = ofCampaign.length === 0 ? entered : (reached[ofCampaign.length - 1] ?? null)
      return since === null ? [] : [{ contactId, entered, since }]
    })
    const invoices = await firstInvoices(tx, left)
    counts.set(
      'invoiced',
      left.filter(({ contactId, entered }) => (invoices.get(contactId)?.getTime() ?? Infinity) < entered.getTime() + days * dayMs).length,
    )
  }
  const people = steps.map((step) => counts.get(step) ?? 0)
  return {
    from: dates[0] ?? '',
    to: addDays(dates.at(-1) ?? '', -1),
    timeZone,
    days,
    asOf: now.toISOString(),
    steps: steps.map((step, at) => ({
      step,
      people: people[at] ?? 0,
      ofFirst: percentOf(people[at] ?? 0, people[0] ?? 0),
      ofPrevious: at === 0 ? null : percentOf(people[at] ?? 0, people[at - 1] ?? 0),
    })),
  }
}
