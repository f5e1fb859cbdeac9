import { isGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentCondition, SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'

/** A contact with everything that rules may ask about, as plain data. */
export interface Person {
  id: string
  email: string | null
  phone: string | null
  firstName: string
  lastName: string
  locale: string | null
  timeZone: string | null
  tags: string[]
  custom: Record<string, string | number | boolean>
  source: string
  emailState: string
  createdAt: Date
  events: { type: string; at: Date }[]
  consents: { channel: string; purpose: string; status: string }[]
  sends: {
    campaignId: string
    /** Beginning of the send. */
    at: Date
    status: string
    sent: Date | null
    opened: Date | null
    clicked: Date | null
    responded: Date | null
    bounced: Date | null
    delivered: Date | null
    unsubscribed: Date | null
    complained: Date | null
  }[]
}
export interface Known {
  now: Date
  segments: Map<string, SegmentGroup>
  /** "channel address" of all on a list. */
  suppressed: Set<string>
}
type Of<K extends SegmentCondition['kind']> = Extract<SegmentCondition, { kind: K }>

const dayMs = 86_400_000
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The meaning of rules once more, written without SQL: what the compiled condition is compared with. */
export function holds(rule: SegmentRule, person: Person, known: Known): boolean {
  if (!isGroup(rule)) return holdsCondition(rule, person, known)
  if (rule.rules.length === 0) return true
  const results = rule.rules.map((inner) => holds(inner, person, known))
  if (rule.match === 'all') return results.every(Boolean)
  return rule.match === 'any' ? results.some(Boolean) : !results.some(Boolean)
}

function holdsCondition(condition: SegmentCondition, person: Person, known: Known): boolean {
  switch (condition.kind) {
    case 'field':
      return compareText(person[condition.field] ?? '', condition.op, condition.value ?? '')
    case 'custom':
      return holdsCustom(condition, person, known.now)
    case 'tags':
      if (condition.op === 'all_of') return condition.tags.every((tag) => person.tags.includes(tag))
      return condition.tags.some((tag) => person.tags.includes(tag)) === (condition.op === 'any_of')
    case 'source':
      return condition.sources.some((source) => source === person.source) === (condition.op === 'any_of')
    case 'created':
      return holdsCreated(condition, person.createdAt, known.now)
    case 'emailState':
      return person.emailState === condition.state
    case 'event':
      return holdsEvent(condition, person, known.now)
    case 'consent': {
      const about = person.consents.filter(
        ({ channel, purpose }) => channel === condition.channel && (condition.purpose === undefined || purpose === condition.purpose),
      )
      return condition.status === 'none' ? about.length === 0 : about.some(({ status }) => status === condition.status)
    }
    case 'reach':
      return holdsReach(condition, person, known)
    case 'campaign':
      return holdsCampaign(condition, person, known.now)
    case 'record':
      // These people have no records; what relates to some is tested with the records.
      return !condition.in
    case 'segment': {
      const rules = known.segments.get(condition.segmentId)
      return rules !== undefined && holds(rules, person, known) === condition.in
    }
  }
}

function compareText(given: string, op: Of<'field'>['op'], wanted: string): boolean {
  const [text, value] = [given.toLowerCase(), wanted.toLowerCase()]
  const results: Record<typeof op, () => boolean> = {
    is: () => text === value,
    is_not: () => text !== value,
    contains: () => text.includes(value),
    not_contains: () => !text.includes(value),
    starts_with: () => text.startsWith(value),
    ends_with: () => text.endsWith(value),
    is_empty: () => text === '',
    is_not_empty: () => text !== '',
  }
  return results[op]()
}

function holdsCustom(condition: Of<'custom'>, { custom }: Person, now: Date): boolean {
  const value = custom[condition.field]
  const text = typeof value === 'string' ? value : ''
  switch (condition.type) {
    case 'text':
      return compareText(text, condition.op, condition.value ?? '')
    case 'number':
      return compareNumber(typeof value === 'number' ? value : null, condition.op, condition.value ?? 0)
    case 'boolean':
      if (condition.op === 'is_empty') return typeof value !== 'boolean'
      return value === (condition.op === 'is_true')
    case 'choice':
      if (condition.op === 'is_empty') return text === ''
      if (condition.op === 'is_not_empty') return text !== ''
      return (condition.values ?? []).includes(text) === (condition.op === 'any_of')
    case 'date': {
      const { op, date = '', days = 0 } = condition
      if (op === 'is_empty') return text === ''
      if (text === '') return false
      if (op === 'is_not_empty') return true
      if (op === 'is') return text === date
      if (op === 'before') return text < date
      if (op === 'after') return text > date
      if (op === 'anniversary_days') return Array.from({ length: days }, (_, at) => dayOf(ago(now, -at)).slice(5)).includes(text.slice(5))
      if (op === 'last_days') return text > dayOf(ago(now, days)) && text <= dayOf(now)
      return text >= dayOf(now) && text < dayOf(ago(now, -days))
    }
  }
}

function compareNumber(value: number | null, op: Extract<Of<'custom'>, { type: 'number' }>['op'], than: number): boolean {
  if (op === 'is_empty') return value === null
  if (op === 'is_not') return value !== than
  if (value === null) return false
  const results = { is: value === than, greater: value > than, at_least: value >= than, less: value < than, at_most: value <= than }
  return op === 'is_not_empty' || results[op]
}

function holdsCreated({ op, date = '', days = 0 }: Of<'created'>, at: Date, now: Date): boolean {
  if (op === 'last_days') return at >= ago(now, days)
  if (op === 'not_last_days') return at < ago(now, days)
  if (op === 'before') return dayOf(at) < date
  return op === 'after' ? dayOf(at) > date : dayOf(at) === date
}

function holdsEvent({ type, op, count, days }: Of<'event'>, { events }: Person, now: Date): boolean {
  const times = events.filter((event) => event.type === type && (days === undefined || event.at >= ago(now, days))).length
  if (op === 'at_least') return times >= count
  return op === 'at_most' ? times <= count : times === count
}

function holdsReach({ channel, purpose, state }: Of<'reach'>, person: Person, { suppressed }: Known): boolean {
  const address = channel === 'email' ? person.email : person.phone
  const isListed = channel !== 'webhook' && suppressed.has(`${channel} ${address}`)
  if (state === 'suppressed') return isListed
  const agreed = person.consents.some(
    (consent) => consent.channel === channel && consent.status === 'granted' && (purpose === undefined || consent.purpose === purpose),
  )
  const works = channel === 'webhook' || (address !== null && (channel !== 'email' || person.emailState === 'active'))
  return (agreed && works && !isListed) === (state === 'reachable')
}

function holdsCampaign({ did, campaignId, days }: Of<'campaign'>, { sends }: Person, now: Date): boolean {
  const since = days === undefined ? new Date(0) : ago(now, days)
  const about = sends.filter((send) => campaignId === undefined || send.campaignId === campaignId)
  if (did === 'failed' || did === 'skipped') return about.some(({ status, at }) => status === did && at >= since)
  const who = (what: Exclude<keyof Person['sends'][number], 'campaignId' | 'at' | 'status'>) =>
    about.some((send) => (send[what] ?? new Date(-1)) >= since)
  if (did === 'not_sent') return !who('sent')
  if (did !== 'not_opened' && did !== 'not_clicked' && did !== 'not_responded') return who(did)
  const what = { not_opened: 'opened', not_clicked: 'clicked', not_responded: 'responded' } as const
  const sent = about.filter((send) => send.sent !== null && send.sent >= since)
  return sent.length > 0 && sent.every((send) => send[what[did]] === null)
}
