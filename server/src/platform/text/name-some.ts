import { message } from '@imperium/contract/kit/message.ts'
import type { MessageValue } from '@imperium/contract/kit/message.ts'

const shownNames = 5

/** The first names of a list as a value of a message: "A, B, C, D, E and others". */
export function nameSome(names: readonly string[]): MessageValue {
  const shown = names.slice(0, shownNames).join(', ')
  return names.length > shownNames ? message('{names} and others', { names: shown }) : shown
}
