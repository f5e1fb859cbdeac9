/** Counts the hits of about the last second. */
export function createRecentCount(windowMs = 1_000) {
  let startedAt = performance.now()
  let current = 0
  let previous = 0
  const roll = () => {
    const passed = performance.now() - startedAt
    if (passed < windowMs) return
    previous = passed < 2 * windowMs ? current : 0
    current = 0
    startedAt = passed < 2 * windowMs ? startedAt + windowMs : performance.now()
  }
  return {
    add: () => {
      roll()
      current += 1
    },
    read: () => {
      roll()
      return current + previous * (1 - (performance.now() - startedAt) / windowMs)
    },
  }
}

export type RecentCount = ReturnType<typeof createRecentCount>
