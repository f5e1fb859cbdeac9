import type { ClaimedSource } from './sources-store.ts'
import type { SiteReader } from './fetch-page.ts'
import { PageError, pageSentences } from './fetch-page.ts'
import { readSitemap } from './read-page.ts'

/** Of an index of sitemaps. */
const mostSitemaps = 20

/** Where a source begins: its address, or the pages of its sitemap. @throws PageError. */
export async function listAddresses(site: SiteReader, { kind, url, max_pages: most }: ClaimedSource): Promise<string[]> {
  if (kind === 'address') return [url]
  const { pages, sitemaps } = await fetchSitemap(site, url, most)
  for (const address of sitemaps.slice(0, mostSitemaps)) {
    if (pages.length >= most) break
    // One level: a sitemap of an index is no index.
    pages.push(...(await fetchSitemap(site, address, most)).pages)
  }
  if (pages.length === 0) throw new PageError(pageSentences.noAddresses)
  return pages.slice(0, most)
}

async function fetchSitemap(site: SiteReader, url: string, most: number) {
  const fetched = await site.fetch(url, null)
  return readSitemap(fetched?.bytes.toString('utf8') ?? '', most)
}
