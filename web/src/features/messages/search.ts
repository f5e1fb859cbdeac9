const boxes = ['inbox', 'sent', 'archived'] as const
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

export function parseMessagesSearch(search: Record<string, unknown>): MessagesSearch {
  const box = boxes.find((each) => each === search['box'])
  const priority = priorities.find((each) => each === search['priority'])
  const { q, message, create } = search
  return {
    ...(box && box !== 'inbox' ? { box } : {}),
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 200) } : typeof q === 'number' ? { q: String(q) } : {}),
    ...(priority ? { priority } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(create === true || create === 'true' ? { create: true as const } : {}),
  }
}
