import { isDeepStrictEqual } from 'node:util'
import { documentEndings, documentLimits } from '@imperium/contract/knowledge.ts'
import type { DocumentFormat, KnowledgeDocument } from '@imperium/contract/knowledge.ts'
import type { Metadata } from '@imperium/contract/knowledge/metadata.ts'
import { AppError, conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { announceDue } from '../../../platform/leases/lease-store.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import { assertCollection } from '../collections-store.ts'
import {
  documentLeases,
  deleteDocument,
  findDocument,
  insertDocument,
  lockDocument,
  queueDocument,
  setDocument,
  toDocument,
} from './documents-store.ts'

/** A stored file without a row is deleted after this time. */
const unusedMs = 86_400_000
const writer = { role: 'OWNER', mayWrite: true } as const

/** The type follows from content and file extension, never from the request's header (SEC-28). */
function formatOf(name: string, bytes: Uint8Array): DocumentFormat | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const format = Object.hasOwn(documentEndings, ending) ? documentEndings[ending as keyof typeof documentEndings] : null
  const begins = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
  if (format === 'pdf') return begins === '%PDF-' ? format : null
  if (format === 'docx' || format === 'xlsx') return begins.startsWith('PK\u0003\u0004') ? format : null
  return format !== null && !bytes.includes(0) ? format : null
}

/** Old Office files and encrypted new ones begin alike; the encrypted ones have a part of this name. */
const oldOffice = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const refusalSentences = {
  other: 'This file type cannot be read. Upload Markdown, HTML, text, CSV, PDF, DOCX or XLSX.',
  password: 'This file is protected by a password. Remove the password and upload it again.',
  oldExcel: 'This is an old Excel file (.xls). Open it in Excel or LibreOffice, save it as .xlsx and upload that file.',
  oldWord: 'This is an old Word file (.doc). Open it in Word or LibreOffice, save it as .docx and upload that file.',
}
function refusalOf(name: string, bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.subarray(0, 4).equals(oldOffice)) return refusalSentences.other
  const has = (part: string) => file.includes(Buffer.from(part, 'utf16le'))
  if (has('EncryptedPackage')) return refusalSentences.password
  return /\.xl\w+$/i.test(name) || has('Workbook') ? refusalSentences.oldExcel : refusalSentences.oldWord
}

interface Upload {
  name: string
  bytes: Uint8Array
  language?: string | undefined
  visibility: string
  collectionId?: string | undefined
  metadata?: Metadata | undefined
}

/** Stores the file and queues it. @throws 415 for another type, 422 for an empty file, 409 when the storage is full. */
export async function uploadDocument(
  platform: Platform,
  { org, caller, audit }: Omit<OrgContext, 'tx'>,
  { name, bytes, language, visibility, collectionId, metadata = {} }: Upload,
): Promise<KnowledgeDocument> {
  if (bytes.length === 0) throw invalid([{ path: 'file', message: 'The file is empty.' }])
  const format = formatOf(name, bytes)
  if (!format) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 415, refusalOf(name, bytes))
  await platform.db.withOrg(org.id, (tx) => assertCollection(tx, collectionId))
  const source = (async function* () {
    yield bytes
  })()
  const file = await platform.files.write(org.id, {
    name,
    contentType: 'application/octet-stream',
    source,
    maxBytes: documentLimits.bytes,
    expiresAt: new Date(platform.clock.now().getTime() + unusedMs),
  })
  const id = newId()
  try {
    const row = await platform.db.withOrg(org.id, async (tx) => {
      await assertCollection(tx, collectionId)
      await platform.files.keepUntil(tx, file.id, null)
      await insertDocument(tx, {
        id,
        name,
        format,
        fileId: file.id,
        sizeBytes: file.sizeBytes,
        language,
        visibility,
        collectionId: collectionId ?? null,
        metadata,
        authorId: caller.userId,
      })
      await announceDue(tx, documentLeases)
      return findDocument(tx, writer, id)
    })
    audit({ targetId: id, targetName: name, after: { format, sizeBytes: file.sizeBytes, visibility, collectionId, metadata } })
    return toDocument(found(row))
  } catch (error) {
    await platform.db.withOrg(org.id, (tx) => platform.files.remove(tx, file.id))
    throw error
  }
}

interface Change {
  language?: string | undefined
  visibility?: string | undefined
  collectionId?: string | null | undefined
  metadata?: Metadata | undefined
}

/** A new language needs another full-text index: the document is read again. @throws 404, 422. */
export async function updateDocument(
  { clock }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  { collectionId, language, visibility, metadata }: Change,
): Promise<void> {
  const row = found(await lockDocument(tx, id))
  await assertCollection(tx, collectionId)
  const at = nextStamp(row, clock.now())
  const details = {
    ...(language === undefined || (language === row.language && !row.recognises_language) ? {} : { language, recognises_language: false }),
    ...(visibility === undefined || visibility === row.visibility ? {} : { visibility }),
    ...(collectionId === undefined || collectionId === row.collection_id ? {} : { collection_id: collectionId }),
    ...(metadata === undefined || isDeepStrictEqual(metadata, row.metadata) ? {} : { metadata }),
  }
  await setDocument(tx, id, details, at)
  if (details.language !== undefined) {
    await queueDocument(tx, id, at)
    await announceDue(tx, documentLeases)
  }
  const before = { language: row.language, visibility: row.visibility, collection_id: row.collection_id, metadata: row.metadata }
  audit({ targetId: id, targetName: row.name, before, after: { ...before, ...details } })
}

/** @throws 404; 409 unless it failed. */
export async function retryDocument({ clock }: Platform, { tx, audit }: OrgContext, id: string): Promise<void> {
  const row = found(await lockDocument(tx, id))
  if (row.status !== 'failed') throw conflict('Only a document that failed can be read again.')
  await queueDocument(tx, id, nextStamp(row, clock.now()))
  await announceDue(tx, documentLeases)
  audit({ targetId: id, targetName: row.name })
}

/** Deletes its passages in the same transaction, so no search finds one afterwards. @throws 404. */
export async function removeDocument({ files }: Platform, { tx, audit }: OrgContext, id: string): Promise<null> {
  const { name, file_id: fileId, size_bytes: sizeBytes } = found(await deleteDocument(tx, id))
  await files.remove(tx, fileId)
  audit({ targetName: name, before: { name, sizeBytes } })
  return null
}
