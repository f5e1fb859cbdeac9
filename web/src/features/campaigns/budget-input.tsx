import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'

export const microsPerDollar = 1_000_000

interface BudgetInputProps {
  micros: number
  onChange: (micros: number) => void
  disabled?: boolean
  error?: ReactNode
}

/** What the agent may take for all messages of a send. */
export function BudgetInput({ micros, onChange, disabled = false, error }: BudgetInputProps) {
  return (
    <NumberInput
      label={t('Budget')}
      description={t('For all messages of one send; what it does not cover is not written.')}
      min={0}
      decimalScale={2}
      prefix="$"
      thousandSeparator=","
      disabled={disabled}
      value={micros / microsPerDollar}
      onChange={(value) => typeof value === 'number' && onChange(Math.round(value * microsPerDollar))}
      error={error}
    />
  )
}
