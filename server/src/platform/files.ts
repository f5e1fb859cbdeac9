import { createHash } from 'node:crypto'
import type { Database, OrgTx } from './db/database.ts'
import { AppError, conflict, notFound, planLimit } from './errors.ts'
import { newId } from './ids.ts'
import { meter, storageLeft } from './metering/metering.ts'
import type { Tick } from './tick.ts'

/** Of all pieces but the last: where to begin reading follows from it. */
const pieceBytes = 1024 * 1024

export interface NewFile {
  name: string
  contentType: string
  source: AsyncIterable<Uint8Array>
  /** More is refused while it comes in. */
  maxBytes: number
  /** Erased after this by itself; null for as long as whoever owns it keeps it. */
  expiresAt?: Date | null
}

export interface StoredFile {
  id: string
  name: string
  contentType: string
  sizeBytes: number
}

/**
 * Files of an organization, in the database: every process reaches them, a backup holds them, row-level security closes them, and the
 * meter counts them (ADR 15). Written and read piece by piece, each in a transaction of its own, so that memory stays flat.
 */
export interface Files {
  /** @throws 413 above `maxBytes`, 409 PLAN_LIMIT where the plan has no room; nothing is left behind then. */
  write(orgId: string, file: NewFile): Promise<StoredFile>
  find(tx: OrgTx, id: string): Promise<StoredFile | null>
  /** An upload that comes in parts of its own time; one that is never completed is removed after a day. @returns its id. */
  begin(tx: OrgTx, file: Omit<NewFile, 'source' | 'maxBytes'>): Promise<string>
  /**
   * The next bytes of an upload, which begin at `offset`; the same bytes again do no harm. @returns how much there is now.
   * @throws 404, 409 for bytes that do not join on or differ from what is there, 413 above `maxBytes`.
   */
  append(tx: OrgTx, id: string, part: { offset: number; bytes: Uint8Array; maxBytes: number }): Promise<number>
  /** Makes a file of what has come in. @throws 404, 409 PLAN_LIMIT. */
  complete(tx: OrgTx, id: string): Promise<StoredFile>
  /** From a byte on. @throws 404 where there is no such (whole) file. */
  read(orgId: string, id: string, fromByte?: number): AsyncIterable<Uint8Array>
  /** The beginning of a file, for who looks at it in a transaction of their own: 1 MB at most. */
  head(tx: OrgTx, id: string): Promise<Uint8Array>
  /** A new day on which the file is erased by itself. */
  keepUntil(tx: OrgTx, id: string, expiresAt: Date): Promise<void>
  /** Also gives the room back. */
  remove(tx: OrgTx, id: string): Promise<void>
}

const storageFull = () => planLimit('The storage of your plan is full. Delete files or choose a larger plan.')

const tooLarge = (maxBytes: number) =>
  new AppError('BODY_TOO_LARGE', 413, `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)

/** The source in pieces of exactly `pieceBytes`, the last one shorter. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let held = 0
  for await (const part of source) {
    let rest = part
    while (held + rest.length >= pieceBytes) {
      const room = pieceBytes - held
      yield Buffer.concat([...parts, rest.subarray(0, room)])
      rest = rest.subarray(room)
      parts = []
      held = 0
    }
    // Copied: a reader may use its buffer again.
    if (rest.length > 0) parts.push(Buffer.from(rest))
    held += rest.length
  }
  if (held > 0) yield Buffer.concat(parts)
}

/** An upload that is not completed, held until the transaction ends. */
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

async function readPiece(tx: OrgTx, id: string, seq: number): Promise<Buffer> {
  const piece = await tx.selectFrom('file_pieces').select('bytes').where('file_id', '=', id).where('seq', '=', seq).executeTakeFirst()
  return piece?.bytes ?? Buffer.alloc(0)
}

interface Part {
  offset: number
  bytes: Uint8Array
  heldBytes: number
}

/** Whether an upload has exactly these bytes there. */
async function holdsAlready(tx: OrgTx, id: string, { offset, bytes, heldBytes }: Part): Promise<boolean> {
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

/** Writes bytes behind those that are there: fills up the last piece, then goes on with new ones. */
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

/** What comes in part by part, each in the caller's transaction. */
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
      if (await holdsAlready(tx, id, { offset, bytes, heldBytes })) return heldBytes
      throw conflict(`Continue at byte ${heldBytes}.`)
    }
    if (offset > heldBytes) throw conflict(`Continue at byte ${heldBytes}.`)
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
    if (sizeBytes > (await storageLeft(tx))) throw storageFull()
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
      if (sizeBytes > left) throw storageFull()
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
        // What broke off is no file; where this fails too, the sweep finds it.
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
    head: (tx, id) => readPiece(tx, id, 0),
    keepUntil: async (tx, id, expiresAt) => {
      await tx.updateTable('files').set({ expires_at: expiresAt }).where('id', '=', id).execute()
    },
    remove,
  }
}

const sweepEveryMs = 3_600_000

/** Removes what has expired and what was never finished, a day after it began. */
export const filesTick = ({ db, files }: { db: Database; files: Files }): Tick => ({
  name: 'sweep-files',
  everyMs: sweepEveryMs,
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
