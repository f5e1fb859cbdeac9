import type { ChatRow } from '../messages/index.ts'
import type { VisitorContext } from '../runs/index.ts'

type Turns = VisitorContext['turns'][number][]

/** What was said as turns of question and answer. */
export function turnsOf(rows: readonly ChatRow[]): Turns {
  const turns: Turns = []
  for (const { direction, body } of rows) {
    const last = turns.at(-1)
    if (direction === 'inbound') turns.push({ input: body, output: '' })
    else if (last) last.output = last.output ? `${last.output}\n\n${body}` : body
    else turns.push({ input: '(The conversation begins.)', output: body })
  }
  return turns.map(({ input, output }) => ({ input, output: output || '(No answer.)' }))
}
