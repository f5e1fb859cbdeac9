import { extensionPoint } from '../extension-point.ts'
import type { Platform } from '../platform.ts'
import { escapeHtml } from '../text/escape-html.ts'

interface PageFact {
  /** Of the `meta` element. */
  name: string
  /** Pages that show it at once: a request for it would come after their first paint, and move what is there. */
  isFor: (pathname: string) => boolean
  read: () => Promise<unknown>
}

/** Facts that modules write into the page itself, as JSON. */
export const pageFacts = extensionPoint<PageFact>()

/** A page waits no longer for its facts: a slow database must not hold a page that needs none. */
const factWaitMs = 300

/** A read under way is joined, so that a slow database is not asked again by every visitor. */
const underWay = new WeakMap<PageFact, Promise<unknown>>()

function readOnce(fact: PageFact): Promise<unknown> {
  const known = underWay.get(fact)
  if (known) return known
  const reading = fact.read().finally(() => underWay.delete(fact))
  underWay.set(fact, reading)
  return reading
}

async function inTime<T>(reading: Promise<T>, waitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${waitMs} ms`)), waitMs)
  })
  return Promise.race([reading, limit]).finally(() => clearTimeout(timer))
}

/** The page with the facts of its address. A fact that cannot be read in time is left out: the page asks for it then. */
export async function withFacts(platform: Platform, pathname: string, page: string, waitMs: number = factWaitMs): Promise<string> {
  const wanted = pageFacts.of(platform).filter(({ isFor }) => isFor(pathname))
  const metas = await Promise.all(
    wanted.map(async (fact) => {
      const { name } = fact
      try {
        return `<meta name="${name}" content="${escapeHtml(JSON.stringify(await inTime(readOnce(fact), waitMs)))}">`
      } catch (error) {
        platform.log.warn({ err: error, fact: name }, 'a fact of the page could not be read')
        return ''
      }
    }),
  )
  return metas.length === 0 ? page : page.replace('</head>', () => `${metas.join('')}</head>`)
}
