import { expect, test } from 'vitest'
import { stripQuotes } from '../modules/channels/mail-reader/find-quotation.ts'
import { htmlToMarkdown } from '../modules/knowledge/documents/html-to-markdown.ts'
import { readRobots } from '../modules/knowledge/sources/robots.ts'
import { readSitemap } from '../modules/knowledge/sources/read-page.ts'
import { splitPassages } from '../modules/knowledge/split-passages.ts'

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
const shapes: Record<string, (length: number) => string> = {
  text: repeat('Words of a text, one after the other.\n'),
  blanks: (length) => `# a${' '.repeat(length)}b`,
  'blanks and bars': (length) => `${' |-'.repeat(length / 3)}x`,
  'marks of a heading': (length) => `# a ${'# '.repeat(length / 2)}b`,
  links: repeat('[a](b) '),
  entries: repeat('a: b\n'),
}

/** Those that the main thread calls. Threads with limits of time and memory bound the others. */
const readers: Record<string, (text: string) => unknown> = {
  'articles into passages': (text) => splitPassages('Title', text),
  'quotes of emails': stripQuotes,
  'HTML to Markdown': (text) => htmlToMarkdown(`<p>${text}</p>`),
  'robots.txt': (text) => readRobots(text, 'agent'),
  sitemaps: (text) => readSitemap(`<urlset>${text}</urlset>`, 1_000),
}

const cases = Object.entries(readers).flatMap(([name, read]) =>
  Object.entries(shapes).map(([shape, make]) => ({ name, shape, read, make })),
)

test.each(cases)('$name: twice the input of $shape costs at most three times the work', ({ read, make }) => {
  // A collection of garbage may fall into one measurement, so a bad one is measured again.
  let growth = growthOf(read, make)
  for (let again = 0; growth > 3 && again < 3; again++) growth = growthOf(read, make)
  expect(growth).toBeLessThanOrEqual(3)
})
