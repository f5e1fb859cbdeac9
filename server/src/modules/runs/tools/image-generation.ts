import { z } from 'zod'
import type { GrantedTool } from '@imperium/contract/agents.ts'
import { imagesMax } from '@imperium/contract/runs.ts'
import type { RunStep } from '@imperium/contract/runs.ts'
import { AppError } from '../../../platform/errors.ts'
import { decodeImage } from '../../../platform/images/decode-image.ts'
import { ModelError } from '../../../platform/llm/model-error.ts'
import { costOfImage, drawReserved, resolveImageModel } from '../../ai-models/index.ts'
import type { ModelCall } from '../../ai-models/index.ts'
import { mostCost, reserveStep } from '../check-budgets.ts'
import { addRunFile } from '../outputs/run-files-store.ts'
import type { RunSession } from '../run-session.ts'
import { offerTool } from './tool.ts'
import type { OfferedTool, ToolOutcome } from './tool.ts'

const maxBytes = 8 * 1024 * 1024
const longestSide = 1_024
/** An image without a step, because the worker died, is deleted after this time. */
const keptMs = 86_400_000

const Made = z.object({ image: z.string() }).loose()

/** The images that a run made. */
export const imagesIn = (steps: readonly RunStep[]): string[] =>
  steps
    .flatMap((step) => {
      const made =
        step.kind === 'tool_call' && step.name === 'image_generation' && step.status === 'completed' ? Made.safeParse(step.output) : null
      return made?.success ? [made.data.image] : []
    })
    .slice(0, imagesMax)

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Makes images by the configured model of the organization; stored as files of the run. */
export async function offeredImages(session: RunSession, granted: readonly GrantedTool[]): Promise<OfferedTool[]> {
  if (!granted.includes('image_generation')) return []
  const { platform, orgId } = session
  const model = await platform.db.withOrg(orgId, (tx) => resolveImageModel(platform, tx))
  if (!model) return []
  const tool = offerTool<{ prompt: string }, ModelCall>({
    name: 'image_generation',
    description: model.isSandbox
      ? 'Makes a placeholder picture (sandbox) for a description. People see it beside your answer.'
      : 'Makes a square picture for a description. People see it beside your answer.',
    input: z.strictObject({ prompt: z.string().trim().min(3).max(2_000).describe('What the picture shows, and its style') }),
    prepare: (tx, _input, { context, seq }) => {
      const micros = mostCost(() => costOfImage(model))
      return reserveStep(tx, context, { seq, purpose: 'image', model, most: { micros, inputTokens: 0, outputTokens: 0 } })
    },
    run: async ({ prompt }, { context: { signal } }, call): Promise<ToolOutcome> => {
      const costMicros = call.most.micros
      try {
        const drawn = await drawReserved(platform, call, { prompt, spec: () => model.spec(), costMicros }, signal)
        // Made anew from its pixels: what a provider sends is as foreign as an upload.
        const content = await decodeImage(drawn, { animated: false }, ({ picture }) =>
          picture
            .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 88 })
            .toBuffer(),
        )
        const expiresAt = new Date(platform.clock.now().getTime() + keptMs)
        const file = await platform.files.write(orgId, {
          name: 'image.webp',
          contentType: 'image/webp',
          source: once(content),
          maxBytes,
          expiresAt,
        })
        const note = 'The picture is shown beside your answer; do not write an address for it.'
        return {
          ok: true,
          output: { image: file.id, sizeBytes: file.sizeBytes, model: model.displayName, isSandbox: model.isSandbox, note },
          used: { costMicros },
        }
      } catch (error) {
        if (error instanceof ModelError && error.kind !== 'aborted') return { ok: false, error: error.publicMessage }
        if (error instanceof AppError) return { ok: false, error: error.message }
        throw error
      }
    },
    settle: async (tx, outcome) => {
      const made = outcome.ok ? Made.safeParse(outcome.output) : null
      if (!made?.success) return
      await addRunFile(tx, session.id, made.data.image)
      await platform.files.keepUntil(tx, made.data.image, null)
    },
  })
  return [tool]
}
