export interface MailboxSearch {
  /** Id of the mail that is open; the newest one unless given. */
  mail?: string
}

export const validateMailboxSearch = ({ mail }: Record<string, unknown>): MailboxSearch => (typeof mail === 'string' ? { mail } : {})
