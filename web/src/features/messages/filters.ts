import { priorities } from '@imperium/contract/messages.ts'
import { flagOf, oneOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import { channelLabels } from './message-labels.ts'
import type { MessagesSearch } from './search.ts'

export const boxNames = ['inbox', 'sent', 'archived'] as const
const channels = ['email', 'sms', 'whatsapp', 'chat'] as const
const states = ['open', 'closed', 'all'] as const
const shows = ['unread', 'flagged', 'me', 'nobody'] as const

export const stateOptions = [
  { value: 'open', label: t('Open||conversations') },
  { value: 'closed', label: t('Done||conversations') },
  { value: 'all', label: t('Open and done') },
]
export const showOptions = [
  { value: 'unread', label: t('Unread') },
  { value: 'flagged', label: t('Flagged') },
  { value: 'me', label: t('Assigned to me') },
  { value: 'nobody', label: t('Unassigned') },
]
export const channelOptions = channels.map((value) => ({ value, label: channelLabels[value] }))

const texts = ['box', 'q', 'priority', 'state', 'show', 'channel', 'campaign', 'contact', 'message', 'to'] as const

/** The parameters as text: the router reads `?q=42` as a number, and a URL can contain anything. */
export const readSearch = (search: MessagesSearch): MessagesSearch =>
  withoutBlanks<MessagesSearch>({ ...textsOf({ ...search }, texts), create: flagOf(search.create) })

/** The filters of the URL; unknown values are ignored. */
export function readFilters(search: MessagesSearch) {
  const box = oneOf(boxNames, search.box) ?? 'inbox'
  return {
    box,
    // The inbox hides completed conversations; the other boxes show all.
    state: oneOf(states, search.state) ?? (box === 'inbox' ? 'open' : 'all'),
    show: oneOf(shows, search.show),
    channel: oneOf(channels, search.channel),
    priority: oneOf(priorities, search.priority),
    q: search.q,
    campaign: search.campaign,
    contact: search.contact,
  }
}
export type MessageFilters = ReturnType<typeof readFilters>

export const isFiltered = ({ q, priority, show, channel, campaign, contact, state }: MessageFilters): boolean =>
  [q, priority, show, channel, campaign, contact].some((each) => each !== undefined) || state === 'closed'

/** The same filters as the API's query. */
export const toQuery = ({ box, state, show, channel, priority, q, campaign, contact }: MessageFilters) => ({
  box,
  ...(state === 'all' ? {} : { status: state }),
  ...(show === 'unread' ? { unread: 'true' as const } : {}),
  ...(show === 'flagged' ? { flagged: 'true' as const } : {}),
  ...(show === 'me' || show === 'nobody' ? { assigned: show } : {}),
  ...(channel ? { channel } : {}),
  ...(priority ? { priority } : {}),
  ...(q ? { q } : {}),
  ...(campaign ? { campaignId: campaign } : {}),
  ...(contact ? { contactId: contact } : {}),
})
