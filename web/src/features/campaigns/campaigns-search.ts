import { flagOf, momentOf, oneOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'

const statuses = ['draft', 'scheduled', 'running', 'paused', 'completed'] as const
const channels = ['email', 'sms', 'webhook', 'whatsapp'] as const
export const campaignTabs = ['overview', 'contacts', 'messages', 'analytics', 'notes'] as const
export type CampaignTab = (typeof campaignTabs)[number]
export const editorSteps = ['basics', 'audience', 'message', 'schedule', 'advanced', 'review'] as const
export type EditorStep = (typeof editorSteps)[number]

/** The list's state in the URL. */
export interface CampaignsSearch {
  q?: string
  status?: (typeof statuses)[number]
  channel?: (typeof channels)[number]
  /** Campaigns with a send that began then or later (ISO 8601). */
  sentSince?: string
  create?: true
  /** With `create`: the import that supplies the audience. */
  importId?: string
  /** With `create`: the segment that is the audience. */
  segment?: string
}

/** The state of a campaign's page in the URL. */
export interface CampaignSearch {
  /** The overview unless given. */
  tab?: CampaignTab
  /** Filter of the contacts: a status of the contract, which only the tab knows. */
  status?: string
  /** Filter of the contacts: why not. */
  reason?: string
  /** Filter of the contacts: number of the variant. */
  variant?: string
  q?: string
  /** The contact to explain the delivery for. */
  contact?: string
  /** An earlier occurrence. */
  send?: string
}

export const parseCampaignsSearch = (search: Record<string, unknown>): CampaignsSearch =>
  withoutBlanks<CampaignsSearch>({
    ...textsOf(search, ['q', 'importId', 'segment']),
    sentSince: momentOf(search['sentSince']),
    status: oneOf(statuses, search['status']),
    channel: oneOf(channels, search['channel']),
    create: flagOf(search['create']),
  })

export const parseCampaignSearch = (search: Record<string, unknown>): CampaignSearch =>
  withoutBlanks<CampaignSearch>({
    tab: oneOf(campaignTabs.slice(1), search['tab']),
    ...textsOf(search, ['status', 'reason', 'variant', 'q', 'contact', 'send']),
  })

/** The step of the editor, and the import with which a user returns from Contacts. */
export interface EditorSearch {
  step?: EditorStep
  importId?: string
}

export const parseEditorSearch = (search: Record<string, unknown>): EditorSearch =>
  withoutBlanks<EditorSearch>({ step: oneOf(editorSteps.slice(1), search['step']), ...textsOf(search, ['importId']) })
