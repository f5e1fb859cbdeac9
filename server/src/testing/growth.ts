/** Microseconds of the processor that this thread spends on the work: other load on the machine does not count. */
function costOf(work: () => unknown): number {
  const began = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(began)
  return user + system
}

const leastMicros = 20_000
const mostLength = 2_000_000

/** How much more twice the input costs, at a size at which the work takes at least 20 ms; 1 where even the largest input takes less. */
function growthOf(read: (text: string) => unknown, make: (length: number) => string): number {
  for (let length = 4_000; length < mostLength; length *= 4) {
    const once = costOf(() => read(make(length)))
    if (once >= leastMicros) return costOf(() => read(make(2 * length))) / once
  }
  return 1
}

const repeat = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length))
/** Harmless texts that grow, by name. */
export const shapes: Record<string, (length: number) => string> = {
  text: repeat('Words of a text, one after the other.\n'),
  blanks: (length) => `# a${' '.repeat(length)}b`,
  'blanks and bars': (length) => `${' |-'.repeat(length / 3)}x`,
  'marks of a heading': (length) => `# a ${'# '.repeat(length / 2)}b`,
  links: repeat('[a](b) '),
  entries: repeat('a: b\n'),
}

/** The same; a collection of garbage may fall into one measurement, so a bad one is measured again. */
export function steadyGrowthOf(read: (text: string) => unknown, make: (length: number) => string): number {
  let growth = growthOf(read, make)
  for (let again = 0; growth > 3 && again < 3; again++) growth = growthOf(read, make)
  return growth
}
