import { sql } from 'kysely'
import { EmailImage } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import { imagePath } from './image-address.ts'
import type { StoredImageType } from './image-address.ts'

const columns = ['id', 'org_id', 'key', 'name', 'content_type', 'width', 'height', 'size_bytes', 'created_at'] as const

interface ImageRow {
  org_id: string
  key: string
  content_type: string
}

export const toEmailImage = replyOf(EmailImage, ({ org_id, key, content_type }: ImageRow, publicUrl: string) => {
  const contentType = content_type as StoredImageType
  return { contentType, url: publicUrl + imagePath(org_id, key, contentType) }
})

export const imagePage = listPage(newestFirst('id'), (tx, _all: object) => tx.selectFrom('email_images').select(columns))

export const insertImage = (tx: OrgTx, image: NewImageRow) =>
  tx
    .insertInto('email_images')
    .values({ org_id: tx.orgId, ...image })
    .returning(columns)
    .executeTakeFirstOrThrow()

interface NewImageRow {
  id: string
  key: string
  name: string
  file_id: string
  content_type: string
  width: number
  height: number
  size_bytes: number
}

export const deleteImage = (tx: OrgTx, id: string) =>
  tx.deleteFrom('email_images').where('id', '=', id).returning(['key', 'name', 'file_id']).executeTakeFirst()

export const findImageByKey = (tx: OrgTx, key: string) =>
  tx.selectFrom('email_images').select(['file_id', 'content_type', 'name', 'width', 'height']).where('key', '=', key).executeTakeFirst()

const lockKey = (tx: OrgTx) => sql`hashtextextended(${`email-images:${tx.orgId}`}, 0)`

/** Until the transaction ends, no image is deleted. @returns how many of these there are. */
export async function holdImageRows(tx: OrgTx, keys: readonly string[]): Promise<number> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(tx)})`.execute(tx)
  return (await tx.selectFrom('email_images').select('key').where('key', 'in', keys).execute()).length
}

/** Waits for those who store emails with images, and keeps others from it until the transaction ends. */
export const lockImages = (tx: OrgTx) => sql`select pg_advisory_xact_lock(${lockKey(tx)})`.execute(tx)
