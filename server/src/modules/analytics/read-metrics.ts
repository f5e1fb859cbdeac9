import type { MetricAnswer, MetricPoint, MetricResult, MetricRow } from '@imperium/contract/analytics/analytics.ts'
import { mostRows } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, splitOf } from '@imperium/contract/analytics/metrics.ts'
import { splitPermissions } from '@imperium/contract/analytics/splits.ts'
import type { Grouping, MetricFacts, MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Split } from '@imperium/contract/analytics/splits.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { addDays, cutsAt, localDate } from '../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'
import { averageOf, growthOf, percentOf } from '../dashboard/index.ts'
import type { Stretches } from './find-stretches.ts'
import { namesOfParts } from './name-parts.ts'
import type { PartName } from './name-parts.ts'
import { pathOfMetric } from './metric-paths.ts'
import { sources } from './sources.ts'
import { readStates } from './state-store.ts'
import { wordsIn } from './words/metric-words.ts'

export interface MetricQuery {
  metrics: readonly MetricId[]
  stretches: Stretches
  by: Grouping | Split | 'none'
  language: Language
  organization: string
  now: Date
  may: (permission: Permission) => boolean
}

/** Quarter hours of parts are kept for so long at least. */
const splitKeptDays = 200
const cutIntoParts: readonly Split[] = ['agent', 'user', 'key', 'caller', 'model', 'campaign', 'workflow']

/** @throws 422 naming the metric that cannot be split this way: the parts would not add up to the whole, or it has no value for a stretch of time. */
export function assertSplit(metric: MetricId, by: Grouping | Split, path = 'by'): Split | 'time' {
  const split = splitOf(metric, by)
  if (split !== null) return split
  throw invalid([{ path, ...message('"{metric}" cannot be grouped this way', { metric: wordsIn('en').metrics[metric].label }) }])
}

interface Read {
  /** The previous stretch, where there is one, and the period. */
  totals: StretchRow[]
  points: StretchRow[]
  pointsBefore: StretchRow[]
  parts: StretchRow[]
}

/** Values of metrics that the caller may see, the others are named as withheld. Each source is read once for all its metrics. */
export async function readMetrics(tx: OrgTx, query: MetricQuery): Promise<MetricAnswer> {
  const { stretches, by, now, may } = query
  const seen = query.metrics.filter((metric) => may(factsOf(metric).permission))
  const reader = createReader(tx, stretches, now)
  const results: MetricResult[] = []
  for (const metric of seen) results.push(...(await readMetric(tx, reader, metric, query)))
  const { timeZone, grain, dates, before } = stretches
  return {
    from: dates[0] ?? '',
    to: addDays(dates.at(-1) ?? '', -1),
    previousFrom: before?.[0] ?? null,
    previousTo: before ? addDays(before.at(-1) ?? '', -1) : null,
    timeZone,
    grain,
    asOf: now.toISOString(),
    results: by === 'none' ? results.map((result) => ({ ...result, points: [], rows: [] })) : results,
    withheld: query.metrics.filter((metric) => !seen.includes(metric)),
    failed: [],
  }
}

type Reader = (metric: MetricId, split: Split | 'time' | null) => Promise<Read>

function createReader(tx: OrgTx, { timeZone, dates, before }: Stretches, now: Date): Reader {
  const kept = new Map<string, Promise<StretchRow[]>>()
  const read = (source: string, name: string, cuts: Cuts, split: Split | null) => {
    const place = `${source} ${name} ${split}`
    const rows = kept.get(place) ?? sourceOf(source)(tx, cuts, split)
    kept.set(place, rows)
    return rows
  }
  const ends = (all: readonly string[]) => cutsAt([all[0] ?? '', all.at(-1) ?? ''], timeZone)
  /** Both periods, one after the other: those compared need not touch. */
  const both = async ({ source }: MetricFacts, split: Split | null) => {
    const now = (await read(source, 'period', ends(dates), split)).map((row) => ({ ...row, stretch: 1 }))
    return before ? [...(await read(source, 'before', ends(before), split)), ...now] : now
  }
  const isShort = (split: Split | 'time' | null) => split === 'time' || split === null || split === 'organization'
  const readSums = async (facts: MetricFacts, split: Split | 'time' | null): Promise<Read> => ({
    totals: await both(facts, null),
    points: split === 'time' ? await read(facts.source, 'points', cutsAt(dates, timeZone), null) : [],
    pointsBefore: split === 'time' && before ? await read(facts.source, 'points before', cutsAt(before, timeZone), null) : [],
    parts: isShort(split) ? [] : await both(facts, split),
  })
  /** The state now, where the period ends with today; that of earlier days as it was recorded. */
  const readState = async (metric: MetricId, split: Split | 'time' | null): Promise<Read> => {
    const { source } = factsOf(metric)
    const endsToday = (dates.at(-1) ?? '') > localDate(now, timeZone)
    const live = (part: Split | null, stretch: number) =>
      endsToday ? read(source, 'now', ends(dates), part).then((rows) => rows.map((row) => ({ ...row, stretch }))) : []
    const recordedIn = (all: readonly string[]) => readStates(tx, metric, cutsAt(all, timeZone))
    const recorded = endsToday ? [] : (await recordedIn(ends(dates).dates)).map((row) => ({ ...row, stretch: 1 }))
    const last = dates.length - 2
    const points = split === 'time' ? (await recordedIn(dates)).filter(({ stretch }) => !endsToday || stretch !== last) : []
    return {
      totals: [...(before ? await recordedIn(ends(before).dates) : []), ...recorded, ...(await live(null, 1))],
      points: split === 'time' ? [...points, ...(await live(null, last))] : [],
      pointsBefore: split === 'time' && before ? await recordedIn(before) : [],
      parts: isShort(split) ? [] : await live(split, 1),
    }
  }
  return (metric, split) => (factsOf(metric).additivity === 'last' ? readState(metric, split) : readSums(factsOf(metric), split))
}

function sourceOf(name: string) {
  const source = sources[name]
  if (!source) throw new Error(`No source "${name}".`)
  return source
}

/** One value of rows: sums, of a ratio divided after they were summed. */
function valueOf({ value, empty, unit }: MetricFacts, rows: readonly StretchRow[]): number | null {
  const sumOf = (column: string) => rows.reduce((sum, { values }) => sum + (values[column] ?? 0), 0)
  if (typeof value === 'string') return rows.length === 0 && empty === 'none' ? null : sumOf(value)
  const whole = sumOf(value.per)
  return unit === 'percent' ? percentOf(sumOf(value.of), whole) : averageOf(sumOf(value.of), whole)
}

async function readMetric(tx: OrgTx, reader: Reader, metric: MetricId, query: MetricQuery): Promise<MetricResult[]> {
  const { by, stretches, language, may } = query
  const facts = factsOf(metric)
  const split = by === 'none' ? null : assertSplit(metric, by)
  assertReadable(split, stretches, query)
  const read = await reader(metric, split)
  const currencies = facts.unit === 'money' ? currenciesOf(read) : [null]
  const names =
    split === null || split === 'time' ? new Map<string, PartName>() : await namesOfParts(tx, split, read.parts, { language, may })
  return currencies.map((currency) => {
    const own = (rows: readonly StretchRow[]) => (currency === null ? rows : rows.filter((row) => row.currency === currency))
    const pair = pairOf(facts, own(read.totals), stretches)
    const rows = rowsOf(facts, split, { parts: own(read.parts), names, stretches, pair, organization: query.organization })
    return {
      metric,
      label: wordsIn(language).metrics[metric].label,
      unit: facts.unit,
      additivity: facts.additivity,
      goodWhen: facts.goodWhen,
      version: facts.version,
      currency,
      ...pair,
      points: split === 'time' ? pointsOf(facts, own(read.points), own(read.pointsBefore), stretches) : [],
      rows: rows.slice(0, mostRows),
      moreRows: Math.max(0, rows.length - mostRows),
      path: pathOfMetric(metric, cutsAt(stretches.dates.slice(0, 1), stretches.timeZone).at[0]),
    }
  })
}

/** @throws 403 for parts that the caller may not read, 422 for parts of a time from which only the whole is kept. */
function assertReadable(split: Split | 'time' | null, { dates }: Stretches, { may, now }: MetricQuery): void {
  if (split === null || split === 'time') return
  if (split in splitPermissions && !may(splitPermissions[split as keyof typeof splitPermissions])) throw forbidden()
  const oldest = addDays(now.toISOString().slice(0, 10), -splitKeptDays)
  if (cutIntoParts.includes(split) && (dates[0] ?? '') < oldest)
    throw invalid([{ path: 'by', message: 'Parts are kept for 200 days. Choose a shorter period.' }])
}

function currenciesOf({ totals, points, pointsBefore, parts }: Read): string[] {
  const all = [totals, points, pointsBefore, parts].flat().flatMap(({ currency }) => (currency === undefined ? [] : [currency]))
  return [...new Set(all)].toSorted()
}

type Pair = Pick<MetricResult, 'value' | 'previous' | 'change'>

function pairOf(facts: MetricFacts, rows: readonly StretchRow[], { before }: Stretches): Pair {
  const value = valueOf(
    facts,
    rows.filter(({ stretch }) => stretch === 1),
  )
  const previous =
    before === null
      ? null
      : valueOf(
          facts,
          rows.filter(({ stretch }) => stretch === 0),
        )
  return { value, previous, change: growthOf(value, previous) }
}

function pointsOf(facts: MetricFacts, rows: readonly StretchRow[], rowsBefore: readonly StretchRow[], { dates, before }: Stretches) {
  const [now, earlier] = [Map.groupBy(rows, ({ stretch }) => stretch), Map.groupBy(rowsBefore, ({ stretch }) => stretch)]
  return dates.slice(0, -1).map((date, at): MetricPoint => ({
    date,
    value: valueOf(facts, now.get(at) ?? []),
    previous: before === null || at >= before.length - 1 ? null : valueOf(facts, earlier.get(at) ?? []),
  }))
}

interface Parts {
  parts: readonly StretchRow[]
  names: ReadonlyMap<string, PartName>
  stretches: Stretches
  pair: Pair
  organization: string
}

/** The parts, the largest first. */
function rowsOf(facts: MetricFacts, split: Split | 'time' | null, { parts, names, stretches, pair, organization }: Parts): MetricRow[] {
  if (split === 'organization') return [{ key: '', label: organization, ...pair, path: null }]
  if (split === null || split === 'time') return []
  const found = [...Map.groupBy(parts, ({ key }) => key)].map(([key, rows]): MetricRow => {
    const { label, path } = names.get(key) ?? { label: key, path: null }
    return { key, label, ...pairOf(facts, rows, stretches), path }
  })
  return found
    .filter(({ value, previous }) => (value ?? 0) !== 0 || (previous ?? 0) !== 0)
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0) || one.label.localeCompare(other.label))
}
