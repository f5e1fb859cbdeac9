import { z } from 'zod'
import { Timestamp } from '../kit/fields.ts'
import { get, operations } from '../kit/operations.ts'
import { MetricRows, periodFields } from './analytics.ts'

/** How the revenue of a document is shared by the touches before it. `decay`: half for each seven days. */
export const attributionModels = ['first', 'last', 'linear', 'decay'] as const
export type AttributionModel = (typeof attributionModels)[number]
/** `none`: the contact was touched by none in the days before, or the document names no contact. */
export const creditKinds = ['campaign', 'agent', 'none'] as const
export type CreditKind = (typeof creditKinds)[number]

export const attributionDays = { fewest: 1, most: 90, usual: 30 } as const
export const attributionLimits = { entries: 20_000, credits: 200 } as const

const days = z.coerce.number().int().min(attributionDays.fewest).max(attributionDays.most).default(attributionDays.usual)

export const Credit = z.object({
  kind: z.enum(creditKinds),
  /** Id of the campaign, name of the agent; empty for none. */
  key: z.string(),
  label: z.string(),
  /** Inside the organization. */
  path: z.string().nullable(),
  /** Minor units. Negative where more was credited back than earned. */
  amount: z.int(),
  /** Documents of which it got a part. */
  documents: z.int(),
})
export type Credit = z.infer<typeof Credit>

/** In each currency the credits, none included, are the revenue of the ledger to the last minor unit. */
export const Attribution = z
  .object({
    model: z.enum(attributionModels),
    days: z.int(),
    from: z.iso.date(),
    to: z.iso.date(),
    timeZone: z.string(),
    asOf: Timestamp,
    currencies: z
      .array(z.object({ currency: z.string(), total: z.int(), credits: z.array(Credit).max(attributionLimits.credits + 2) }))
      .max(200),
  })
  .meta({ id: 'Attribution' })
export type Attribution = z.infer<typeof Attribution>

const asked = { model: z.enum(attributionModels).default('linear'), days, ...periodFields }

export const attribution = operations('attribution', 'revenue:read', {
  read: get('/analytics/attribution', 'Revenue of a period, credited to the campaigns and agents that touched its contacts before', {
    query: z.strictObject(asked),
    reply: Attribution,
    v1: true,
  }),
  rows: get('/analytics/attribution/rows', 'List the documents behind a credit, newest first, with the part that was credited', {
    query: z.strictObject({ ...asked, currency: z.string().length(3), kind: z.enum(creditKinds), key: z.string().max(300).default('') }),
    reply: MetricRows,
    v1: true,
  }),
})

/** Steps of a contact, in their order. Opens and clicks are those of people. `invoiced`: an invoice with a date and this contact. */
export const funnelSteps = ['sent', 'delivered', 'opened', 'clicked', 'responded', 'invoiced'] as const
export type FunnelStep = (typeof funnelSteps)[number]
export const funnelLimits = { people: 100_000 } as const

export const Funnel = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    timeZone: z.string(),
    days: z.int(),
    asOf: Timestamp,
    steps: z
      .array(
        z.object({
          step: z.enum(funnelSteps),
          /** Contacts that reached it: each once, with every earlier step before it. */
          people: z.int(),
          /** Percent of the first step; null without any. */
          ofFirst: z.number().nullable(),
          ofPrevious: z.number().nullable(),
        }),
      )
      .max(funnelSteps.length),
  })
  .meta({ id: 'Funnel' })
export type Funnel = z.infer<typeof Funnel>

const stepList = z
  .string()
  .max(200)
  .transform((names) => names.split(','))
  .pipe(z.array(z.enum(funnelSteps)).min(2, 'Choose at least two steps').max(funnelSteps.length))
  .refine((steps) => steps.every((step, at) => at === 0 || funnelSteps.indexOf(step) > funnelSteps.indexOf(steps[at - 1] ?? 'sent')), {
    message: 'Each step comes after the one before it',
  })

export const funnels = operations('funnels', 'campaigns:read', {
  read: get('/analytics/funnel', 'How many contacts of the sends of a period went from step to step within some days', {
    query: z.strictObject({
      ...periodFields,
      steps: stepList.default(['sent', 'delivered', 'clicked', 'responded']),
      /** From the first step to the last. */
      days,
      campaignId: z.uuid().optional(),
    }),
    reply: Funnel,
    v1: true,
  }),
})
