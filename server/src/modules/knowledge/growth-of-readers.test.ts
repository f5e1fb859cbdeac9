import { expect, test } from 'vitest'
import { shapes, steadyGrowthOf } from '../../testing/growth.ts'
import { htmlToMarkdown } from './documents/html-to-markdown.ts'
import { readRobots } from './sources/robots.ts'
import { readSitemap } from './sources/read-page.ts'
import { splitPassages } from './split-passages.ts'

/** Those that the main thread calls. Threads with limits of time and memory bound the others. */
const readers: Record<string, (text: string) => unknown> = {
  'articles into passages': (text) => splitPassages('Title', text),
  'HTML to Markdown': (text) => htmlToMarkdown(`<p>${text}</p>`),
  'robots.txt': (text) => readRobots(text, 'agent'),
  sitemaps: (text) => readSitemap(`<urlset>${text}</urlset>`, 1_000),
}

const cases = Object.entries(readers).flatMap(([name, read]) =>
  Object.entries(shapes).map(([shape, make]) => ({ name, shape, read, make })),
)

test.each(cases)('$name: twice the input of $shape costs at most three times the work', ({ read, make }) => {
  expect(steadyGrowthOf(read, make)).toBeLessThanOrEqual(3)
})
