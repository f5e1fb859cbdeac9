import { messages } from '@imperium/contract/messages.ts'
import { pages } from '../../../lib/api.ts'

/** All conversations with a contact, in every box. */
export const conversationsQuery = (contactId: string) => ({
  ...pages(messages.list, { query: { box: 'all', contactId, limit: 20 } }),
  staleTime: 0,
  meta: { silent: true },
})
