import { createHash } from 'node:crypto'
import { documentLimits } from '@imperium/contract/knowledge.ts'
import type { DocumentFormat } from '@imperium/contract/knowledge.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { announceDue, writeLeased } from '../../../platform/leases/lease-store.ts'
import type { Claimed } from '../../../platform/leases/lease-store.ts'
import { LeaseLostError } from '../../../platform/leases/lease-table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { decodeText } from '../../../platform/text/charset.ts'
import {
  deleteDocument,
  documentLeases,
  insertDocument,
  lockDocument,
  queueDocument,
  setDocumentFile,
} from '../documents/documents-store.ts'
import { DocumentError, parsePage } from '../documents/parse-document.ts'
import { openSite, PageError, pageSentences } from './fetch-page.ts'
import type { FetchedPage } from './fetch-page.ts'
import { forbidsIndex } from './forbids-index.ts'
import { clearDocument, deleteUnseen, readPages, writeFailure, writePage } from './pages-store.ts'
import type { PageRow } from './pages-store.ts'
import { hasFailed, isPutOff, isSynced, isSyncing, lockPageSettings, sourceLeases } from './sources-store.ts'
import type { ClaimedSource } from './sources-store.ts'
import { listAddresses } from './list-addresses.ts'

const slots = 2
/** A stored file without a row is deleted after this time. */
const unusedMs = 86_400_000
const retryMs = 10_000
/** A source whose worker died this often is left until its next scheduled time. */
const mostAttempts = 3

type Item = Claimed<{ id: 'uuid' }, ClaimedSource>

/** The result of reading a page: the bytes of a document, and the links to follow. */
interface Content {
  name: string
  format: DocumentFormat
  bytes: Buffer
  links: string[]
}

const textTypes: Readonly<Record<string, DocumentFormat>> = { 'text/plain': 'text', 'text/markdown': 'markdown' }

/** @throws PageError for other content, and a page that asks not to be indexed. */
async function contentOf({ url, contentType, header, bytes, robots }: FetchedPage, signal: AbortSignal): Promise<Content> {
  // Also of a PDF, which has no `meta`.
  if (forbidsIndex(robots)) throw new PageError(pageSentences.noindex)
  const { pathname, host } = new URL(url)
  const name = `${host}${pathname}`.replace(/\/$/, '').slice(0, 200)
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') {
    const page = await parsePage({ url, bytes, contentType: header }, signal)
    if (!page.mayIndex) throw new PageError(pageSentences.noindex)
    return { name: page.title.slice(0, 200) || name, format: 'markdown', bytes: Buffer.from(page.markdown), links: page.links }
  }
  if (contentType === 'application/pdf' && bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return { name, format: 'pdf', bytes, links: [] }
  const format = textTypes[contentType]
  if (!format) throw new PageError(pageSentences.otherType)
  // A document has no header: it is stored in the charset that needs none.
  const read = decodeText(bytes, { contentType: header })
  if (!read) throw new PageError(pageSentences.charset)
  return { name, format, bytes: Buffer.from(read.text), links: [] }
}

const hashOf = ({ name, bytes }: Content) => createHash('sha256').update(`${name}\n`).update(bytes).digest()

/** Reads a source page by page, each written in its own transaction that checks the fence. */
async function readSource(platform: Platform, item: Item, handle: LeaseHandle): Promise<void | number> {
  const { orgId, key, epoch, row } = item
  const { db } = platform
  const site = await openSite(platform, row.url, handle.signal)
  const known = await db.withOrg(orgId, (tx) => readPages(tx, key.id))
  const { host } = new URL(row.url)
  const depths = new Map<string, number>()
  for (const url of await listAddresses(site, row)) if (new URL(url).host === host) depths.set(url, 0)
  const mostDepth = row.kind === 'address' ? row.depth : 0
  const waiting = [...depths.keys()]
  let isComplete = true
  for (let read = 0; read < row.max_pages && waiting.length > 0; read++) {
    const url = waiting.shift() ?? ''
    const depth = depths.get(url) ?? 0
    handle.signal.throwIfAborted()
    if (handle.isAtRest) {
      await db.withOrg(orgId, (tx) => writeLeased(tx, sourceLeases, item, isPutOff))
      return 0
    }
    try {
      // Where links are followed, the page itself is needed even if it has not changed.
      const page = known.get(url)
      const conditions = depth < mostDepth || !page?.document_id ? null : { etag: page.etag, lastModified: page.last_modified }
      const fetched = await site.fetch(url, conditions)
      const content = fetched && (await contentOf(fetched, handle.signal))
      await storePage(platform, item, { url, page, fetched, content })
      for (const link of depth < mostDepth ? (content?.links ?? []) : []) {
        if (depths.has(link) || depths.size >= row.max_pages || new URL(link).host !== host) continue
        depths.set(link, depth + 1)
        waiting.push(link)
      }
    } catch (thrown) {
      const error = thrown instanceof DocumentError ? new PageError(thrown.text) : thrown
      if (!(error instanceof PageError)) throw error
      await failPage(platform, item, { url, page: known.get(url), error })
      // Without the first page, the state of the others is unknown: they stay unchanged.
      if (row.kind === 'address' && read === 0) throw error
      // Pages that only this one links to were not visited, so they do not count as removed.
      if (depth < mostDepth && !error.isGone) isComplete = false
    }
  }
  await db.withOrg(orgId, async (tx) => {
    await writeLeased(tx, sourceLeases, item, isSynced(platform.clock.now()))
    const vanished = isComplete ? await deleteUnseen(tx, key.id, epoch) : []
    for (const id of vanished) await dropDocument(platform, tx, id)
  })
}

type Tx = Parameters<typeof deleteUnseen>[0]

async function dropDocument({ files }: Platform, tx: Tx, id: string): Promise<void> {
  const gone = await deleteDocument(tx, id)
  if (gone) await files.remove(tx, gone.file_id)
}

interface ReadAddress {
  url: string
  page: PageRow | undefined
}

/** Stores a page as a document for the indexer; an unchanged one is only marked as seen. */
async function storePage(
  platform: Platform,
  item: Item,
  { url, page, fetched, content }: ReadAddress & { fetched: FetchedPage | null; content: Content | null },
): Promise<void> {
  const { orgId, key, epoch, row } = item
  const { db, files, clock } = platform
  const seen = { sourceId: key.id, url, epoch }
  const hash = content && hashOf(content)
  if (!content || !hash || (page?.content_hash && hash.equals(page.content_hash))) {
    const etag = fetched ? fetched.etag : (page?.etag ?? null)
    const lastModified = fetched ? fetched.lastModified : (page?.last_modified ?? null)
    const same = { ...seen, etag, lastModified, documentId: page?.document_id ?? null, contentHash: page?.content_hash ?? null }
    return db.withOrg(orgId, async (tx) => {
      await writeLeased(tx, sourceLeases, item, isSyncing)
      await writePage(tx, same)
    })
  }
  const { name, format, bytes } = content
  const source = (async function* () {
    yield bytes
  })()
  const file = await writeFile(() =>
    files.write(orgId, {
      name,
      contentType: 'application/octet-stream',
      source,
      maxBytes: documentLimits.bytes,
      expiresAt: new Date(clock.now().getTime() + unusedMs),
    }),
  )
  const { etag = null, lastModified = null } = fetched ?? {}
  try {
    await db.withOrg(orgId, async (tx) => {
      await writeLeased(tx, sourceLeases, item, isSyncing)
      await files.keepUntil(tx, file.id, null)
      const before = page?.document_id ? await lockDocument(tx, page.document_id) : undefined
      const id = before?.id ?? newId()
      const document = { id, name, format, fileId: file.id, sizeBytes: file.sizeBytes }
      if (before) {
        await setDocumentFile(tx, document)
        await queueDocument(tx, id, clock.now())
        await files.remove(tx, before.file_id)
      } else {
        const {
          collection_id: collectionId,
          recognises_language: recognises,
          language,
          ...settings
        } = found(await lockPageSettings(tx, key.id))
        await insertDocument(tx, {
          ...document,
          ...settings,
          language: recognises ? undefined : language,
          collectionId,
          authorId: row.author_id,
          sourceUrl: url,
        })
      }
      await announceDue(tx, documentLeases)
      await writePage(tx, { ...seen, etag, lastModified, documentId: id, contentHash: hash })
    })
  } catch (error) {
    await db.withOrg(orgId, (tx) => files.remove(tx, file.id))
    throw error
  }
}

/** A full storage is reported at the page. */
async function writeFile<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AppError) throw new PageError(error.text)
    throw error
  }
}

async function failPage(platform: Platform, item: Item, { url, page, error }: ReadAddress & { error: PageError }): Promise<void> {
  const { orgId, key, epoch } = item
  await platform.db.withOrg(orgId, async (tx) => {
    await writeLeased(tx, sourceLeases, item, isSyncing)
    await writeFailure(tx, { sourceId: key.id, url, epoch }, error.text)
    if (!error.isGone || !page?.document_id) return
    await dropDocument(platform, tx, page.document_id)
    await clearDocument(tx, key.id, url)
  })
}

async function syncSource(platform: Platform, item: Item, handle: LeaseHandle): Promise<void | number> {
  const { orgId, row } = item
  const { db, clock } = platform
  try {
    if (row.attempts > mostAttempts) throw new PageError(pageSentences.interrupted)
    return await readSource(platform, item, handle)
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (!(error instanceof PageError)) throw error
    await db
      .withOrg(orgId, (tx) => writeLeased(tx, sourceLeases, item, hasFailed(error.text, clock.now())))
      .catch((lost: unknown) => {
        if (!(lost instanceof LeaseLostError)) throw lost
      })
  }
}

/** Reads sources in the background: new ones at once, others by their schedule. */
export function startSourceReader(platform: Platform): { stop: (graceMs: number) => Promise<void> } {
  const runner = new LeaseRunner({
    platform,
    table: sourceLeases,
    slots,
    retryMs,
    run: (item, handle) => syncSource(platform, item, handle),
  })
  runner.begin()
  return { stop: (graceMs) => runner.stop(graceMs) }
}
