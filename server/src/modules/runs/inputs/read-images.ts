import { AppError } from '../../../platform/errors.ts'
import { decodeImage } from '../../../platform/images/decode-image.ts'
import type { ModelImage, TranscriptMessage } from '../../../platform/llm/types.ts'
import type { RunSession } from '../run-session.ts'

/** The newest images of a chat that a model is shown: each costs it about a thousand tokens. */
const mostShown = 8

/** Read once for all calls of a run. */
const known = new WeakMap<RunSession, Map<string, Promise<ModelImage | null>>>()

/** The images of the messages, by id; erased ones are left out. */
export async function readImages(session: RunSession, messages: readonly TranscriptMessage[]): Promise<Map<string, ModelImage>> {
  const ids = messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : [])).slice(-mostShown)
  if (ids.length === 0) return new Map()
  const read = known.get(session) ?? new Map<string, Promise<ModelImage | null>>()
  known.set(session, read)
  const found = await Promise.all(
    ids.map(async (id) => {
      const image = read.get(id) ?? readImage(session, id)
      read.set(id, image)
      return [id, await image] as const
    }),
  )
  return new Map(found.flatMap(([id, image]) => (image ? [[id, image] as const] : [])))
}

/** As JPEG: not every server behind an OpenAI protocol reads WebP. */
async function readImage({ platform, orgId }: RunSession, id: string): Promise<ModelImage | null> {
  try {
    const stored = Buffer.concat(await Array.fromAsync(platform.files.read(orgId, id)))
    const bytes = await decodeImage(stored, { animated: false }, ({ picture }) =>
      picture.flatten({ background: '#ffffff' }).jpeg({ quality: 88 }).toBuffer(),
    )
    return { mediaType: 'image/jpeg', bytes }
  } catch (error) {
    // Erased in the meantime, or too many at once: the model is told that an image is missing.
    if (error instanceof AppError) return null
    throw error
  }
}
