/** A chunk's place among those that share the messages this process may have in flight. */
export interface Seat {
  /** How many more it may mark, where `settled` of its own are settled in the same transaction. */
  room(settled: number): number
  take(count: number): void
  give(count: number): void
  /** It has nothing more to mark: the next chunk of its organization may begin. */
  rest(): void
  /** Resolves when there may be more room. */
  changed(): Promise<void>
  leave(): void
}

interface Row {
  /** Those of one organization, in the order in which they came. */
  seats: symbol[]
  used: number
}

/**
 * Counts the messages that this process has marked and not settled: never more than `limit`, shared evenly between the organizations that are
 * at it. Within one, the chunk that came first has all of it: one transaction for ten messages costs less than two for five each.
 */
export function createFlights(limit: number): { join(orgId: string): Seat } {
  const rows = new Map<string, Row>()
  let used = 0
  let waiting: (() => void)[] = []
  const wake = () => {
    const all = waiting
    waiting = []
    for (const each of all) each()
  }
  const join = (orgId: string): Seat => {
    const row = rows.get(orgId) ?? { seats: [], used: 0 }
    rows.set(orgId, row)
    const seat = Symbol(orgId)
    row.seats.push(seat)
    let own = 0
    const add = (count: number) => {
      own += count
      row.used += count
      used += count
    }
    const rest = () => {
      if (!row.seats.includes(seat)) return
      row.seats = row.seats.filter((each) => each !== seat)
      wake()
    }
    return {
      room: (settled) => {
        if (row.seats[0] !== seat) return 0
        const share = Math.max(1, Math.floor(limit / rows.size))
        return Math.max(0, Math.min(limit - used, share - row.used) + settled)
      },
      take: add,
      give: (count) => {
        add(-count)
        wake()
      },
      rest,
      changed: () => new Promise((resolve) => void waiting.push(resolve)),
      leave: () => {
        add(-own)
        rest()
        if (row.seats.length === 0 && row.used === 0) rows.delete(orgId)
        wake()
      },
    }
  }
  return { join }
}
