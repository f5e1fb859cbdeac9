import { fieldOperators } from '../kit/field-types/field-type.ts'
import { z } from 'zod'
import { schemaMessage } from '../kit/issue-texts.ts'
import { contactSources } from './contacts.ts'
import { Id, line } from '../kit/fields.ts'
import { Channel } from './reach.ts'

/** The rules of a segment: a tree of groups with conditions about one contact as leaves. Rules are data; the server compiles them. */
export const segmentLimits = {
  /** Groups within groups, the outermost counted. */
  depth: 5,
  conditions: 100,
  /** Segments that name segments that name segments. */
  segmentDepth: 5,
  /** Conditions of a segment together with those of all segments that it names. */
  conditionsTogether: 500,
  days: 3650,
} as const

export const matches = ['all', 'any', 'none'] as const
export const textFields = ['email', 'phone', 'firstName', 'lastName', 'locale', 'timeZone'] as const
export const textOperators = [
  ...(['is', 'is_not', 'contains', 'not_contains', 'starts_with', 'ends_with', 'is_empty', 'is_not_empty'] as const),
] as const
export const numberOperators = ['is', 'is_not', 'greater', 'at_least', 'less', 'at_most', 'is_empty', 'is_not_empty'] as const
/** `anniversary_days`: the day of any year recurs within this many days, today included. */
export const dateOperators = ['is', 'before', 'after', 'last_days', 'next_days', 'anniversary_days', 'is_empty', 'is_not_empty'] as const
export const booleanOperators = ['is_true', 'is_false', 'is_empty'] as const
export const choiceOperators = ['any_of', 'none_of', 'is_empty', 'is_not_empty'] as const
export const createdOperators = ['is', 'before', 'after', 'last_days', 'not_last_days'] as const
export const behaviours = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'responded', 'bounced', 'unsubscribed', 'complained', 'failed', 'skipped'] as const),
  ...(['not_sent', 'not_opened', 'not_clicked', 'not_responded'] as const),
] as const
/** Whether the channel can reach the contact at all; quiet hours and caps change and are not checked. */
export const reachStates = ['reachable', 'not_reachable', 'suppressed'] as const
export const eventDataOperators = ['is', 'contains', 'at_least', 'at_most'] as const
export const consentStates = ['granted', 'pending', 'withdrawn', 'none'] as const

const days = z.int().min(1, 'At least 1 day').max(segmentLimits.days, `At most ${segmentLimits.days} days`)
const date = z.iso.date('A date like 2026-12-24')
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a custom field')
const words = (what: string) => z.array(line(100).min(1)).min(1, what).max(50)
const valueless = ['is_empty', 'is_not_empty'] as const

/** Data of an event. Text comparison ignores case; a missing property matches nothing. */
const EventData = z
  .strictObject({
    property: line(100).min(1, 'Enter the name of a property'),
    op: z.enum(eventDataOperators),
    value: z.union([z.number(), line(200).min(1, 'Enter a value')], { error: 'Enter a value' }),
  })
  .refine(({ op, value }) => typeof value === 'number' || (op !== 'at_least' && op !== 'at_most'), {
    path: ['value'],
    message: 'Enter a number',
  })

const text = {
  op: z.enum(textOperators),
  /** Omitted when the operator needs none. Case is ignored. */
  value: line(200).optional(),
}

/** A condition on a custom field names its type, which is checked against the field. */
const customConditions = [
  z.strictObject({ kind: z.literal('custom'), type: z.literal('text'), field: key, ...text }),
  z.strictObject({
    kind: z.literal('custom'),
    type: z.literal('number'),
    field: key,
    op: z.enum(numberOperators),
    value: z.number().optional(),
  }),
  z.strictObject({
    kind: z.literal('custom'),
    type: z.literal('date'),
    field: key,
    op: z.enum(dateOperators),
    date: date.optional(),
    days: days.optional(),
  }),
  z.strictObject({ kind: z.literal('custom'), type: z.literal('boolean'), field: key, op: z.enum(booleanOperators) }),
  z.strictObject({
    kind: z.literal('custom'),
    type: z.literal('choice'),
    field: key,
    op: z.enum(choiceOperators),
    values: z.array(line(200).min(1)).max(50).optional(),
  }),
] as const

export const SegmentCondition = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('field'), field: z.enum(textFields), ...text }),
    z.discriminatedUnion('type', customConditions),
    z.strictObject({ kind: z.literal('tags'), op: z.enum(['any_of', 'all_of', 'none_of']), tags: words('Choose at least one tag') }),
    z.strictObject({
      kind: z.literal('source'),
      op: z.enum(['any_of', 'none_of']),
      sources: z.array(z.enum(contactSources)).min(1, 'Choose at least one source').max(contactSources.length),
    }),
    z.strictObject({ kind: z.literal('created'), op: z.enum(createdOperators), date: date.optional(), days: days.optional() }),
    z.strictObject({ kind: z.literal('emailState'), state: z.enum(['active', 'bounced']) }),
    z.strictObject({
      kind: z.literal('event'),
      type: line(100).min(1, 'Choose an event'),
      op: z.enum(['at_least', 'at_most', 'exactly']),
      count: z.int().min(0).max(1_000_000),
      /** In the last `days` days; omitted: ever. */
      days: days.optional(),
      /** Only events with this in their data. */
      data: EventData.optional(),
    }),
    z.strictObject({
      kind: z.literal('campaign'),
      did: z.enum(behaviours),
      /** Without: any campaign. */
      campaignId: Id.optional(),
      days: days.optional(),
      /** Of a click: this link of the campaign, as written in its message; omitted: any link. */
      link: z.string().min(1).max(2_000).optional(),
    }),
    z.strictObject({
      kind: z.literal('record'),
      /** Records of the organization's own types that a relation ties to the contact. */
      entity: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose an entity'),
      relation: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a relation'),
      /** False: the contact has no such record. */
      in: z.boolean(),
      /** All must hold for one record. */
      where: z
        .array(
          z.strictObject({
            field: line(40).min(1, 'Choose a field'),
            operator: z.enum(fieldOperators),
            value: z.union([line(200), z.number(), z.boolean(), z.array(line(100)).max(50)]).optional(),
          }),
        )
        .max(5)
        .default([]),
      /** Made in the last `days` days; omitted: ever. */
      days: days.optional(),
    }),
    z.strictObject({
      kind: z.literal('consent'),
      channel: Channel,
      /** Without: any purpose. */
      purpose: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a purpose')
        .optional(),
      /** `none`: no consent is recorded for the contact. */
      status: z.enum(consentStates),
    }),
    z.strictObject({
      kind: z.literal('reach'),
      channel: Channel,
      /** Omitted: any purpose. A suppression applies to all of them. */
      purpose: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Choose a purpose')
        .optional(),
      state: z.enum(reachStates),
    }),
    z.strictObject({ kind: z.literal('segment'), segmentId: Id, in: z.boolean() }),
  ])
  .superRefine((condition, context) => {
    const missing = missingValue(condition)
    if (missing) context.addIssue({ code: 'custom', path: [missing.path], message: missing.message })
  })
  .meta({ id: 'SegmentCondition' })
export type SegmentCondition = z.output<typeof SegmentCondition>

/** Returns the fields that an operator needs and the condition lacks. */
function missingValue(condition: { kind: string; op?: string; [name: string]: unknown }): { path: string; message: string } | null {
  const { op, kind, link, campaignId, did } = condition
  if (kind === 'campaign' && link !== undefined && (campaignId === undefined || (did !== 'clicked' && did !== 'not_clicked')))
    return { path: 'link', message: 'A link belongs to clicks in one campaign' }
  if (op === undefined || (valueless as readonly string[]).includes(op)) return null
  const isText = condition.kind === 'field' || (condition.kind === 'custom' && condition['type'] === 'text')
  if (isText) return condition['value'] ? null : { path: 'value', message: 'Enter a value' }
  if (condition['type'] === 'number') return condition['value'] === undefined ? { path: 'value', message: 'Enter a number' } : null
  if (condition['type'] === 'choice')
    return (condition['values'] as string[] | undefined)?.length ? null : { path: 'values', message: 'Choose at least one value' }
  if (condition.kind !== 'created' && condition['type'] !== 'date') return null
  if (op.endsWith('_days')) return condition['days'] === undefined ? { path: 'days', message: 'Enter a number of days' } : null
  return condition['date'] === undefined ? { path: 'date', message: 'Enter a date' } : null
}

/** `all`: every rule matches; `any`: at least one; `none`: no rule. A group without rules matches every contact. */
export interface SegmentGroup {
  match: (typeof matches)[number]
  rules: SegmentRule[]
}
export type SegmentRule = SegmentCondition | SegmentGroup

const AnyGroup = z
  .strictObject({
    match: z.enum(matches),
    get rules() {
      return z.array(z.union([SegmentCondition, AnyGroup])).max(segmentLimits.conditions)
    },
  })
  .meta({ id: 'SegmentGroup' })

export const isGroup = (rule: SegmentRule): rule is SegmentGroup => 'match' in rule

export const conditionsOf = (rule: SegmentRule): SegmentCondition[] => (isGroup(rule) ? rule.rules.flatMap(conditionsOf) : [rule])

/** Groups from this one down to the deepest, itself counted. */
export const depthOf = (rule: SegmentRule): number => (isGroup(rule) ? 1 + Math.max(0, ...rule.rules.map(depthOf)) : 0)

export const SegmentRules = AnyGroup.superRefine((rules, context) => {
  if (depthOf(rules) > segmentLimits.depth)
    context.addIssue({ code: 'custom', message: schemaMessage('Groups can be nested at most {max} deep', { max: segmentLimits.depth }) })
  if (conditionsOf(rules).length > segmentLimits.conditions)
    context.addIssue({ code: 'custom', message: schemaMessage('At most {max} conditions', { max: segmentLimits.conditions }) })
})
export type SegmentRules = SegmentGroup
