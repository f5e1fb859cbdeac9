import { randomBytes } from 'node:crypto'
import { maxEmailImageBytes } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { EmailImage } from '@imperium/contract/email-designs/email-design-operations.ts'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { parseImageFile } from './image-address.ts'
import { deleteImage, findImageByKey, insertImage, lockImages, toEmailImage } from './image-store.ts'
import { assertImageUnused } from './image-users.ts'
import { makeEmailImage } from './make-email-image.ts'

/** @throws 422 for what is no image; 409 PLAN_LIMIT when the storage is full. */
export async function uploadImage(
  { files, config }: Platform,
  { inOrg, audit }: Omit<OrgContext, 'tx'>,
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<EmailImage> {
  const { content, contentType, width, height } = await makeEmailImage(bytes)
  const id = newId()
  const key = randomBytes(16).toString('base64url')
  const row = await inOrg(async (tx) => {
    const fileId = await files.begin(tx, { name: name || 'image', contentType })
    await files.append(tx, fileId, { offset: 0, bytes: content, maxBytes: maxEmailImageBytes })
    await files.complete(tx, fileId)
    const size = { width, height, size_bytes: content.length }
    return insertImage(tx, { id, key, name, file_id: fileId, content_type: contentType, ...size })
  })
  audit({ targetId: id, targetName: name, after: { contentType, width, height, sizeBytes: content.length } })
  return toEmailImage(row, config.publicUrl)
}

/** @throws 404; 409 while it is used. */
export async function removeImage(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<null> {
  await lockImages(tx)
  const { key, name, file_id } = found(await deleteImage(tx, id))
  await assertImageUnused(platform, tx, key)
  await platform.files.remove(tx, file_id)
  audit({ targetName: name })
  return null
}

/** An image never changes under its address. */
const keepSeconds = 365 * 86_400

/** @throws 404. */
export async function openImage({ db, files }: Platform, file: string): Promise<FileResponse> {
  const { orgId, key } = parseImageFile(file)
  const image = await db.withOrg(orgId, (tx) => findImageByKey(tx, key))
  if (!image) throw notFound()
  const content = files.read(orgId, image.file_id)
  return { content, contentType: image.content_type, maxAgeSeconds: keepSeconds, isPublic: true, isEmbedded: true }
}
