import type { UseFormReturnType } from '@mantine/form'
import { t } from '../../../lib/words.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { formatPlain } from '../sales-labels.ts'
import classes from '../sales.module.css'

export interface Quantities extends Record<string, unknown> {
  /** Of each line; empty: nothing of it. */
  quantities: (number | string | null)[]
}

/** The lines that have a quantity; none of them: the request names no lines. */
export function linesBodyOf(quantities: Quantities['quantities']) {
  const lines = quantities.flatMap((quantity, at) =>
    quantity === null || quantity === '' || quantity === 0 ? [] : [{ line: at + 1, quantity }],
  )
  return lines.length === 0 ? {} : { lines }
}

interface QuantityFieldsProps {
  form: UseFormReturnType<Quantities>
  lines: readonly { description: string; left: number }[]
}

/** How much of each line. */
export function QuantityFields({ form, lines }: QuantityFieldsProps) {
  return (
    <div role="group" aria-label={t('Quantities')} className={classes.section}>
      {lines.map(({ description, left }, index) => (
        <DecimalInput
          // Lines have no other identifier.
          key={index}
          label={t('{line}: quantity of {left}', { line: description, left: formatPlain(left) })}
          disabled={left <= 0}
          {...form.getInputProps(`quantities.${index}`)}
          value={form.values.quantities[index] ?? null}
        />
      ))}
    </div>
  )
}
