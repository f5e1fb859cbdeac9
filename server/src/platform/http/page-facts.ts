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

/** The page with the facts of its address. A fact that cannot be read is left out: the page asks for it then. */
export async function withFacts(platform: Platform, pathname: string, page: string): Promise<string> {
  const wanted = pageFacts.of(platform).filter(({ isFor }) => isFor(pathname))
  const metas = await Promise.all(
    wanted.map(async ({ name, read }) => {
      try {
        return `<meta name="${name}" content="${escapeHtml(JSON.stringify(await read()))}">`
      } catch (error) {
        platform.log.warn({ err: error, fact: name }, 'a fact of the page could not be read')
        return ''
      }
    }),
  )
  return metas.length === 0 ? page : page.replace('</head>', () => `${metas.join('')}</head>`)
}
