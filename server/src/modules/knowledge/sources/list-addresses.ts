import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import type { ClaimedSource } from './sources-store.ts'
import type { SiteReader } from './fetch-page.ts'
import { PageError, pageSentences } from './fetch-page.ts'

/** Of an index of sitemaps. */
const mostSitemaps = 20

export interface SitemapRequest {
  bytes: Uint8Array
  most: number
}
/** Addresses of pages, and of further sitemaps. */
export interface Sitemap {
  pages: string[]
  sitemaps: string[]
}

const askThread = createThreadReader<SitemapRequest, Sitemap>(new URL('./sitemap-thread.ts', import.meta.url), { heapMb: 384 })

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

/** @throws PageError. */
async function fetchSitemap(site: SiteReader, url: string, most: number): Promise<Sitemap> {
  const fetched = await site.fetch(url, null)
  if (!fetched) return { pages: [], sitemaps: [] }
  try {
    return await askThread({ bytes: fetched.bytes, most })
  } catch (cause) {
    if (!(cause instanceof ReaderFault || cause instanceof ReaderLimitError)) throw cause
    throw new PageError(pageSentences.brokenSitemap, false, { cause })
  }
}
