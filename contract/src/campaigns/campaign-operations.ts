import { z } from 'zod'
import { Campaign, CampaignDefinition, CampaignStatus, ListedCampaign, campaignName } from './campaigns.ts'
import { create, get, list, operations, post, put, remove } from '../kit/operations.ts'
import { Id, Timestamp, pageQuery, text } from '../kit/fields.ts'
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

const campaignFilter = {
  q: text(200).optional(),
  status: CampaignStatus.optional(),
  channel: Channel.optional(),
  /** Campaigns with a send that began then or later. */
  sentSince: Timestamp.optional(),
}

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

/** The version that was looked at: 409 if there is a newer one by now. Without it, the newest is launched. */
const LaunchBody = z.strictObject({ version: z.int().min(1).optional() })

export const campaigns = operations(
  'campaigns',
  { read: 'campaigns:read', write: 'campaigns:write' },
  {
    list: list('/campaigns', 'List campaigns, without their messages', {
      row: ListedCampaign,
      filter: {
        ...campaignFilter,
        sort: z.enum(campaignSorts).default('createdAt'),
        direction: z.enum(['asc', 'desc']).default('desc'),
      },
      v1: true,
    }),
    stats: get('/campaigns/stats', 'Count campaigns, messages of today and responses', { reply: CampaignStats, v1: true }),
    create: post('/campaigns', 'Create a campaign as a draft', {
      body: CreateCampaignBody,
      bodyLimit,
      reply: Campaign,
      status: 201,
      idempotent: true,
      v1: true,
    }),
    read: get('/campaigns/:id', 'Read a campaign', { reply: Campaign, v1: true }),
    update: put(
      '/campaigns/:id',
      'Change a campaign; what is under way keeps the version it began with, but for its send window, throttle and guard',
      { body: UpdateCampaignBody, bodyLimit, reply: Campaign, errors: [409], v1: true, onNodes: true },
    ),
    send: post('/campaigns/:id/send', 'Launch a campaign: now, or as its schedule says; 422 with everything that stands against it', {
      access: 'campaigns:send',
      idempotent: true,
      body: LaunchBody.optional(),
      /** With approval `requested`: more recipients than the caller may reach without approval; an OWNER or ADMIN decides. */
      reply: Campaign,
      errors: [409, 422],
      v1: true,
    }),
    approve: post('/campaigns/:id/approve', 'Approve a requested launch; it begins at once', {
      access: 'campaigns:approve',
      body: LaunchBody.optional(),
      reply: Campaign,
      errors: [409, 422],
    }),
    reject: post('/campaigns/:id/reject', 'Reject a requested launch; the campaign stays a draft', {
      access: 'campaigns:approve',
      body: z.strictObject({ reason: text(500).default('') }),
      reply: Campaign,
      errors: [409],
    }),
    pause: post('/campaigns/:id/pause', 'Pause a campaign: what is in flight is finished, nothing new is taken', {
      access: 'campaigns:send',
      reply: Campaign,
      errors: [409],
      whileSuspended: true,
      v1: true,
    }),
    resume: post('/campaigns/:id/resume', 'Resume a campaign exactly where it stopped', {
      access: 'campaigns:send',
      reply: Campaign,
      errors: [409],
      v1: true,
    }),
    clone: create('/campaigns/:id/clone', 'Copy a campaign as a draft under the name "{name} (Copy)"', {
      idempotent: true,
      reply: Campaign,
      errors: [],
      v1: true,
    }),
    remove: remove('/campaigns/:id', 'Delete a campaign that is not running; what was sent stays in the history of each contact', {
      v1: true,
    }),
    versions: get('/campaigns/:id/versions', 'List the versions of a campaign, newest first', {
      query: z.strictObject(versionsQuery),
      reply: z.array(CampaignVersion).max(50),
      paged: true,
      v1: true,
    }),
  },
)
