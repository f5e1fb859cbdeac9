import { useState } from 'react'
import { NumberInput } from '@mantine/core'
import type { NumberInputProps } from '@mantine/core'

interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** Null: nothing stands there. */
  value: number | null
  onChange: (value: number | null) => void
}

const numberOf = (typed: string | number): number | null => (typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed))

/**
 * A number that may have decimals. What is typed is kept as it stands as long as it means the value: on the way to 250.75 there is "250.",
 * and who puts the number 250 in its place takes the point away under the hands of whoever types.
 */
export function DecimalInput({ value, onChange, ...rest }: DecimalInputProps) {
  const [typed, setTyped] = useState<string | number>('')
  return (
    <NumberInput
      {...rest}
      allowedDecimalSeparators={['.', ',']}
      value={numberOf(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}
