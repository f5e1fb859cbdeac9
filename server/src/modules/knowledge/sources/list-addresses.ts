import { gunzipSync } from 'node:zlib'
import type { ClaimedSource } from './sources-store.ts'
import type { SiteReader } from './fetch-page.ts'
import { PageError, pageSentences } from './fetch-page.ts'
import { readSitemap } from './read-page.ts'

/** Of an index of sitemaps. */
const mostSitemaps = 20
/** Unpacked (sitemaps.org allows 50 MB). */
const mostSitemapBytes = 52_428_800

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
  return readSitemap(fetched ? textOf(fetched.bytes) : '', most)
}

/** A sitemap may be a file of gzip (sitemaps.org), whatever its content type says. @throws PageError. */
function textOf(bytes: Buffer): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes, { maxOutputLength: mostSitemapBytes }).toString('utf8')
  } catch (cause) {
    throw new PageError(pageSentences.brokenSitemap, false, { cause })
  }
}
