/** Of one organization at a time, so that a flood of one tenant leaves places to the others (SEC-45). */
const shareOfOne = 0.75

export interface Room {
  /**
   * Occupies a place as soon as the organization may have one: true. One that has places already waits `patienceMs` at most and then
   * hears false; one that has none waits as long as it takes.
   */
  enter(orgId: string, patienceMs: number): Promise<boolean>
  leave(orgId: string): void
  /** Sends away all who wait. */
  close(): void
}

interface Waiting {
  orgId: string
  answer: (entered: boolean) => void
}

/** The places of a process for runs. A place that gets free goes to the organization that has the fewest. */
export function createRoom(capacity: number): Room {
  const orgCapacity = Math.max(1, Math.floor(capacity * shareOfOne))
  const perOrg = new Map<string, number>()
  let waiting: Waiting[] = []
  let taken = 0

  const placesOf = (orgId: string) => perOrg.get(orgId) ?? 0
  const hasRoom = (orgId: string) => taken < capacity && placesOf(orgId) < orgCapacity
  const occupy = (orgId: string) => {
    taken += 1
    perOrg.set(orgId, placesOf(orgId) + 1)
  }
  const admitNext = () => {
    const [first] = waiting.filter((each) => hasRoom(each.orgId)).toSorted((a, b) => placesOf(a.orgId) - placesOf(b.orgId))
    if (!first) return
    occupy(first.orgId)
    first.answer(true)
  }
  return {
    enter: (orgId, patienceMs) => {
      if (hasRoom(orgId)) {
        occupy(orgId)
        return Promise.resolve(true)
      }
      return new Promise((resolve) => {
        const timer = placesOf(orgId) > 0 ? setTimeout(() => entry.answer(false), patienceMs) : undefined
        const entry: Waiting = {
          orgId,
          answer: (entered) => {
            clearTimeout(timer)
            waiting = waiting.filter((each) => each !== entry)
            resolve(entered)
          },
        }
        waiting.push(entry)
      })
    },
    leave: (orgId) => {
      taken -= 1
      const left = placesOf(orgId) - 1
      if (left > 0) perOrg.set(orgId, left)
      else perOrg.delete(orgId)
      admitNext()
    },
    close: () => {
      for (const each of waiting) each.answer(false)
    },
  }
}
