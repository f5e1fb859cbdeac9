import { z } from 'zod'
import { ContactFieldType } from './contact-fields.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Micros, Timestamp, idParams, pageQuery, required, text } from '../kit/fields.ts'
import { SegmentRules } from './segment-rules.ts'

/** Who names a segment: it cannot be deleted while one of them is not done with it. */
export const SegmentUser = z.object({ kind: z.enum(['campaign', 'segment', 'workflow']), id: Id, name: z.string(), blocks: z.boolean() })
export type SegmentUser = z.infer<typeof SegmentUser>

export const Segment = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    rules: z.lazy(() => SegmentRules),
    /** The words that an AI made it from, where one did. */
    describedAs: z.string(),
    /** In words. */
    summary: z.string(),
    /** What no longer exists and the rules name: until that is changed, the segment holds nobody and cannot be sent to. */
    problems: z.array(z.string()),
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

/** Everything that rules may name, for pickers. */
export const SegmentChoices = z
  .object({
    tags: z.array(z.string()).max(200),
    fields: z.array(z.object({ key: z.string(), label: z.string(), type: ContactFieldType, choices: z.array(z.string()) })).max(200),
    purposes: z.array(z.object({ key: z.string(), name: z.string() })).max(200),
    campaigns: z.array(z.object({ id: Id, name: z.string() })).max(200),
    segments: z.array(z.object({ id: Id, name: z.string() })).max(200),
    /** Types of recorded events. */
    events: z.array(z.string()).max(200),
  })
  .meta({ id: 'SegmentChoices' })
export type SegmentChoices = z.infer<typeof SegmentChoices>

export const SegmentProposal = z
  .object({
    /** Null where nothing was understood. */
    rules: z.lazy(() => SegmentRules).nullable(),
    summary: z.string(),
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
  /** As read; a newer row answers 409. */
  updatedAt: Timestamp.optional(),
})

export const segments = {
  list: endpoint({
    id: 'segments.list',
    method: 'GET',
    path: '/segments',
    summary: 'List segments, newest first',
    access: 'segments:read',
    query: z.strictObject({ q: z.string().max(120).optional(), ...pageQuery }),
    reply: z.array(Segment).max(200),
    paged: true,
    v1: true,
  }),
  choices: endpoint({
    id: 'segments.choices',
    method: 'GET',
    path: '/segments/choices',
    summary: 'List what rules may name: tags, custom fields, purposes, campaigns, segments, events',
    access: 'segments:read',
    reply: SegmentChoices,
    v1: true,
  }),
  links: endpoint({
    id: 'segments.links',
    method: 'GET',
    path: '/segments/choices/campaigns/:id/links',
    summary: 'List the links of a campaign that rules about clicks may name',
    access: 'segments:read',
    params: idParams,
    /** Addresses as they stand in its messages, those of its earlier versions too. */
    reply: z.array(z.string()).max(200),
    errors: [404],
    v1: true,
  }),
  describe: endpoint({
    id: 'segments.describe',
    method: 'POST',
    path: '/segments/describe',
    summary: 'Turn a description of an audience into rules, by the default AI model; nothing is saved',
    access: 'segments:write',
    body: z.strictObject({ text: text(1000, 'Describe your audience').min(1, 'Describe your audience') }),
    reply: SegmentProposal,
    errors: [409, 503],
    transaction: false,
    rate: { max: 20, perSeconds: 60 },
    v1: true,
  }),
  read: endpoint({
    id: 'segments.read',
    method: 'GET',
    path: '/segments/:id',
    summary: 'Read a segment',
    access: 'segments:read',
    params: idParams,
    reply: Segment,
    errors: [404],
    v1: true,
  }),
  create: endpoint({
    id: 'segments.create',
    method: 'POST',
    path: '/segments',
    summary: 'Create a segment',
    access: 'segments:write',
    body: CreateSegmentBody,
    reply: Segment,
    status: 201,
    idempotent: true,
    v1: true,
  }),
  update: endpoint({
    id: 'segments.update',
    method: 'PUT',
    path: '/segments/:id',
    summary: 'Change a segment; a changed rule takes its count away',
    access: 'segments:write',
    params: idParams,
    body: UpdateSegmentBody,
    reply: Segment,
    errors: [404, 409],
    v1: true,
  }),
  remove: endpoint({
    id: 'segments.remove',
    method: 'DELETE',
    path: '/segments/:id',
    summary: 'Delete a segment that no draft or scheduled campaign and no other segment uses',
    access: 'segments:write',
    params: idParams,
    errors: [404, 409],
    v1: true,
  }),
  clone: endpoint({
    id: 'segments.clone',
    method: 'POST',
    path: '/segments/:id/clone',
    summary: 'Copy a segment under the name "{name} (Copy)"',
    access: 'segments:write',
    idempotent: true,
    params: idParams,
    reply: Segment,
    status: 201,
    errors: [404],
    v1: true,
  }),
  count: endpoint({
    id: 'segments.count',
    method: 'POST',
    path: '/segments/:id/count',
    summary: 'Count the contacts of a segment and keep the number',
    access: 'segments:read',
    params: idParams,
    reply: z.object({ count: z.int(), countedAt: Timestamp }),
    errors: [404, 503],
    audited: false,
    transaction: false,
    rate: { max: 120, perSeconds: 60 },
    v1: true,
  }),
  preview: endpoint({
    id: 'segments.preview',
    method: 'POST',
    path: '/segments/preview',
    summary: 'Count the contacts that rules hold for, and show ten of them',
    access: 'segments:read',
    body: z.strictObject({ rules: SegmentRules }),
    reply: z.object({ count: z.int(), sample: z.array(SegmentMember).max(10), tookMs: z.int() }),
    errors: [503],
    audited: false,
    transaction: false,
    rate: { max: 120, perSeconds: 60 },
    v1: true,
  }),
  contacts: endpoint({
    id: 'segments.contacts',
    method: 'GET',
    path: '/segments/:id/contacts',
    summary: 'List the contacts of a segment',
    access: 'contacts:read',
    params: idParams,
    query: z.strictObject(pageQuery),
    reply: z.array(SegmentMember).max(200),
    paged: true,
    errors: [404, 503],
    transaction: false,
    v1: true,
  }),
}
