import { readKeyword } from '../../consents/index.ts'
import type { ChatRow } from '../../messages/index.ts'

const inputLength = 16_000

interface Question {
  /** What was said before it. */
  before: ChatRow[]
  /** The newest message that it is made of; undefined for none. */
  last: ChatRow | undefined
  input: string
}

/** What the contact wrote since the last reply, as one question. A STOP is no part of it: no agent answers that. */
export function questionOf(rows: readonly ChatRow[], subject: string): Question {
  const from = rows.findLastIndex(({ direction }) => direction !== 'inbound') + 1
  const asked = rows.slice(from).filter(({ body }) => readKeyword(body)?.keyword !== 'stop')
  const words = asked.map(({ body }) => body).join('\n\n')
  const input = from === 0 && subject ? `Subject: ${subject}\n\n${words}` : words
  return { before: rows.slice(0, from), last: asked.at(-1), input: input.slice(-inputLength) }
}
