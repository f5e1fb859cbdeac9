import { sql } from 'kysely'
import { attachmentLimits } from '@imperium/contract/messages.ts'
import type { Attachment, attachmentTypes } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'

const typeByEnding: Readonly<Record<string, (typeof attachmentTypes)[number]>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

const begins = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** The file type from the first bytes and the name, not from the declared type; null for a type that may not be attached (SEC-28). */
export function kindOf(name: string, bytes: Uint8Array): string | null {
  const type = typeByEnding[/\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (!type) return null
  const zip = begins(bytes, 0x50, 0x4b, 0x03, 0x04)
  const fits: Record<string, boolean> = {
    'application/pdf': begins(bytes, 0x25, 0x50, 0x44, 0x46),
    'image/png': begins(bytes, 0x89, 0x50, 0x4e, 0x47),
    'image/jpeg': begins(bytes, 0xff, 0xd8, 0xff),
    'image/gif': begins(bytes, 0x47, 0x49, 0x46, 0x38),
    'image/webp': begins(bytes, 0x52, 0x49, 0x46, 0x46),
    'text/plain': !bytes.includes(0),
    'text/csv': !bytes.includes(0),
  }
  return (fits[type] ?? zip) ? type : null
}

const unusedHours = 24

/** The owner of an upload until a message uses it: the user, or the API key and not the key's creator. */
export const uploaderOf = ({ caller, key }: Pick<OrgContext, 'caller' | 'key'>): string => key?.id ?? caller.userId

/**
 * Stores a file that may be attached, for a day until it is used.
 * @throws 415 for a kind that may not be attached, 422 for an empty one.
 */
export async function storeAttachment(
  platform: Platform,
  orgId: string,
  file: { name: string; bytes: Uint8Array },
): Promise<{ fileId: string; type: string; sizeBytes: number }> {
  if (file.bytes.length === 0) throw invalid([{ path: 'file', message: 'The file is empty.' }])
  const type = kindOf(file.name, file.bytes)
  if (!type)
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      415,
      'This file type cannot be attached. Allowed: PDF, images, text, CSV, ZIP and Office documents.',
    )
  const source = (async function* () {
    yield file.bytes
  })()
  const expiresAt = new Date(platform.clock.now().getTime() + unusedHours * 3_600_000)
  const stored = await platform.files.write(orgId, {
    name: file.name,
    contentType: type,
    source,
    maxBytes: attachmentLimits.bytes,
    expiresAt,
  })
  return { fileId: stored.id, type, sizeBytes: stored.sizeBytes }
}

/** Stores a file for a message that is being written. @throws as `storeAttachment`. */
export async function uploadAttachment(
  platform: Platform,
  orgId: string,
  uploader: string,
  file: { name: string; bytes: Uint8Array },
): Promise<Attachment> {
  const { fileId, type, sizeBytes } = await storeAttachment(platform, orgId, file)
  const id = newId()
  await platform.db.withOrg(orgId, (tx) =>
    tx
      .insertInto('message_attachments')
      .values({
        org_id: orgId,
        id,
        file_id: fileId,
        name: file.name,
        content_type: type,
        size_bytes: sizeBytes,
        uploaded_by: uploader,
      })
      .execute(),
  )
  return { id, name: file.name, size: sizeBytes, type }
}

/**
 * Attaches files to a message that the same user or API key uploaded, and keeps them with it. Returns their bytes.
 * @throws 422 for any other file.
 */
export async function claimAttachments(tx: OrgTx, messageId: string, uploader: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ size_bytes: number }>`
    with taken as (
      update app.message_attachments set message_id = ${messageId}
      where id = any(${[...ids]}::uuid[]) and message_id is null and uploaded_by = ${uploader} returning org_id, file_id, size_bytes
    )
    update app.files f set expires_at = null from taken t where f.org_id = t.org_id and f.id = t.file_id returning t.size_bytes`.execute(tx)
  if (rows.length !== new Set(ids).size) throw invalid([{ path: 'attachmentIds', message: 'A file is missing: attach it again.' }])
  return rows.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0)
}

export async function findAttachment(tx: OrgTx, id: string) {
  const row = await tx
    .selectFrom('message_attachments as a')
    .leftJoin('messages as m', (join) => join.onRef('m.org_id', '=', 'a.org_id').onRef('m.id', '=', 'a.message_id'))
    .select(['a.file_id', 'a.name', 'a.uploaded_by', 'm.conversation_id'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Files of an inbound message. */
export async function addInboundAttachments(
  tx: OrgTx,
  messageId: string,
  files: readonly {
    /** Where it was given before; new unless given. */ id?: string
    fileId: string
    name: string
    contentType: string
    sizeBytes: number
  }[],
): Promise<void> {
  if (files.length === 0) return
  await tx
    .insertInto('message_attachments')
    .values(
      files.slice(0, attachmentLimits.receivedCount + 1).map((file) => ({
        org_id: tx.orgId,
        id: file.id ?? newId(),
        message_id: messageId,
        file_id: file.fileId,
        name: file.name,
        content_type: file.contentType,
        size_bytes: file.sizeBytes,
      })),
    )
    .execute()
}

/** Which of the files belong to messages. */
export async function filesOfMessages(tx: OrgTx, fileIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('message_attachments')
    .select('file_id')
    .where((eb) => eb('file_id', '=', eb.fn.any(eb.val([...fileIds]))))
    .execute()
  return rows.map((row) => row.file_id)
}
