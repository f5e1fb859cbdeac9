import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { EgressError } from '../../../platform/http-out/egress-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readRobots } from './robots.ts'
import type { MayRead } from './robots.ts'

/** Why a page cannot be read, and what to do. */
export class PageError extends Error {
  readonly text: Text
  /** The page is no longer there: its document goes. */
  readonly isGone: boolean
  constructor(text: Text, isGone = false, options?: ErrorOptions) {
    super(typeof text === 'string' ? text : text.message, options)
    this.name = 'PageError'
    this.text = text
    this.isGone = isGone
  }
}

export const agentName = 'ImperiumBot'
const userAgent = `Mozilla/5.0 (compatible; ${agentName}/1.0)`
const mostBytes = 5 * 1024 * 1024
const mostMs = 20_000
const mostHops = 5

export const pageSentences = {
  robots: 'The robots.txt of this site does not allow this page. Ask the owner of the site, or upload the text as a document.',
  brokenSitemap: 'This compressed sitemap is damaged or too large. Use the address of one that is not compressed.',
  badRedirect: 'This page redirects to an address that cannot be read.',
  gone: 'This page does not exist any more.',
  manyRedirects: 'This page redirects too often.',
  noindex: 'This page asks not to be read by programs (noindex).',
  otherType: 'This address is neither a web page nor text nor PDF. Remove it, or upload the file as a document.',
  interrupted: 'Reading was interrupted several times. Reduce the number of pages.',
  noAddresses: 'No addresses were found in this sitemap. Check that it is the address of an XML sitemap.',
}

export interface Known {
  etag: string | null
  lastModified: string | null
}

export interface FetchedPage extends Known {
  url: string
  contentType: string
  bytes: Buffer
  /** The header X-Robots-Tag. */
  robots: string
}

/** Reads pages of one host by its rules. */
export interface SiteReader {
  /** Null: not modified since it was known. @throws PageError. */
  fetch(url: string, known: Known | null): Promise<FetchedPage | null>
}

/** @throws PageError where robots.txt cannot be read, which forbids all (RFC 9309, 2.3.1.4). */
export async function openSite({ httpOut }: Platform, start: string, signal: AbortSignal): Promise<SiteReader> {
  const { host, origin } = new URL(start)
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    try {
      const response = await httpOut.fetch(url, {
        headers: { 'user-agent': userAgent, ...headers },
        timeoutMs: mostMs,
        maxBytes: mostBytes,
        signal,
      })
      return { response, bytes: Buffer.from(await response.arrayBuffer()) }
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      throw new PageError(error.publicMessage)
    }
  }
  const mayRead = await readRules(origin, ask)
  const assertAllowed = (url: URL) => {
    if (url.host !== host)
      throw new PageError(message('This page leads to {host}. Add that address as a source of its own.', { host: url.host }))
    if (!mayRead(url.pathname + url.search)) throw new PageError(pageSentences.robots)
  }
  return {
    fetch: async (address, known) => {
      let url = new URL(address)
      for (let hops = 0; hops <= mostHops; hops++) {
        assertAllowed(url)
        const { response, bytes } = await ask(url.href, {
          accept: 'text/html,application/xhtml+xml,application/pdf,text/plain,application/xml;q=0.9,application/gzip;q=0.8',
          ...(known?.etag ? { 'if-none-match': known.etag } : {}),
          ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
        })
        const { status, headers } = response
        if (status === 304 && known) return null
        const location = headers.get('location')
        if (status >= 300 && status < 400 && location) {
          const next = URL.parse(location, url.href)
          if (!next || !/^https?:$/.test(next.protocol)) throw new PageError(pageSentences.badRedirect)
          url = next
          continue
        }
        if (status === 404 || status === 410) throw new PageError(pageSentences.gone, true)
        if (status !== 200)
          throw new PageError(
            message('The site answered with status {status}. Check the address, or read the source again later.', { status }),
          )
        return {
          url: url.href,
          contentType: (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
          bytes,
          robots: headers.get('x-robots-tag') ?? '',
          etag: headers.get('etag'),
          lastModified: headers.get('last-modified'),
        }
      }
      throw new PageError(pageSentences.manyRedirects)
    },
  }
}

type Ask = (url: string) => Promise<{ response: Response; bytes: Buffer }>

/** A missing robots.txt allows all; one that cannot be had now forbids all. */
async function readRules(origin: string, ask: Ask): Promise<MayRead> {
  const { response, bytes } = await ask(`${origin}/robots.txt`)
  if (response.status === 200) return readRobots(bytes.subarray(0, 512 * 1024).toString('utf8'), agentName)
  if (response.status >= 500 || response.status === 429)
    throw new PageError(
      message('The robots.txt of this site answered with status {status}. Read the source again later.', { status: response.status }),
    )
  return () => true
}
