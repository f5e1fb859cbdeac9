import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { taxCategories } from '@imperium/contract/sales/compute-tax.ts'
import { salesCurrencies } from '@imperium/contract/sales/sales-documents.ts'
import { SalesProductBody, salesProducts } from '@imperium/contract/sales/sales-products.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { archiveMutation, invalidates, restoreMutation } from '../api.ts'
import { minorOf } from '../editor/document-form.ts'
import { unitOptions } from '../editor/unit-options.ts'
import { taxCategoryLabels } from '../sales-labels.ts'
import { useEdited } from '../editor/use-edited.ts'
import classes from '../sales.module.css'

type Typed = number | string | null

interface ProductValues extends Record<string, unknown> {
  name: string
  sku: string
  code: string
  currency: string
  unitPrice: Typed
  prices: { currency: string; unitPrice: Typed }[]
  taxRate: Typed
  unit: string
  taxCategory: string
  stock: Typed
}

const valuesOf = (product: SalesProduct | null, currency: string): ProductValues => ({
  name: product?.name ?? '',
  sku: product?.sku ?? '',
  code: product?.code ?? '',
  currency: product?.currency ?? currency,
  unitPrice: product ? product.unitPrice / 100 : null,
  prices: (product?.prices ?? []).map((price) => ({ currency: price.currency, unitPrice: price.unitPrice / 100 })),
  taxRate: product ? product.taxBasisPoints / 100 : 0,
  unit: product?.unit ?? '',
  taxCategory: product?.taxCategory ?? 'standard',
  stock: product?.stock ?? null,
})

const toBody = ({ taxRate, unitPrice, prices, stock, ...values }: ProductValues) => ({
  ...values,
  unitPrice: minorOf(unitPrice),
  prices: prices.map((price) => ({ ...price, unitPrice: minorOf(price.unitPrice) })),
  taxBasisPoints: minorOf(taxRate),
  stock: stock === '' ? null : stock,
})

interface ProductDialogProps {
  /** The one to change; null for a new one. */
  id: string | null
  /** Why it cannot be saved now. */
  refusal: string | undefined
  onClose: () => void
}

/** Creates, changes or archives a product. */
export function ProductDialog({ id, ...rest }: ProductDialogProps) {
  const edited = useEdited(salesProducts.read, id)
  return edited ? <ProductForm product={edited.editing} currency={edited.settings.currency} {...rest} /> : null
}

type ProductFormProps = Omit<ProductDialogProps, 'id'> & { product: SalesProduct | null; currency: string }

function ProductForm({ product, currency, refusal, onClose }: ProductFormProps) {
  const form = useContractForm<ProductValues>({ initialValues: valuesOf(product, currency), schema: SalesProductBody, toBody })
  const save = useMutation({
    mutationFn: (values: ProductValues) => {
      const body = SalesProductBody.parse(toBody(values))
      if (!product) return call(salesProducts.create, { body })
      return call(salesProducts.update, { params: { id: product.id }, body: { ...body, updatedAt: product.updatedAt } })
    },
    meta: { silent: true, success: t('Product saved'), invalidates },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The product could not be saved'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={product ? t('Edit product') : t('New Product')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={product ? t('Save changes') : t('Create product')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
      disabledReason={refusal}
      width={640}
    >
      <TextInput label={t('Name')} withAsterisk maxLength={300} data-autofocus {...form.getInputProps('name')} />
      <div className={classes.pair}>
        <TextInput label={t('SKU')} maxLength={60} {...form.getInputProps('sku')} />
        <TextInput label={t('HSN/SAC')} maxLength={8} {...form.getInputProps('code')} />
        <Select
          label={t('Unit')}
          data={unitOptions}
          searchable
          clearable
          {...form.getInputProps('unit')}
          value={form.values.unit || null}
          onChange={(unit) => form.setFieldValue('unit', unit ?? '')}
        />
        <Select
          label={t('Taxation')}
          data={taxCategories.map((value) => ({ value, label: taxCategoryLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('taxCategory')}
        />
      </div>
      <div className={classes.pair}>
        <DecimalInput label={t('Unit price')} withAsterisk {...form.getInputProps('unitPrice')} value={form.values.unitPrice} />
        <Select label={t('Currency')} data={[...salesCurrencies]} allowDeselect={false} {...form.getInputProps('currency')} />
      </div>
      {form.values.prices.map((price, index) => (
        // Prices have no other identifier.
        <div key={index} className={classes.price}>
          <DecimalInput label={t('Other price')} {...form.getInputProps(`prices.${index}.unitPrice`)} value={price.unitPrice} />
          <Select
            label={t('Currency')}
            data={[...salesCurrencies]}
            allowDeselect={false}
            {...form.getInputProps(`prices.${index}.currency`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={t('Remove price {number}', { number: index + 1 })}
            onClick={() => form.removeListItem('prices', index)}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          disabled={form.values.prices.length >= salesCurrencies.length - 1}
          onClick={() => form.insertListItem('prices', { currency: 'USD', unitPrice: null })}
        >
          {t('Add a price in another currency')}
        </Button>
      </div>
      <div className={classes.pair}>
        <DecimalInput label={t('Tax %')} {...form.getInputProps('taxRate')} value={form.values.taxRate} />
        <DecimalInput
          label={t('In stock')}
          description={t('Empty: not counted. Confirmed orders take from it.')}
          {...form.getInputProps('stock')}
          value={form.values.stock}
        />
      </div>
      {product && <ArchiveButton product={product} onDone={onClose} />}
    </FormDialog>
  )
}

function ArchiveButton({ product: { id, archivedAt }, onDone }: { product: SalesProduct; onDone: () => void }) {
  const archive = useMutation({ ...(archivedAt === null ? archiveMutation : restoreMutation), onSuccess: onDone })
  return (
    <div>
      <Button variant="default" loading={archive.isPending} onClick={() => archive.mutate({ params: { id } })}>
        {archivedAt === null ? t('Archive product') : t('Restore product')}
      </Button>
    </div>
  )
}
