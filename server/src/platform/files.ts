import { createHash } from 'node:crypto'
import { message } from '@imperium/contract/kit/message.ts'
import type { Database, OrgTx } from './db/database.ts'
import { AppError, conflict, notFound } from './errors.ts'
import { newId } from './ids.ts'
import { meter, storageLeft } from './metering/metering.ts'
import { storageFull } from './metering/plan-limits.ts'
import type { Tick } from './tick.ts'

/** Size of all pieces except the last: the read position is computed from it. */
const pieceBytes = 1024 * 1024

export interface NewFile {
  name: string
  contentType: string
  source: AsyncIterable<Uint8Array>
  /** A larger file is rejected while it is read. */
  maxBytes: number
  /** When it is erased automatically; null: stored until its owner deletes it. */
  expiresAt?: Date | null
}

export interface StoredFile {
  id: string
  name: string
  contentType: string
  sizeBytes: number
}

/**
 * Files of an organization, in the database: every process can read them, backups include them, row-level security protects them, and the
 * meter counts them (ADR 15). Written and read in pieces, each in its own transaction, so that memory use stays flat.
 */
export interface Files {
  /** @throws 413 above `maxBytes`, 409 PLAN_LIMIT when the plan's quota is used up; nothing is stored then. */
  write(orgId: string, file: NewFile): Promise<StoredFile>
  find(tx: OrgTx, id: string): Promise<StoredFile | null>
  /** An upload in parts; an incomplete one is deleted after a day. @returns its id. */
  begin(tx: OrgTx, file: Omit<NewFile, 'source' | 'maxBytes'>): Promise<string>
  /**
   * The next bytes of an upload, from `offset`; repeating the same bytes is harmless. @returns the size so far.
   * @throws 404, 409 for bytes with a gap or different from the stored ones, 413 above `maxBytes`.
   */
  append(tx: OrgTx, id: string, part: { offset: number; bytes: Uint8Array; maxBytes: number }): Promise<number>
  /** Turns an upload into a file. @throws 404, 409 PLAN_LIMIT. */
  complete(tx: OrgTx, id: string): Promise<StoredFile>
  /** Reads from a byte on. @throws 404 when there is no such complete file. */
  read(orgId: string, id: string, fromByte?: number): AsyncIterable<Uint8Array>
  /** The start of a file, at most 1 MB, read in the caller's transaction. */
  head(tx: OrgTx, id: string): Promise<Uint8Array>
  /** Sets a new day for the automatic erasure of the file; null: its owner deletes it. */
  keepUntil(tx: OrgTx, id: string, expiresAt: Date | null): Promise<void>
  /** Also releases the quota. */
  remove(tx: OrgTx, id: string): Promise<void>
}

const tooLarge = (maxBytes: number) =>
  new AppError('BODY_TOO_LARGE', 413, message('The file is larger than {max} MB.', { max: Math.floor(maxBytes / 1024 / 1024) }))

/** The source in pieces of exactly `pieceBytes`, the last one shorter. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let held = 0
  for await (const part of source) {
    let rest = part
    while (held + rest.length >= pieceBytes) {
      const free = pieceBytes - held
      yield Buffer.concat([...parts, rest.subarray(0, free)])
      rest = rest.subarray(free)
      parts = []
      held = 0
    }
    // Copied: a reader may use its buffer again.
    if (rest.length > 0) parts.push(Buffer.from(rest))
    held += rest.length
  }
  if (held > 0) yield Buffer.concat(parts)
}

/** An incomplete upload, locked until the transaction ends. */
async function findUnfinished(tx: OrgTx, id: string) {
  const file = await tx
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!file) throw notFound()
  return file
}

/** The first megabyte of a file, in the caller's transaction. */
export const readFileStart = (tx: OrgTx, id: string): Promise<Uint8Array> => readPiece(tx, id, 0)

async function readPiece(tx: OrgTx, id: string, seq: number): Promise<Buffer> {
  const piece = await tx.selectFrom('file_pieces').select('bytes').where('file_id', '=', id).where('seq', '=', seq).executeTakeFirst()
  return piece?.bytes ?? Buffer.alloc(0)
}

interface Part {
  offset: number
  bytes: Uint8Array
  heldBytes: number
}

/** Whether an upload has exactly these bytes at this offset. */
async function isStoredAlready(tx: OrgTx, id: string, { offset, bytes, heldBytes }: Part): Promise<boolean> {
  const end = offset + bytes.length
  if (end > heldBytes) return false
  for (let at = offset; at < end;) {
    const seq = Math.floor(at / pieceBytes)
    const upTo = Math.min(end, (seq + 1) * pieceBytes)
    const piece = await readPiece(tx, id, seq)
    const there = piece.subarray(at - seq * pieceBytes, upTo - seq * pieceBytes)
    if (!there.equals(bytes.subarray(at - offset, upTo - offset))) return false
    at = upTo
  }
  return true
}

/** Appends bytes: fills up the last piece, then adds new ones. */
async function appendPieces(tx: OrgTx, id: string, heldBytes: number, bytes: Uint8Array): Promise<void> {
  let seq = Math.floor(heldBytes / pieceBytes)
  let rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (heldBytes % pieceBytes > 0) {
    rest = Buffer.concat([await readPiece(tx, id, seq), rest])
    await tx.deleteFrom('file_pieces').where('file_id', '=', id).where('seq', '=', seq).execute()
  }
  for (; rest.length > 0; seq += 1) {
    await tx
      .insertInto('file_pieces')
      .values({ org_id: tx.orgId, file_id: id, seq, bytes: rest.subarray(0, pieceBytes) })
      .execute()
    rest = rest.subarray(pieceBytes)
  }
}

/** Uploads in parts, each in the caller's transaction. */
const uploads: Pick<Files, 'begin' | 'append' | 'complete'> = {
  begin: async (tx, { name, contentType, expiresAt = null }) => {
    const id = newId()
    await tx.insertInto('files').values({ org_id: tx.orgId, id, name, content_type: contentType, expires_at: expiresAt }).execute()
    return id
  },
  append: async (tx, id, { offset, bytes, maxBytes }) => {
    const file = await findUnfinished(tx, id)
    const heldBytes = file.size_bytes
    if (offset < heldBytes) {
      if (await isStoredAlready(tx, id, { offset, bytes, heldBytes })) return heldBytes
      throw conflict(message('Continue at byte {offset}.', { offset: heldBytes }))
    }
    if (offset > heldBytes) throw conflict(message('Continue at byte {offset}.', { offset: heldBytes }))
    if (heldBytes + bytes.length > maxBytes) throw tooLarge(maxBytes)
    await appendPieces(tx, id, heldBytes, bytes)
    await tx
      .updateTable('files')
      .set({ size_bytes: heldBytes + bytes.length })
      .where('id', '=', id)
      .execute()
    return heldBytes + bytes.length
  },
  complete: async (tx, id) => {
    const { name, content_type: contentType, size_bytes: sizeBytes } = await findUnfinished(tx, id)
    if (sizeBytes > (await storageLeft(tx))) throw await storageFull(tx)
    await tx.updateTable('files').set({ completed_at: new Date() }).where('id', '=', id).execute()
    await meter(tx, { storageBytes: sizeBytes })
    return { id, name, contentType, sizeBytes }
  },
}

export function createFiles(db: Database): Files {
  const remove = async (tx: OrgTx, id: string): Promise<void> => {
    const row = await tx.deleteFrom('files').where('id', '=', id).returning(['size_bytes', 'completed_at']).executeTakeFirst()
    if (row?.completed_at) await meter(tx, { storageBytes: -row.size_bytes })
  }

  const writePieces = async (orgId: string, id: string, { source, maxBytes }: NewFile, left: number) => {
    const hash = createHash('sha256')
    let sizeBytes = 0
    let seq = 0
    for await (const bytes of inPieces(source)) {
      sizeBytes += bytes.length
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
      if (sizeBytes > left) throw await db.withOrg(orgId, storageFull)
      hash.update(bytes)
      await db.withOrg(orgId, (tx) => tx.insertInto('file_pieces').values({ org_id: orgId, file_id: id, seq, bytes }).execute())
      seq += 1
    }
    return { sizeBytes, sha256: hash.digest() }
  }

  return {
    write: async (orgId, file) => {
      const id = newId()
      const { name, contentType, expiresAt = null } = file
      const left = await db.withOrg(orgId, async (tx) => {
        await tx.insertInto('files').values({ org_id: orgId, id, name, content_type: contentType, expires_at: expiresAt }).execute()
        return storageLeft(tx)
      })
      try {
        const { sizeBytes, sha256 } = await writePieces(orgId, id, file, left)
        await db.withOrg(orgId, async (tx) => {
          await tx.updateTable('files').set({ size_bytes: sizeBytes, sha256, completed_at: new Date() }).where('id', '=', id).execute()
          await meter(tx, { storageBytes: sizeBytes })
        })
        return { id, name, contentType, sizeBytes }
      } catch (error) {
        // A failed write leaves no file; if this fails too, the tick removes it.
        await db.withOrg(orgId, (tx) => remove(tx, id)).catch(() => undefined)
        throw error
      }
    },
    ...uploads,
    find: async (tx, id) => {
      const row = await tx.selectFrom('files').selectAll().where('id', '=', id).where('completed_at', 'is not', null).executeTakeFirst()
      return row ? { id, name: row.name, contentType: row.content_type, sizeBytes: row.size_bytes } : null
    },
    read: async function* (orgId, id, fromByte = 0) {
      let at = fromByte
      for (;;) {
        const seq = Math.floor(at / pieceBytes)
        const found = await db.withOrg(orgId, (tx) =>
          tx
            .selectFrom('files as f')
            .leftJoin('file_pieces as p', (join) =>
              join.onRef('p.org_id', '=', 'f.org_id').onRef('p.file_id', '=', 'f.id').on('p.seq', '=', seq),
            )
            .select(['p.bytes', 'f.size_bytes'])
            .where('f.id', '=', id)
            .where('f.completed_at', 'is not', null)
            .executeTakeFirst(),
        )
        if (!found) throw notFound()
        if (at >= found.size_bytes || !found.bytes) return
        yield found.bytes.subarray(at - seq * pieceBytes)
        at = (seq + 1) * pieceBytes
      }
    },
    head: readFileStart,
    keepUntil: async (tx, id, expiresAt) => {
      await tx.updateTable('files').set({ expires_at: expiresAt }).where('id', '=', id).execute()
    },
    remove,
  }
}

const cleanUpEveryMs = 3_600_000

/** Removes expired files, and incomplete ones a day after they began. */
export const filesTick = ({ db, files }: { db: Database; files: Files }): Tick => ({
  name: 'sweep-files',
  everyMs: cleanUpEveryMs,
  run: async () => {
    const rows = await db.withSystem((tx) =>
      tx
        .selectFrom('files')
        .select(['org_id', 'id'])
        .where((eb) =>
          eb.or([
            eb('expires_at', '<', new Date()),
            eb.and([eb('completed_at', 'is', null), eb('created_at', '<', new Date(Date.now() - 86_400_000))]),
          ]),
        )
        .limit(1_000)
        .execute(),
    )
    for (const { org_id: orgId, id } of rows) await db.withOrg(orgId, (tx) => files.remove(tx, id))
  },
})
