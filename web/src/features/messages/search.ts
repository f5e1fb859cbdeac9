import { flagOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'

// Part of the first chunk: what the words mean is read by the page (filters.ts).
const texts = ['box', 'q', 'priority', 'state', 'show', 'channel', 'campaign', 'contact', 'message', 'to'] as const

/** What the messages page shows, as it stands in the address: `message` is open, `to` is written to. */
export type MessagesSearch = Partial<Record<(typeof texts)[number], string>> & { /** The dialog of a new message is open. */ create?: true }

export const parseMessagesSearch = (search: Record<string, unknown>): MessagesSearch =>
  withoutBlanks<MessagesSearch>({ ...textsOf(search, texts), create: flagOf(search['create']) })
