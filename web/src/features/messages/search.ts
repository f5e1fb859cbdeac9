/** What the messages page shows, as it stands in the address: `message` is open, `to` is written to. */
export interface MessagesSearch {
  box?: string
  q?: string
  priority?: string
  state?: string
  show?: string
  channel?: string
  campaign?: string
  contact?: string
  message?: string
  to?: string
  /** The dialog of a new message is open. */
  create?: true
}

/** As it stands. This is part of the first chunk, so the page itself reads it (filters.ts). */
export const parseMessagesSearch = (search: Record<string, unknown>) => search as MessagesSearch
