import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** Besides the inbox. */
const boxes = ['sent', 'archived'] as const
const priorities = ['urgent', 'high', 'normal'] as const

/** What the messages page shows, as it stands in the address. */
export interface MessagesSearch {
  /** The inbox unless given. */
  box?: 'sent' | 'archived'
  q?: string
  priority?: (typeof priorities)[number]
  /** The conversation that is open. */
  message?: string
  /** The dialog of a new message is open. */
  create?: true
}

export const parseMessagesSearch = (search: Record<string, unknown>): MessagesSearch =>
  withoutBlanks<MessagesSearch>({
    box: oneOf(boxes, search['box']),
    q: textOf(search['q']),
    priority: oneOf(priorities, search['priority']),
    message: textOf(search['message']),
    create: flagOf(search['create']),
  })
