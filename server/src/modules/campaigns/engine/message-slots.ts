/** The share of a chunk of the messages that this process may have in flight. */
export interface MessageSlots {
  /** How many more it may mark if `settled` of its own are settled in the same transaction. */
  free(settled: number): number
  take(count: number): void
  give(count: number): void
  /** It has nothing more to mark: the next chunk of its account may begin. */
  pause(): void
  /** Resolves when there may be more room. */
  changed(): Promise<void>
  leave(): void
}

interface Row {
  orgId: string
  /** Those of one account, in order of arrival. */
  members: symbol[]
  used: number
}

/**
 * Limits the messages in flight of this process to `limit`, shared evenly by organizations, then by their accounts, so that a silent server
 * cannot take all. In an account the first chunk gets the whole share: one transaction for ten costs less than two for five.
 */
export function createMessageSlots(limit: number): { join(orgId: string, accountId: string): MessageSlots } {
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
  const join = (orgId: string, accountId: string): MessageSlots => {
    const key = `${orgId}/${accountId}`
    const row = rows.get(key) ?? { orgId, members: [], used: 0 }
    rows.set(key, row)
    const member = Symbol(key)
    row.members.push(member)
    let own = 0
    const add = (count: number) => {
      own += count
      row.used += count
      used += count
    }
    const pause = () => {
      if (!row.members.includes(member)) return
      row.members = row.members.filter((each) => each !== member)
      wake()
    }
    return {
      free: (settled) => {
        if (row.members[0] !== member) return 0
        return Math.max(0, Math.min(limit - used, shareOf(row) - row.used) + settled)
      },
      take: add,
      give: (count) => {
        add(-count)
        wake()
      },
      pause,
      changed: () => new Promise((resolve) => void waiting.push(resolve)),
      leave: () => {
        add(-own)
        pause()
        if (row.members.length === 0 && row.used === 0) rows.delete(key)
        wake()
      },
    }
  }
  return { join }
}
