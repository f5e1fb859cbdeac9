/** The messages page's state in the URL: `message` is open, `to` is the recipient of a new one. */
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

/** Unparsed. This is part of the first chunk, so the page itself parses it (filters.ts). */
export const parseMessagesSearch = (search: Record<string, unknown>) => search as MessagesSearch
