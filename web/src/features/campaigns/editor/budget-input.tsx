import { t } from '../../../lib/words.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import type { DecimalInputProps } from '../../../ui/form/decimal-input.tsx'

export const microsPerDollar = 1_000_000

interface BudgetInputProps extends Pick<DecimalInputProps, 'onChange' | 'disabled' | 'error'> {
  /** Null when emptied; a string when it is not a number, so that the form rejects it. */
  micros: DecimalInputProps['value']
}

/** The agent's budget for all messages of a send. */
export function BudgetInput({ micros, onChange, ...rest }: BudgetInputProps) {
  return (
    <DecimalInput
      {...rest}
      label={t('Budget')}
      description={t('For all messages of one send. Messages beyond it are not written.')}
      leftSection="$"
      value={typeof micros === 'number' ? micros / microsPerDollar : micros}
      onChange={(dollars) => onChange(typeof dollars === 'number' ? Math.round(dollars * microsPerDollar) : dollars)}
    />
  )
}
