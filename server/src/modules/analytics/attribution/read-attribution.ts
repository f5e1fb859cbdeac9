import { attributionLimits } from '@imperium/contract/analytics/attribution.ts'
import type { Attribution, AttributionModel, Credit, CreditKind } from '@imperium/contract/analytics/attribution.ts'
import type { MetricRows } from '@imperium/contract/analytics/analytics.ts'
import { mostCountedRows } from '@imperium/contract/analytics/analytics.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { addDays, cutsAt, startOfDate } from '../../../platform/local-days.ts'
import type { Cuts } from '../../../platform/local-days.ts'
import { campaignNames, campaignTouches } from '../../campaigns/index.ts'
import type { Touch } from '../../campaigns/index.ts'
import { agentTouches } from '../../messages/index.ts'
import { listEarned } from '../../sales/index.ts'
import type { EarnedEntry } from '../../sales/index.ts'
import type { Stretches } from '../find-stretches.ts'
import { wordsIn } from '../words/metric-words.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { splitAmount, weightsOf } from './split-amount.ts'

const dayMs = 86_400_000

interface Asked {
  model: AttributionModel
  days: number
  stretches: Stretches
  now: Date
  language: Language
}

/** A part of an entry of the ledger. */
interface Share {
  entry: EarnedEntry
  kind: CreditKind
  key: string
  amount: number
}

/** What a period earned, by what is credited for it: in each currency the credits are the total. @throws 422 for too many documents. */
export async function readAttribution(tx: OrgTx, asked: Asked): Promise<Attribution> {
  const { model, days, stretches, now, language } = asked
  const shares = await sharesOf(tx, asked)
  const names = await campaignNames(tx, [...new Set(shares.flatMap(({ kind, key }) => (kind === 'campaign' ? [key] : [])))])
  const labels = wordsIn(language)
  const toCredit = (parts: readonly Share[]): Credit => {
    const { kind = 'none', key = '' } = parts[0] ?? {}
    const name = kind === 'campaign' ? names.get(key) : kind === 'agent' ? key : labels.none
    return {
      kind,
      key,
      label: name ?? labels.deleted,
      path:
        kind === 'campaign' && name !== undefined ? `campaigns/${key}` : kind === 'agent' ? `agents?q=${encodeURIComponent(key)}` : null,
      amount: sumOf(parts),
      documents: new Set(parts.map(({ entry }) => entry)).size,
    }
  }
  const byCurrency = [...Map.groupBy(shares, ({ entry }) => entry.currency)].toSorted(([one], [other]) => one.localeCompare(other))
  return {
    model,
    days,
    from: stretches.dates[0] ?? '',
    to: addDays(stretches.dates.at(-1) ?? '', -1),
    timeZone: stretches.timeZone,
    asOf: now.toISOString(),
    currencies: byCurrency.map(([currency, parts]) => ({
      currency,
      total: sumOf(parts),
      credits: joinSmallest([...Map.groupBy(parts, ({ kind, key }) => `${kind} ${key}`).values()].map(toCredit), labels.others),
    })),
  }
}

/** The largest first, and none at the end. Beyond the limit the smallest are one row, so that nothing is lost. */
function joinSmallest(credits: readonly Credit[], label: string): Credit[] {
  const none = credits.filter(({ kind }) => kind === 'none')
  const sorted = credits
    .filter(({ kind }) => kind !== 'none')
    .toSorted((one, other) => other.amount - one.amount || one.label.localeCompare(other.label))
  const rest = sorted.slice(attributionLimits.credits)
  const others: Credit[] =
    rest.length === 0
      ? []
      : [
          {
            kind: 'none',
            key: '*',
            label,
            path: null,
            amount: rest.reduce((sum, { amount }) => sum + amount, 0),
            documents: rest.reduce((sum, { documents }) => sum + documents, 0),
          },
        ]
  return [...sorted.slice(0, attributionLimits.credits), ...others, ...none]
}

const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, { amount }) => sum + amount, 0)

/** The documents behind a credit, with what was credited of each. */
export async function listAttributed(
  tx: OrgTx,
  asked: Asked,
  { currency, kind, key }: { currency: string; kind: CreditKind; key: string },
): Promise<MetricRows> {
  const shares = (await sharesOf(tx, asked)).filter(
    (share) => share.entry.currency === currency && share.kind === kind && share.key === key,
  )
  const rows = [...Map.groupBy(shares, ({ entry }) => entry)].map(([entry, parts]) => ({
    at: entry.at,
    label: entry.number,
    detail: entry.customer,
    value: sumOf(parts),
    currency,
    path: entry.invoiceId === null ? 'sales-invoice' : `sales-invoice?invoice=${entry.invoiceId}`,
  }))
  return { rows: rows.slice(0, mostCountedRows), isMore: rows.length > mostCountedRows }
}

async function sharesOf(tx: OrgTx, { model, days, stretches }: Asked): Promise<Share[]> {
  const { timeZone, dates } = stretches
  const cuts: Cuts = cutsAt([dates[0] ?? '', dates.at(-1) ?? ''], timeZone)
  const entries = await listEarned(tx, cuts, attributionLimits.entries + 1)
  if (entries.length > attributionLimits.entries) throw invalid([{ path: 'from', message: 'Too many documents. Choose a shorter period.' }])
  const touches = await touchesBefore(tx, entries, { days, timeZone })
  return entries.flatMap((entry): Share[] => {
    const before = invoicedBefore(entry, timeZone)
    const led = (touches.get(entry.contactId ?? '') ?? []).filter(
      ({ at }) => before !== null && at.getTime() <= before.getTime() && at.getTime() > before.getTime() - days * dayMs,
    )
    if (before === null || led.length === 0) return [{ entry, kind: 'none', key: '', amount: entry.income }]
    const amounts = splitAmount(
      entry.income,
      weightsOf(
        model,
        led.map(({ at }) => at),
        before,
      ),
    )
    return led.flatMap(({ kind, key }, at) => (amounts[at] ? [{ entry, kind, key, amount: amounts[at] }] : []))
  })
}

/** The invoice came to be at its creation, or at the end of its date if it was written down later. Its credit notes and its void belong to it. */
function invoicedBefore({ invoicedOn, createdAt }: EarnedEntry, timeZone: string): Date | null {
  if (createdAt === null || invoicedOn === null) return createdAt
  const endOfDate = startOfDate(addDays(invoicedOn, 1), timeZone)
  return createdAt < endOfDate ? createdAt : endOfDate
}

/** Touches of the contacts of these entries, oldest first, ties in a fixed order. */
async function touchesBefore(
  tx: OrgTx,
  entries: readonly EarnedEntry[],
  { days, timeZone }: { days: number; timeZone: string },
): Promise<Map<string, Touch[]>> {
  const contactIds = [...new Set(entries.flatMap(({ contactId }) => contactId ?? []))]
  const earliest = Math.min(...entries.map((entry) => invoicedBefore(entry, timeZone)?.getTime() ?? Infinity))
  if (contactIds.length === 0 || !Number.isFinite(earliest)) return new Map()
  const from = new Date(earliest - days * dayMs)
  const found: Touch[] = [...(await campaignTouches(tx, contactIds, from)), ...(await agentTouches(tx, contactIds, from))]
  const sorted = found.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.key.localeCompare(other.key))
  return Map.groupBy(sorted, ({ contactId }) => contactId)
}
