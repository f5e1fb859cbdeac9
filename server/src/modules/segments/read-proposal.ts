import { z } from 'zod'
import { SegmentCondition, SegmentRules, matches, segmentLimits } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { Catalogue } from './catalogue.ts'

const kinds = ['field', 'custom', 'tags', 'source', 'created', 'emailState', 'event', 'campaign', 'consent', 'reach', 'segment'] as const

/** What a model answers: flat, because providers' structured outputs know no trees; each condition names the words it stands for. */
export const Proposal = z.strictObject({
  match: z.enum(['all', 'any']),
  groups: z.array(
    z.strictObject({
      match: z.enum(matches),
      conditions: z.array(
        z.strictObject({
          words: z.string(),
          kind: z.enum(kinds),
          field: z.string(),
          op: z.string(),
          values: z.array(z.string()),
          count: z.int().nullable(),
          days: z.int().nullable(),
        }),
      ),
    }),
  ),
  notUnderstood: z.array(z.string()),
})
type Outcome = z.infer<typeof Proposal>['groups'][number]['conditions'][number]

/**
 * A model's answer as rules. Whatever does not make a condition, or names a tag, field, campaign, purpose, event or segment that does
 * not exist, is listed with its words and left out.
 */
export function readProposal(
  proposal: z.infer<typeof Proposal>,
  catalogue: Catalogue,
): { rules: SegmentGroup | null; notUnderstood: string[] } {
  const notUnderstood = [...proposal.notUnderstood]
  const groups = proposal.groups.map(({ match, conditions }): SegmentGroup => {
    const understood = conditions.map((reported) => {
      const read = readCondition(reported, catalogue)
      if (typeof read === 'string') notUnderstood.push(read ? `${reported.words} (${read})` : reported.words)
      return typeof read === 'string' ? null : read
    })
    // An alternative that is missing is not a narrower "or": the whole group would mean something else.
    const isBroken = match === 'any' && understood.includes(null)
    if (isBroken) notUnderstood.push(...conditions.filter((_, at) => understood[at] !== null).map(({ words: queryWords }) => queryWords))
    return { match, rules: isBroken ? [] : understood.filter((condition) => condition !== null) }
  })
  const whole = groups.filter(({ rules }) => rules.length > 0)
  const missesAlternative = proposal.match === 'any' && whole.length < groups.length
  const parsed = SegmentRules.safeParse(missesAlternative ? null : flatten({ match: proposal.match, rules: whole }))
  const queryWords = [...new Set(notUnderstood.map((each) => each.trim().slice(0, 200)).filter(Boolean))].slice(0, 20)
  return { rules: parsed.success && whole.length > 0 ? parsed.data : null, notUnderstood: queryWords }
}

/** A group of one rule, or of the same kind as the one around it, is no group of its own on the screen. */
function flatten({ match, rules }: { match: 'all' | 'any'; rules: SegmentGroup[] }): SegmentGroup {
  const inner = rules.flatMap((group) =>
    group.match === match || (group.rules.length === 1 && group.match !== 'none') ? group.rules : [group],
  )
  const [only] = inner
  return inner.length === 1 && only && 'match' in only ? only : { match, rules: inner }
}

/** The condition; or, as text, what there is not. */
function readCondition(reported: Outcome, catalogue: Catalogue): SegmentCondition | string {
  const made = toCondition(reported, catalogue)
  if (typeof made === 'string') return made
  const parsed = SegmentCondition.safeParse(JSON.parse(JSON.stringify(made)))
  return parsed.success ? parsed.data : ''
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
const within = (days: number | null) => (days === null ? {} : { days: Math.min(segmentLimits.days, days) })
const byName = <T extends { id: string; name: string }>(list: readonly T[], text: string) =>
  list.find(({ id, name }) => id === text || same(name, text))

function toCondition(reported: Outcome, catalogue: Catalogue): object | string {
  const { kind, field, op, values, count, days } = reported
  switch (kind) {
    case 'field':
      return { kind, field, op, value: values[0] }
    case 'custom':
      return toCustom(reported, catalogue)
    case 'tags': {
      const unknown = values.find((value) => !catalogue.tags.some((tag) => same(tag, value)))
      if (unknown !== undefined) return `there is no tag "${unknown}"`
      return { kind, op, tags: values.map((value) => catalogue.tags.find((tag) => same(tag, value))) }
    }
    case 'source':
      return { kind, op, sources: values }
    case 'created':
      return { kind, op, date: values[0], ...within(days) }
    case 'emailState':
      return { kind, state: op }
    case 'event': {
      const type = catalogue.events.find((each) => same(each, field))
      return type === undefined
        ? `there is no event "${field}"`
        : { kind, type, op, count: count ?? 1, ...within(days), ...recordedWith(values) }
    }
    case 'campaign': {
      if (field === '') return { kind, did: op, ...within(days) }
      const campaign = byName(catalogue.campaigns, field)
      return campaign ? { kind, did: op, campaignId: campaign.id, ...within(days) } : `there is no campaign "${field}"`
    }
    case 'consent':
    case 'reach': {
      const [text] = values
      const state = kind === 'consent' ? { status: op } : { state: op }
      if (text === undefined) return { kind, channel: field, ...state }
      const purpose = catalogue.purposes.find(({ key, name }) => same(key, text) || same(name, text))
      return purpose ? { kind, channel: field, purpose: purpose.key, ...state } : `there is no purpose "${text}"`
    }
    case 'segment': {
      const segment = byName(catalogue.segments, field)
      return segment ? { kind, segmentId: segment.id, in: op !== 'not_in' } : `there is no segment "${field}"`
    }
  }
}

/** Property, comparison and value; nothing where the event counts whatever it was recorded with. */
function recordedWith([property, op = 'is', value = '']: readonly string[]): object {
  if (property === undefined) return {}
  const isNumber = (op === 'at_least' || op === 'at_most') && value.trim() !== ''
  return { data: { property, op, value: isNumber ? Number(value) : value } }
}

function toCustom({ field, op, values, days }: Outcome, { fields }: Catalogue): object | string {
  const found = fields.find(({ key, label }) => same(key, field) || same(label, field))
  if (!found) return `there is no field "${field}"`
  const own = { kind: 'custom', type: found.type, field: found.key, op }
  const [value] = values
  switch (found.type) {
    case 'text':
      return { ...own, value }
    case 'number':
      return { ...own, value: value === undefined || value.trim() === '' ? undefined : Number(value) }
    case 'date':
      return { ...own, date: value, ...within(days) }
    case 'boolean':
      return own
    case 'choice': {
      const unknown = values.find((each) => !found.choices.some((choice) => same(choice, each)))
      if (unknown !== undefined) return `"${found.label}" has no choice "${unknown}"`
      return { ...own, values: values.map((each) => found.choices.find((choice) => same(choice, each))) }
    }
  }
}
