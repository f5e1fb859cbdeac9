const isoDay = (at: Date) => at.toISOString().slice(0, 10)

/** From the first of January until today. */
export function thisYear(): { from: string; to: string } {
  const now = new Date()
  return { from: isoDay(new Date(Date.UTC(now.getFullYear(), 0, 1))), to: isoDay(now) }
}
