import { z } from 'zod'
import { Campaign, CampaignDefinition, CampaignStatus, ListedCampaign, campaignName } from './campaigns.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, pageQuery, text } from '../kit/fields.ts'
import { Channel } from '../contacts/reach.ts'

export const campaignSorts = ['createdAt', 'updatedAt', 'name', 'status'] as const

/** `campaign` of a body of 1 MB: two parts of a message and four variants of each. */
const bodyLimit = 4 * 1024 * 1024

export const CreateCampaignBody = z.strictObject({
  name: campaignName,
  description: text(2000).default(''),
  channel: Channel,
  /** The agent that helps with this campaign; null for none. One that writes each message is in the definition, too. */
  agentId: Id.nullable().default(null),
  definition: CampaignDefinition.prefault({}),
})

export const UpdateCampaignBody = z.strictObject({
  name: campaignName.optional(),
  description: text(2000).optional(),
  /** Only while it is a draft. */
  channel: Channel.optional(),
  agentId: Id.nullable().optional(),
  /** Replaces the whole definition: an omitted field gets its default. */
  definition: CampaignDefinition.optional(),
  /** The value that was read; a stale write is rejected with 409. */
  updatedAt: Timestamp.optional(),
})

const campaignFilter = { q: text(200).optional(), status: CampaignStatus.optional(), channel: Channel.optional() }

/** Each version is as large as the campaign. */
const versionsQuery = { ...pageQuery, limit: z.coerce.number().int().min(1).max(50).default(50) }

export const CampaignStats = z
  .object({
    total: z.int(),
    /** Scheduled and running. */
    active: z.int(),
    /** Messages sent on the day of the organization's time zone. */
    sentToday: z.int(),
    /** Percent, responded of sent over all campaigns, one decimal; null before the first message. */
    responseRate: z.number().nullable(),
  })
  .meta({ id: 'CampaignStats' })

export const CampaignVersion = z
  .object({ version: z.int(), definition: CampaignDefinition, createdBy: z.string(), createdAt: Timestamp })
  .meta({ id: 'CampaignVersion' })

export const campaigns = {
  list: endpoint({
    id: 'campaigns.list',
    method: 'GET',
    path: '/campaigns',
    summary: 'List campaigns, without their messages',
    access: 'campaigns:read',
    query: z.strictObject({
      ...campaignFilter,
      sort: z.enum(campaignSorts).default('createdAt'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageQuery,
    }),
    reply: z.array(ListedCampaign).max(200),
    paged: true,
    v1: true,
  }),
  stats: endpoint({
    id: 'campaigns.stats',
    method: 'GET',
    path: '/campaigns/stats',
    summary: 'Count campaigns, messages of today and responses',
    access: 'campaigns:read',
    reply: CampaignStats,
    v1: true,
  }),
  create: endpoint({
    id: 'campaigns.create',
    method: 'POST',
    path: '/campaigns',
    summary: 'Create a campaign as a draft',
    access: 'campaigns:write',
    body: CreateCampaignBody,
    bodyLimit,
    reply: Campaign,
    status: 201,
    idempotent: true,
    v1: true,
  }),
  read: endpoint({
    id: 'campaigns.read',
    method: 'GET',
    path: '/campaigns/:id',
    summary: 'Read a campaign',
    access: 'campaigns:read',
    params: idParams,
    reply: Campaign,
    errors: [404],
    v1: true,
  }),
  update: endpoint({
    id: 'campaigns.update',
    method: 'PUT',
    path: '/campaigns/:id',
    summary: 'Change a campaign; what is under way keeps the version it began with, but for its send window, throttle and guard',
    access: 'campaigns:write',
    params: idParams,
    body: UpdateCampaignBody,
    bodyLimit,
    reply: Campaign,
    errors: [404, 409],
    v1: true,
  }),
  send: endpoint({
    id: 'campaigns.send',
    method: 'POST',
    path: '/campaigns/:id/send',
    summary: 'Launch a campaign: now, or as its schedule says; 422 with everything that stands against it',
    access: 'campaigns:send',
    idempotent: true,
    params: idParams,
    /** With approval `requested`: more recipients than the caller may reach without approval; an OWNER or ADMIN decides. */
    reply: Campaign,
    errors: [404, 409, 422],
    v1: true,
  }),
  approve: endpoint({
    id: 'campaigns.approve',
    method: 'POST',
    path: '/campaigns/:id/approve',
    summary: 'Approve a requested launch; it begins at once',
    access: 'campaigns:approve',
    params: idParams,
    reply: Campaign,
    errors: [404, 409, 422],
  }),
  reject: endpoint({
    id: 'campaigns.reject',
    method: 'POST',
    path: '/campaigns/:id/reject',
    summary: 'Reject a requested launch; the campaign stays a draft',
    access: 'campaigns:approve',
    params: idParams,
    body: z.strictObject({ reason: text(500).default('') }),
    reply: Campaign,
    errors: [404, 409],
  }),
  pause: endpoint({
    id: 'campaigns.pause',
    method: 'POST',
    path: '/campaigns/:id/pause',
    summary: 'Pause a campaign: what is in flight is finished, nothing new is taken',
    access: 'campaigns:send',
    params: idParams,
    reply: Campaign,
    errors: [404, 409],
    v1: true,
  }),
  resume: endpoint({
    id: 'campaigns.resume',
    method: 'POST',
    path: '/campaigns/:id/resume',
    summary: 'Resume a campaign exactly where it stopped',
    access: 'campaigns:send',
    params: idParams,
    reply: Campaign,
    errors: [404, 409],
    v1: true,
  }),
  clone: endpoint({
    id: 'campaigns.clone',
    method: 'POST',
    path: '/campaigns/:id/clone',
    summary: 'Copy a campaign as a draft under the name "{name} (Copy)"',
    access: 'campaigns:write',
    idempotent: true,
    params: idParams,
    reply: Campaign,
    status: 201,
    errors: [404],
    v1: true,
  }),
  remove: endpoint({
    id: 'campaigns.remove',
    method: 'DELETE',
    path: '/campaigns/:id',
    summary: 'Delete a campaign that is not running; what was sent stays in the history of each contact',
    access: 'campaigns:write',
    params: idParams,
    errors: [404, 409],
    v1: true,
  }),
  versions: endpoint({
    id: 'campaigns.versions',
    method: 'GET',
    path: '/campaigns/:id/versions',
    summary: 'List the versions of a campaign, newest first',
    access: 'campaigns:read',
    params: idParams,
    query: z.strictObject(versionsQuery),
    reply: z.array(CampaignVersion).max(50),
    paged: true,
    errors: [404],
    v1: true,
  }),
}
