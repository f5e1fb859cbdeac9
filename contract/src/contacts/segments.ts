import { fieldOperators } from '../kit/field-types/field-type.ts'
import { z } from 'zod'
import { ContactFieldType } from './contact-fields.ts'
import { Id, Micros, Timestamp, required, text } from '../kit/fields.ts'
import { get, list, operations, post, put, remove } from '../kit/operations.ts'
import { MessageKey } from '../kit/message-fields.ts'
import { SegmentRules } from './segment-rules.ts'

/** What uses a segment: it cannot be deleted while one of them still needs it. */
export const SegmentUser = z.object({ kind: z.enum(['campaign', 'segment', 'workflow']), id: Id, name: z.string(), blocks: z.boolean() })
export type SegmentUser = z.infer<typeof SegmentUser>

export const Segment = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    rules: z.lazy(() => SegmentRules),
    /** The text from which an AI made it, if any. */
    describedAs: z.string(),
    /** The rules as text. */
    summary: z.string(),
    summaryKey: MessageKey.optional(),
    /** Deleted things that the rules still name: until this is fixed, the segment is empty and cannot be sent to. */
    problems: z.array(z.string()),
    /** How to word each of the problems; null where the text is its own key. */
    problemKeys: z.array(MessageKey.nullable()).optional(),
    /** As of `countedAt`; null before the first count after a change. */
    count: z.int().nullable(),
    countedAt: Timestamp.nullable(),
    usedBy: z.array(SegmentUser).max(20),
    createdBy: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Segment' })
export type Segment = z.infer<typeof Segment>

export const SegmentMember = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    tags: z.array(z.string()),
    createdAt: Timestamp,
  })
  .meta({ id: 'SegmentMember' })
export type SegmentMember = z.infer<typeof SegmentMember>

/** All values that rules may name, for pickers. */
export const SegmentChoices = z
  .object({
    tags: z.array(z.string()).max(200),
    fields: z.array(z.object({ key: z.string(), label: z.string(), type: ContactFieldType, choices: z.array(z.string()) })).max(200),
    purposes: z.array(z.object({ key: z.string(), name: z.string() })).max(200),
    campaigns: z.array(z.object({ id: Id, name: z.string() })).max(200),
    segments: z.array(z.object({ id: Id, name: z.string() })).max(200),
    /** Types of recorded events. */
    events: z.array(z.string()).max(200),
    /** Relations of the organization's own record types to contacts, with the fields that a rule may compare. */
    records: z
      .array(
        z.object({
          entity: z.string(),
          relation: z.string(),
          label: z.string(),
          fields: z
            .array(
              z.object({
                name: z.string(),
                label: z.string(),
                type: z.string(),
                options: z.array(z.object({ value: z.string(), label: z.string() })),
                operators: z.array(z.enum(fieldOperators)),
              }),
            )
            .max(100),
        }),
      )
      .max(200),
  })
  .meta({ id: 'SegmentChoices' })
export type SegmentChoices = z.infer<typeof SegmentChoices>

export const SegmentProposal = z
  .object({
    /** Null when no rule was understood. */
    rules: z.lazy(() => SegmentRules).nullable(),
    summary: z.string(),
    summaryKey: MessageKey.optional(),
    /** Parts of the text that are in no rule. */
    notUnderstood: z.array(z.string()).max(20),
    /** Which model read it. */
    model: z.string(),
    isSandbox: z.boolean(),
    costMicros: Micros,
  })
  .meta({ id: 'SegmentProposal' })
export type SegmentProposal = z.infer<typeof SegmentProposal>

const name = required(120, 'Name is required')
const description = text(1000)

export const CreateSegmentBody = z.strictObject({
  name,
  description: description.default(''),
  rules: SegmentRules,
  describedAs: text(1000).default(''),
})

export const UpdateSegmentBody = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  rules: SegmentRules.optional(),
  describedAs: text(1000).optional(),
  /** The value that was read; a stale write is rejected with 409. */
  updatedAt: Timestamp.optional(),
})

export const segments = operations(
  'segments',
  { read: 'segments:read', write: 'segments:write' },
  {
    list: list('/segments', 'List segments, newest first', {
      row: Segment,
      filter: { q: z.string().max(120).optional() },
      v1: true,
    }),
    choices: get('/segments/choices', 'List what rules may name: tags, custom fields, purposes, campaigns, segments, events', {
      reply: SegmentChoices,
      v1: true,
    }),
    links: get('/segments/choices/campaigns/:id/links', 'List the links of a campaign that rules about clicks may name', {
      /** Addresses as written in its messages, including those of earlier versions. */
      reply: z.array(z.string()).max(200),
      v1: true,
    }),
    describe: post('/segments/describe', 'Turn a description of an audience into rules, by the default AI model; nothing is saved', {
      body: z.strictObject({ text: text(1000, 'Describe your audience').min(1, 'Describe your audience') }),
      reply: SegmentProposal,
      errors: [409, 503],
      transaction: false,
      rate: { max: 20, perSeconds: 60 },
      v1: true,
    }),
    read: get('/segments/:id', 'Read a segment', {
      reply: Segment,
      v1: true,
    }),
    create: post('/segments', 'Create a segment', {
      body: CreateSegmentBody,
      reply: Segment,
      status: 201,
      idempotent: true,
      v1: true,
    }),
    update: put('/segments/:id', 'Change a segment; a changed rule takes its count away', {
      body: UpdateSegmentBody,
      reply: Segment,
      errors: [409],
      v1: true,
    }),
    remove: remove('/segments/:id', 'Delete a segment that no draft or scheduled campaign and no other segment uses', {
      v1: true,
    }),
    clone: post('/segments/:id/clone', 'Copy a segment under the name "{name} (Copy)"', {
      idempotent: true,
      reply: Segment,
      status: 201,
      v1: true,
    }),
    count: post('/segments/:id/count', 'Count the contacts of a segment and keep the number', {
      access: 'segments:read',
      reply: z.object({ count: z.int(), countedAt: Timestamp }),
      errors: [503],
      audited: false,
      transaction: false,
      rate: { max: 120, perSeconds: 60 },
      v1: true,
    }),
    preview: post('/segments/preview', 'Count the contacts that rules hold for, and show ten of them', {
      access: 'segments:read',
      body: z.strictObject({ rules: SegmentRules }),
      reply: z.object({ count: z.int(), sample: z.array(SegmentMember).max(10), tookMs: z.int() }),
      errors: [503],
      audited: false,
      transaction: false,
      rate: { max: 120, perSeconds: 60 },
      v1: true,
    }),
    contacts: list('/segments/:id/contacts', 'List the contacts of a segment', {
      row: SegmentMember,
      access: 'contacts:read',
      errors: [503],
      transaction: false,
      v1: true,
    }),
  },
)
