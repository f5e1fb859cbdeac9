import { randomBytes } from 'node:crypto'
import { maxEmailImageBytes } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { imagePath, imagesNamed } from './image-address.ts'
import type { NamedImage, StoredImageType } from './image-address.ts'
import { findImageByKey, insertImage } from './image-store.ts'

/**
 * The content of a template with copies of another organization's images: it may delete its own.
 * @throws 409 PLAN_LIMIT when the storage is full.
 */
export async function copyForeignImages<T>(platform: Platform, tx: OrgTx, content: T): Promise<T> {
  let text = JSON.stringify(content)
  for (const image of imagesNamed(text).filter(({ orgId }) => orgId !== tx.orgId)) {
    const path = await copyImage(platform, tx, image)
    if (path) text = text.replaceAll(image.path, path)
  }
  return JSON.parse(text) as T
}

/** The address of the copy; null where there is no such image. */
async function copyImage({ db, files }: Platform, tx: OrgTx, { orgId, key }: NamedImage): Promise<string | null> {
  const source = await db.withOrg(orgId, (foreign) => findImageByKey(foreign, key))
  if (!source) return null
  const bytes = Buffer.concat(await Array.fromAsync(files.read(orgId, source.file_id)))
  const { name, content_type: contentType, width, height } = source
  const fileId = await files.begin(tx, { name: name || 'image', contentType })
  await files.append(tx, fileId, { offset: 0, bytes, maxBytes: maxEmailImageBytes })
  await files.complete(tx, fileId)
  const made = { id: newId(), key: randomBytes(16).toString('base64url'), name, file_id: fileId, content_type: contentType }
  await insertImage(tx, { ...made, width, height, size_bytes: bytes.length })
  return imagePath(tx.orgId, made.key, contentType as StoredImageType)
}
