import { emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { blockPage, toSavedBlock } from './block-store.ts'
import { createBlock, removeBlock, updateBlock } from './change-blocks.ts'
import { openImage, removeImage, uploadImage } from './change-images.ts'
import { openPicture } from './open-picture.ts'
import { imagePage, toEmailImage } from './image-store.ts'
import { readEmailStyle, saveEmailStyle } from './style-store.ts'

export const emailDesignOperations = (platform: Platform) =>
  bindOperations(emailDesigns, {
    listImages: async ({ query }, { tx }) => {
      const list = { tx, list: 'email-images', query }
      const { rows, nextCursor } = await imagePage(platform.cursors, list, {})
      return { rows: rows.map((row) => toEmailImage(row, platform.config.publicUrl)), nextCursor }
    },
    uploadImage: ({ body, query }, context) => uploadImage(platform, context, { bytes: body.bytes, name: query.name }),
    removeImage: ({ params }, context) => removeImage(platform, context, params.id),
    openImage: ({ params }) => openImage(platform, params.file),
    openPicture: ({ params }) => openPicture(params.picture),
    listBlocks: async ({ query }, { tx }) => {
      const list = { tx, list: 'email-blocks', query }
      const { rows, nextCursor } = await blockPage(platform.cursors, list, {})
      return { rows: rows.map((row) => toSavedBlock(row)), nextCursor }
    },
    createBlock: ({ body }, context) => createBlock(context, body),
    updateBlock: ({ params, body }, context) => updateBlock(platform, context, params.id, body),
    removeBlock: ({ params }, context) => removeBlock(context, params.id),
    readStyle: (_input, { tx }) => readEmailStyle(tx),
    setStyle: async ({ body }, { tx, audit }) => {
      audit({ before: await readEmailStyle(tx), after: body })
      await saveEmailStyle(tx, body)
      return body
    },
  })
