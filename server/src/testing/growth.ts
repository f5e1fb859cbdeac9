import { sample } from './deep.ts'

/** Microseconds of the processor that this thread spends on the work: neither other load on the machine counts, nor the system's work for memory. */
async function costOf(work: () => unknown): Promise<number> {
  const began = process.threadCpuUsage()
  await work()
  return process.threadCpuUsage(began).user
}

/** Less than this is memory and the steps of the clock; twice the input of a reader with a fault costs seconds. */
const leastMicros = 100_000
const smallest = 4_000

/** Sizes up to four times the largest allowed input, each with the one that is compared with it; small ones first, so that a fault ends the test early. */
function sizesFor(largest: number): [number, number][] {
  const sizes: [number, number][] = []
  for (let size = smallest; size * 2 < largest; size *= 8) sizes.push([size, size * 2])
  return [...sizes, [largest, largest * 2], [largest * 2, largest * 4]]
}

/**
 * How much more twice the input costs at most, wherever the work takes at least 100 ms; 1 where four times the largest input takes less.
 * `least`: by size, what it has cost at least so far.
 */
async function growthOf(
  read: (text: string) => unknown,
  make: (length: number) => string,
  largest: number,
  least: Map<number, number>,
): Promise<number> {
  const measured = new Set<number>()
  const cost = async (size: number) => {
    const known = least.get(size) ?? Number.POSITIVE_INFINITY
    const now = measured.has(size) ? known : Math.min(known, await costOf(() => read(make(size))))
    measured.add(size)
    least.set(size, now)
    return now
  }
  let most = 1
  for (const [once, twice] of sizesFor(largest)) {
    if ((await cost(once)) >= leastMicros) most = Math.max(most, (await cost(twice)) / (await cost(once)))
    if (most > 3) return most
  }
  await cost(largest * 4)
  return most
}

export const repeat = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length))
/** Harmless texts that grow, by name. */
export const shapes: Record<string, (length: number) => string> = {
  text: repeat('Words of a text, one after the other.\n'),
  blanks: (length) => `# a${' '.repeat(length)}b`,
  'blanks and bars': (length) => `${' |-'.repeat(length / 3)}x`,
  'marks of a heading': (length) => `# a ${'# '.repeat(length / 2)}b`,
  links: repeat('[a](b) '),
  entries: repeat('a: b\n'),
  brackets: repeat('<a ['),
  quotes: repeat('"a",'),
  'elements without an end': repeat('<style>'),
  'comments without an end': repeat('<!--[if a]>'),
  'attributes without an end': repeat('<a b="'),
  'properties of styles': (length) => `<p style="${repeat('margin:background:')(length)}">`,
  'tags of Liquid without an end': repeat('{% if '),
}

/**
 * The same; a collection of garbage may fall into one measurement, so a bad one is measured again, and the least cost of each size counts.
 * `largest`: the longest input that is allowed, where the reader does not look at that itself.
 */
export async function steadyGrowthOf(
  read: (text: string) => unknown,
  make: (length: number) => string,
  largest = 250_000,
): Promise<number> {
  const least = new Map<number, number>()
  let growth = await growthOf(read, make, largest, least)
  for (let again = 0; growth > 3 && again < 5; again++) growth = await growthOf(read, make, largest, least)
  return growth
}

interface GrowthCase {
  name: string
  shape: string
  growth: () => Promise<number>
}

/** Each reader, with the longest input that may reach it, and two shapes; all of them with `--deep`. */
export const growthCases = (readers: Record<string, [largest: number, read: (text: string) => unknown]>): GrowthCase[] =>
  Object.entries(readers).flatMap(([name, [largest, read]]) =>
    sample(name, Object.entries(shapes), 2).map(([shape, make]) => ({ name, shape, growth: () => steadyGrowthOf(read, make, largest) })),
  )
