import { Autocomplete } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { salesProducts } from '@imperium/contract/sales/sales-products.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import type { DocumentValues } from './document-form.ts'

const labelOf = ({ name, sku }: SalesProduct) => (sku === '' ? name : `${name} · ${sku}`)

/** In the document's currency; null: the product has none. */
const priceIn = ({ currency, unitPrice, prices }: SalesProduct, wanted: string): number | null =>
  currency === wanted ? unitPrice : (prices.find((each) => each.currency === wanted)?.unitPrice ?? null)

interface DescriptionFieldProps {
  form: UseFormReturnType<DocumentValues>
  index: number
  currency: string
}

/** Free text, or a product, which fills the line. */
export function DescriptionField({ form, index, currency }: DescriptionFieldProps) {
  const [isActive, setActive] = useState(false)
  const q = form.values.lines[index]?.description.trim() ?? ''
  const { data } = useQuery({
    ...query(salesProducts.list, { query: { ...(q ? { q } : {}), limit: 10 } }),
    enabled: isActive,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const products = new Map((data?.rows ?? []).map((product) => [labelOf(product), product]))
  const path = `lines.${index}`
  function write(text: string): void {
    const product = products.get(text)
    if (!product) {
      form.setFieldValue(`${path}.description`, text)
      if (text === '') form.setFieldValue(`${path}.productId`, null)
      return
    }
    const line = form.values.lines[index]
    const price = priceIn(product, currency)
    form.setFieldValue(path, {
      ...line,
      description: product.name,
      code: product.code,
      productId: product.id,
      unitPrice: price === null ? null : price / 100,
      unit: product.unit,
      taxRate: product.taxBasisPoints / 100,
      taxCategory: product.taxCategory,
    })
  }
  return (
    <Autocomplete
      label={t('Description')}
      withAsterisk
      maxLength={300}
      data={[...products.keys()]}
      filter={({ options }) => options}
      {...form.getInputProps(`${path}.description`)}
      onChange={write}
      onFocus={() => setActive(true)}
    />
  )
}
