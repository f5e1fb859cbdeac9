import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

const statuses = ['draft', 'scheduled', 'running', 'paused', 'completed'] as const
const channels = ['email', 'sms', 'webhook', 'whatsapp'] as const
export const campaignTabs = ['overview', 'contacts', 'messages', 'analytics'] as const
export type CampaignTab = (typeof campaignTabs)[number]
export const editorSteps = ['basics', 'audience', 'message', 'schedule', 'advanced', 'review'] as const
export type EditorStep = (typeof editorSteps)[number]

const variantNumbers = ['0', '1', '2', '3', '4'] as const

/** What the list shows, as it stands in the address. */
export interface CampaignsSearch {
  q?: string
  status?: (typeof statuses)[number]
  channel?: (typeof channels)[number]
  create?: true
  /** With `create`: the import whose contacts are the audience. */
  importId?: string
  /** With `create`: the segment that is the audience. */
  segment?: string
}

/** What a campaign's page shows. */
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
  /** Who is asked about: why did or did not they get it. */
  contact?: string
  /** An earlier occurrence. */
  send?: string
}

export const parseCampaignsSearch = (search: Record<string, unknown>): CampaignsSearch =>
  withoutBlanks<CampaignsSearch>({
    q: textOf(search['q']),
    status: oneOf(statuses, search['status']),
    channel: oneOf(channels, search['channel']),
    create: flagOf(search['create']),
    importId: textOf(search['importId']),
    segment: textOf(search['segment']),
  })

export const parseCampaignSearch = (search: Record<string, unknown>): CampaignSearch =>
  withoutBlanks<CampaignSearch>({
    tab: oneOf(campaignTabs.slice(1), search['tab']),
    status: textOf(search['status']),
    reason: textOf(search['reason']),
    variant: oneOf(variantNumbers, String(search['variant'] ?? '')),
    q: textOf(search['q']),
    contact: textOf(search['contact']),
    send: textOf(search['send']),
  })

export const parseEditorSearch = (search: Record<string, unknown>): { step?: EditorStep } =>
  withoutBlanks<{ step?: EditorStep }>({ step: oneOf(editorSteps.slice(1), search['step']) })
