/** Whose task it is. Tasks of strangers come after all others. */
export interface Turn {
  orgId: string
  isStranger?: boolean
}
interface Line {
  isStranger: boolean
  starts: (() => void)[]
}

/** What waits holds its input in memory, so all lines together have a limit, too. */
const linesOfAll = 8

/**
 * Runs so many tasks at a time. Organizations take turns, each with a line of its own, so that many tasks of one cost another the wait of
 * one task; those of strangers run while no member waits. A task that finds its line full is refused with the error of `refuse`.
 */
export function createTurns(mostWaiting: number, refuse: () => Error, { atOnce = 1, mostInAll = mostWaiting * linesOfAll } = {}) {
  // In the order of turns: who had one goes to the end.
  const lines = new Map<string, Line>()
  const waiting = { members: 0, strangers: 0 }
  let running = 0
  const startNext = () => {
    const next = [...lines].find(([, { isStranger }]) => !isStranger) ?? [...lines][0]
    if (running >= atOnce || !next) return
    const [key, line] = next
    lines.delete(key)
    const start = line.starts.shift()
    if (line.starts.length > 0) lines.set(key, line)
    running += 1
    waiting[line.isStranger ? 'strangers' : 'members'] -= 1
    start?.()
  }
  return async <T>({ orgId, isStranger = false }: Turn, task: () => Promise<T>): Promise<T> => {
    const key = `${orgId}/${isStranger}`
    const line = lines.get(key) ?? { isStranger, starts: [] }
    // Strangers of many organizations leave half of the room to members.
    const isFull = waiting.members + waiting.strangers >= mostInAll || (isStranger && waiting.strangers >= mostInAll / 2)
    if (line.starts.length >= mostWaiting || isFull) throw refuse()
    waiting[isStranger ? 'strangers' : 'members'] += 1
    await new Promise<void>((resolve) => {
      line.starts.push(resolve)
      lines.set(key, line)
      startNext()
    })
    try {
      return await task()
    } finally {
      running -= 1
      startNext()
    }
  }
}
