import { salesProducts } from '@imperium/contract/sales/sales-products.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvExport } from '../../../platform/resources/csv-export.ts'
import { found } from '../../../platform/resources/checks.ts'
import { readPage } from '../documents/read-by-id.ts'
import { archiveProduct, createProduct, updateProduct } from './change-products.ts'
import { importProducts, productCells } from './import-products.ts'
import { findProduct, productPage, toProduct } from './product-store.ts'

const batch = 1_000
type Place = readonly [name: string, id: string]

export const productOperations = (platform: Platform) =>
  bindOperations(salesProducts, {
    list: ({ query }, { tx }) =>
      readPage(platform, tx, 'sales-products', query, {
        read: productPage,
        placeOf: ({ place, id }): Place => [place, id],
        toReply: toProduct,
      }),
    exportList: ({ query }, { inOrg, audit }) => {
      audit({ after: { filtered: Object.keys(query) } })
      return Promise.resolve(
        csvExport<Awaited<ReturnType<typeof productPage>>[number], Place>({
          name: 'products',
          now: platform.clock.now(),
          head: Object.keys(productCells),
          cells: (row) => Object.values(productCells).map((cell) => cell(toProduct(row))),
          read: (after) =>
            inOrg(async (tx) => {
              const rows = await productPage(tx, { ...query, limit: batch, after })
              const last = rows.length < batch ? undefined : rows.at(-1)
              return { rows, next: last ? [last.place, last.id] : null }
            }),
        }),
      )
    },
    importList: ({ body, query }, context) => importProducts(platform, context, body.bytes, query.check === 'true'),
    create: ({ body }, context) => createProduct(context, body),
    read: async ({ params }, { tx }) => toProduct(found(await findProduct(tx, params.id))),
    update: ({ params, body }, context) => updateProduct(platform, context, params.id, body),
    archive: ({ params }, context) => archiveProduct(platform, context, params.id, true),
    restore: ({ params }, context) => archiveProduct(platform, context, params.id, false),
  })
