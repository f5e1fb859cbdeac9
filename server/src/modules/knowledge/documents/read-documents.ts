import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { writeLeased } from '../../../platform/leases/lease-store.ts'
import type { Claimed } from '../../../platform/leases/lease-store.ts'
import { LeaseLostError } from '../../../platform/leases/lease-table.ts'
import { tellSetAside } from '../../../platform/notifications/set-aside-notice.ts'
import type { Platform } from '../../../platform/platform.ts'
import { indexDocument } from '../passages-store.ts'
import { wantVectors } from '../vectors/indexes-store.ts'
import { documentLeases, hasFailed, isReady } from './documents-store.ts'
import type { ReadDocument } from './documents-store.ts'
import { DocumentError, parseDocument } from './parse-document.ts'

/** Each reads one file into memory. */
const slots = 2
const retryMs = 5_000
/** A document that ends its worker so often is given up. */
/** Of its process: a third one would take the work of all others with it, too. */
const mostDeaths = 2
const mostAttempts = 5

/** More are counted. */
const mostNamedPages = 10
function unreadableNotice(pages: readonly number[]): Text {
  const named = pages.slice(0, mostNamedPages).join(', ')
  return message(
    'The letters of {count} pages cannot be read and are left out (pages {pages}). Run text recognition (OCR) and upload the file again.',
    {
      count: pages.length,
      pages: pages.length > mostNamedPages ? `${named}, …` : named,
    },
  )
}

type Item = Claimed<{ id: 'uuid' }, ReadDocument>

async function readDocument(platform: Platform, item: Item, { signal }: LeaseHandle): Promise<void> {
  const { orgId, key, row } = item
  const { db, clock, files, jobs, offlineEmbedder } = platform
  const fail = (error: DocumentError) =>
    db.withOrg(orgId, async (tx) => {
      await writeLeased(tx, documentLeases, item, hasFailed(error.text, clock.now()))
      // Its row says so; only this one is told, because the server itself suffered.
      if (row.deaths >= mostDeaths) await tellSetAside(jobs, tx, { orgId, jobId: key.id, name: row.name, what: 'document' })
    })
  try {
    if (row.deaths >= mostDeaths || row.attempts > mostAttempts)
      throw new DocumentError(
        message('Reading was interrupted {count} times. Split the file and upload its parts.', {
          count: row.deaths >= mostDeaths ? row.deaths : mostAttempts,
        }),
      )
    const pieces: Uint8Array[] = []
    for await (const piece of files.read(orgId, row.file_id)) pieces.push(piece)
    const { name, format } = row
    const { passages, unreadablePages, language: recognised } = await parseDocument({ name, format, bytes: Buffer.concat(pieces) }, signal)
    const language = row.recognises_language ? (recognised ?? row.language) : row.language
    const notice = unreadablePages.length > 0 ? unreadableNotice(unreadablePages) : null
    // Passages and state in one transaction behind the fence: a worker that died left nothing, a second one writes nothing.
    await db.withOrg(orgId, async (tx) => {
      await writeLeased(tx, documentLeases, item, isReady(passages.length, clock.now(), language, notice))
      await indexDocument(tx, key.id, language, passages)
      await wantVectors(tx, offlineEmbedder.model)
    })
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (!(error instanceof DocumentError)) throw error
    await fail(error).catch((lost: unknown) => {
      if (!(lost instanceof LeaseLostError)) throw lost
    })
  }
}

/** Reads uploaded documents in the background. */
export function startDocumentReader(platform: Platform): { stop: (graceMs: number) => Promise<void> } {
  const runner = new LeaseRunner({
    platform,
    table: documentLeases,
    slots,
    retryMs,
    run: (item, handle) => readDocument(platform, item, handle),
  })
  runner.begin()
  return { stop: (graceMs) => runner.stop(graceMs) }
}
