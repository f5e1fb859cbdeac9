/** A chunk's place among those that share the messages this process may have in flight. */
export interface Seat {
  /** How many more it may mark, where `settled` of its own are settled in the same transaction. */
  room(settled: number): number
  take(count: number): void
  give(count: number): void
  /** It has nothing more to mark: the next chunk of its account may begin. */
  rest(): void
  /** Resolves when there may be more room. */
  changed(): Promise<void>
  leave(): void
}

interface Row {
  orgId: string
  /** Those of one account, in the order in which they came. */
  seats: symbol[]
  used: number
}

/**
 * Counts the messages that this process has marked and not settled: never more than `limit`, shared evenly between the organizations that are
 * at it, and of an organization between its accounts. Nobody has all: a server that takes mails and falls silent holds what it has for minutes,
 * and whoever comes meanwhile needs a place. Within an account, the chunk that came first has all of its share: one transaction for ten
 * messages costs less than two for five each.
 */
export function createFlights(limit: number): { join(orgId: string, accountId: string): Seat } {
  const rows = new Map<string, Row>()
  let used = 0
  let waiting: (() => void)[] = []
  const wake = () => {
    const all = waiting
    waiting = []
    for (const each of all) each()
  }
  const shareOf = ({ orgId }: Row): number => {
    const all = [...rows.values()]
    const organizations = new Set(all.map((each) => each.orgId)).size
    const accounts = all.filter((each) => each.orgId === orgId).length
    return Math.max(1, Math.min(limit - 1, Math.floor(limit / organizations / accounts)))
  }
  const join = (orgId: string, accountId: string): Seat => {
    const key = `${orgId}/${accountId}`
    const row = rows.get(key) ?? { orgId, seats: [], used: 0 }
    rows.set(key, row)
    const seat = Symbol(key)
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
        return Math.max(0, Math.min(limit - used, shareOf(row) - row.used) + settled)
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
        if (row.seats.length === 0 && row.used === 0) rows.delete(key)
        wake()
      },
    }
  }
  return { join }
}
