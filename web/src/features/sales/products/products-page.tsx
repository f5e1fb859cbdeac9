import { Button } from '@mantine/core'
import { IconFileDownload, IconPackage } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { salesProducts } from '@imperium/contract/sales/sales-products.ts'
import { downloadFile } from '../../../lib/download.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { productFilter, productsQuery } from '../api.ts'
import { ImportButton } from '../imports/import-button.tsx'
import type { ProductsSearch } from '../sales-search.ts'

const ProductDialog = lazy(async () => ({ default: (await import('./product-dialog.tsx')).ProductDialog }))
const ProductsTable = lazy(async () => ({ default: (await import('./products-table.tsx')).ProductsTable }))
const route = getRouteApi('/org/$orgSlug/sales-product')
const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** /org/{slug}/sales-product: what the organization sells, with its prices. */
export function ProductsPage() {
  const search = route.useSearch()
  const change = changeSearch<ProductsSearch>(route.useNavigate())
  const mayWrite = useCan('sales:write')
  const refusal = useGate('sales:write')
  const list = useRows(productsQuery(search))
  const form = mayWrite ? (search.edit ?? (search.create ? 'create' : '')) : ''
  return (
    <ListPage
      title={t('Products')}
      subtitle={t('What you sell: filled into the lines of quotations, orders and invoices.')}
      icon={IconPackage}
      list={list}
      search={search}
      change={change}
      actions={mayWrite && <FileActions search={search} />}
      create={mayWrite ? { label: t('New Product'), refusal } : undefined}
      find={{ label: t('Search products') }}
      filters={[{ key: 'archived', label: t('Filter'), options: [{ value: 'true', label: t('Archived') }] }]}
      count={list.total === null ? '' : plural(list.total, { one: '{count} product', other: '{count} products' })}
      failed={t('Products could not be loaded')}
      empty={{ title: t('No products yet'), text: t('Create the first one, or import a CSV file.') }}
      noMatch={{ title: t('No matches'), text: t('No product fits the search and the filter.') }}
      renderRows={(table) => <ProductsTable {...table} onOpen={({ id }) => change({ edit: id })} />}
    >
      <Overlays open={form}>
        {form !== '' && (
          <ProductDialog
            key={form}
            id={search.edit ?? null}
            refusal={refusal}
            onClose={() => change({ create: undefined, edit: undefined }, true)}
          />
        )}
      </Overlays>
    </ListPage>
  )
}

function FileActions({ search }: { search: ProductsSearch }) {
  const exporting = useMutation({
    mutationFn: () => downloadFile(salesProducts.exportList, { query: productFilter(search) }),
    meta: { failure: t('The products could not be exported') },
  })
  return (
    <>
      <ImportButton of="products" />
      <Button
        variant="default"
        leftSection={<IconFileDownload {...symbol} />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t('Export')}
      </Button>
    </>
  )
}
