const dayMs = 86_400_000
const minuteMs = 60_000

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...({ timeZone, hourCycle: 'h23', era: 'short' } as const),
      ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
    })
  formats.set(timeZone, made)
  return made
}

/** Date and wall-clock time of a zone at a moment, as if it were UTC. */
export function wallAt(at: number, timeZone: string): number {
  const read: Record<string, string> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) read[type] = value
  return Date.UTC(
    Number(read['year']),
    Number(read['month']) - 1,
    Number(read['day']),
    Number(read['hour']),
    Number(read['minute']),
    Number(read['second']),
  )
}

/**
 * The instant of a wall-clock time. A repeated one, when clocks go back, is the first; a skipped one, when they
 * go forward, is the next minute that exists.
 */
export function momentOf(wall: number, timeZone: string): number {
  // Offsets that hold near it: a change of clocks lies within a day, or none does.
  const offsets = [-1, -0.5, 0, 0.5, 1].map((days) => {
    const at = wall + days * dayMs
    return wallAt(at, timeZone) - at
  })
  const moments = [...new Set(offsets)].map((offset) => wall - offset).sort((a, b) => a - b)
  const exact = moments.find((at) => wallAt(at, timeZone) === wall)
  if (exact !== undefined) return exact
  // It was skipped. Before the change the wall shows less, after it more: halve until the minute of the change is found.
  let [before, after] = [wall - 2 * dayMs, wall + 2 * dayMs]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (wallAt(middle, timeZone) < wall) before = middle
    else after = middle
  }
  return after
}
