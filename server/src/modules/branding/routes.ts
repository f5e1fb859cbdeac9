import { branding } from '@imperium/contract/branding/branding.ts'
import { englishOf, keyOf } from '@imperium/contract/kit/message.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { openImage, uploadImage } from './brand-images.ts'
import { toBrandVersion, versionPage } from './brand-store.ts'
import { compileCss } from './compile-css.ts'
import { readBrand } from './read-brand.ts'
import { resetBrand, restoreBrand, saveBrand } from './save-brand.ts'

export const brandingOperations = (platform: Platform) =>
  bindOperations(branding, {
    read: (_input, { tx }) => readBrand(platform, tx),
    save: ({ body }, context) => saveBrand(platform, context, body),
    reset: (_input, context) => resetBrand(platform, context),
    uploadLogo: ({ body }, context) => uploadImage(platform, context, 'logo', body.bytes),
    uploadFavicon: ({ body }, context) => uploadImage(platform, context, 'favicon', body.bytes),
    openImage: ({ params }) => openImage(platform, params.file),
    checkCss: async ({ body }) => {
      const { css, faults } = compileCss(body.css)
      return { scopedCss: css, faults: faults.map(({ line, text }) => ({ line, message: englishOf(text), messageKey: keyOf(text) })) }
    },
    versions: async ({ query }, { tx }) => {
      const { rows, nextCursor } = await versionPage(platform.cursors, { tx, list: 'brand-versions', query }, {})
      return { rows: rows.map((row) => toBrandVersion(row)), nextCursor }
    },
    restore: ({ params }, context) => restoreBrand(platform, context, params.version),
  })
