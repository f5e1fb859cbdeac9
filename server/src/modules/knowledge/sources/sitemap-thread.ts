// Unpacks and reads sitemaps away from the event loop: any site may send one.
import { gunzipSync } from 'node:zlib'
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import type { Sitemap, SitemapRequest } from './list-addresses.ts'
import { readSitemap } from './read-page.ts'

/** Unpacked (sitemaps.org allows 50 MB). */
const mostSitemapBytes = 52_428_800

/** A sitemap may be a file of gzip (sitemaps.org), whatever its content type says. */
function textOf(bytes: Buffer): string {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (isPacked ? gunzipSync(bytes, { maxOutputLength: mostSitemapBytes }) : bytes).toString('utf8')
}

answerRequests<SitemapRequest, Sitemap>(({ bytes, most }) => readSitemap(textOf(Buffer.from(bytes)), most))
