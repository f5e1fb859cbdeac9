import { NumberInput } from '@mantine/core'
import type { NumberInputProps } from '@mantine/core'
import { t } from '../../lib/words.ts'

const mostDollars = 1_000_000

/** A budget in US dollars, blank for none. */
export const DollarsInput = (props: Omit<NumberInputProps, 'prefix' | 'min' | 'max' | 'decimalScale' | 'hideControls'>) => (
  <NumberInput placeholder={t('No limit')} prefix="$" min={0} max={mostDollars} decimalScale={2} hideControls {...props} />
)
