import { inputImageLimits } from '@imperium/contract/runs.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { decodeImage } from '../../../platform/images/decode-image.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAgent } from '../../agents/index.ts'
import { resolveModel } from '../../ai-models/index.ts'
import { addRunFile } from '../outputs/run-files-store.ts'
import { addRunUpload, findRunUploads } from './run-uploads-store.ts'

/** An upload that no run uses is deleted after this time. */
const keptMs = 86_400_000
/** Providers scale larger images down themselves, and count more tokens for them. */
const longestSide = 1_536

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** @throws 404 without the agent; 422 for what is no image; 409 PLAN_LIMIT when the storage is full. */
export async function uploadImage(
  { files, clock }: Platform,
  { org, inOrg }: Pick<OrgContext, 'org' | 'inOrg'>,
  agentId: string,
  bytes: Uint8Array,
): Promise<{ id: string }> {
  if (!(await inOrg((tx) => findAgent(tx, agentId)))) throw notFound()
  const content = await decodeImage(bytes, { animated: false }, ({ picture }) =>
    picture.resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true }).webp({ quality: 88 }).toBuffer(),
  )
  const { id } = await files.write(org.id, {
    name: 'image.webp',
    contentType: 'image/webp',
    source: once(content),
    maxBytes: inputImageLimits.bytes,
    expiresAt: new Date(clock.now().getTime() + keptMs),
  })
  await inOrg((tx) => addRunUpload(tx, agentId, id))
  return { id }
}

/** @throws 422 for a model that reads no images, and for files that were not uploaded for this agent. */
export async function checkImages(platform: Platform, tx: OrgTx, agentId: string, modelName: string, images: readonly string[]) {
  if (images.length === 0) return
  const model = await resolveModel(platform, tx, modelName)
  // Without a model the run says so itself.
  if (model && !model.settings.readsImages)
    throw invalid([
      {
        path: 'images',
        ...message('The model {model} reads no images. Choose another model, or switch on Vision for its provider.', {
          model: model.displayName,
        }),
      },
    ])
  if ((await findRunUploads(tx, agentId, images)).length < new Set(images).size)
    throw invalid([{ path: 'images', message: 'This image was not uploaded for this agent, or has expired. Upload it again.' }])
}

/** The run's own from now on: they go with it. */
export async function takeImages({ files }: Platform, tx: OrgTx, runId: string, images: readonly string[]): Promise<void> {
  for (const id of new Set(images)) {
    await addRunFile(tx, runId, id)
    await files.keepUntil(tx, id, null)
  }
}
