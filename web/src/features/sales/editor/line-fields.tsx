import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { taxCategories } from '@imperium/contract/sales/compute-tax.ts'
import { salesLimits } from '@imperium/contract/sales/sales-documents.ts'
import { t } from '../../../lib/words.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { taxCategoryLabels } from '../sales-labels.ts'
import { DescriptionField } from './description-field.tsx'
import { emptyLine } from './document-form.ts'
import type { DocumentValues } from './document-form.ts'
import { unitOptions } from './unit-options.ts'
import classes from '../sales.module.css'

interface LineFieldsProps {
  form: UseFormReturnType<DocumentValues>
  hasTax: boolean
  currency: string
}

const categoryOptions = taxCategories.map((value) => ({ value, label: taxCategoryLabels[value] }))

/** The lines of a document; unit, discounts and why a line bears no tax stand below each. */
export function LineFields({ form, hasTax, currency }: LineFieldsProps) {
  const { lines } = form.values
  return (
    <div role="group" aria-label={t('Lines')} className={classes.section}>
      {lines.map(({ quantity, unitPrice, taxRate, discountRate, discountAmount }, index) => (
        // Rows have no other identifier.
        <div key={index} className={classes.line}>
          <DescriptionField form={form} index={index} currency={currency} />
          <TextInput label={t('HSN/SAC')} maxLength={8} {...form.getInputProps(`lines.${index}.code`)} />
          <DecimalInput label={t('Quantity')} withAsterisk {...form.getInputProps(`lines.${index}.quantity`)} value={quantity} />
          <DecimalInput label={t('Unit price')} withAsterisk {...form.getInputProps(`lines.${index}.unitPrice`)} value={unitPrice} />
          <DecimalInput label={t('Tax %')} disabled={!hasTax} {...form.getInputProps(`lines.${index}.taxRate`)} value={taxRate} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            disabled={lines.length === 1}
            aria-label={t('Remove line {number}', { number: index + 1 })}
            onClick={() => form.removeListItem('lines', index)}
          >
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
          <div className={classes.lineMore}>
            <Select
              size="xs"
              label={t('Unit')}
              data={unitOptions}
              searchable
              clearable
              {...form.getInputProps(`lines.${index}.unit`)}
              value={lines[index]?.unit || null}
              onChange={(unit) => form.setFieldValue(`lines.${index}.unit`, unit ?? '')}
            />
            <DecimalInput size="xs" label={t('Discount %')} {...form.getInputProps(`lines.${index}.discountRate`)} value={discountRate} />
            <DecimalInput size="xs" label={t('Discount')} {...form.getInputProps(`lines.${index}.discountAmount`)} value={discountAmount} />
            <Select
              size="xs"
              label={t('Taxation')}
              data={categoryOptions}
              disabled={!hasTax}
              allowDeselect={false}
              {...form.getInputProps(`lines.${index}.taxCategory`)}
            />
          </div>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          disabled={lines.length >= salesLimits.lines}
          onClick={() => form.insertListItem('lines', emptyLine)}
        >
          {t('Add line')}
        </Button>
      </div>
    </div>
  )
}
