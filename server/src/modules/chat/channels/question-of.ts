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
  const recent = rows.slice(from).filter(({ body }) => readKeyword(body)?.keyword !== 'stop')
  const text = recent.map(({ body }) => body).join('\n\n')
  const input = from === 0 && subject ? `Subject: ${subject}\n\n${text}` : text
  return { before: rows.slice(0, from), last: recent.at(-1), input: input.slice(-inputLength) }
}
