import { useState } from 'react'
import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { couldBeTwo, readDecimal } from './read-decimal.ts'
import { t } from '../lib/words.ts'

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** Null: nothing stands there. A text: what was typed, and is no number. */
  value: number | string | null
  onChange: (value: number | string | null) => void
}

/**
 * A number that may have decimals, typed as at home. What is typed is kept as it stands as long as it means the value. What is no number, or
 * could be two ("1,500"), is said and goes on as it was typed, for the server to refuse: it must become neither another number nor none.
 */
export function DecimalInput({ value, onChange, error, ...rest }: DecimalInputProps) {
  const [typed, setTyped] = useState('')
  const [isTyping, setIsTyping] = useState(false)
  const shown = readDecimal(typed) === value ? typed : String(value ?? '')
  // A form puts the cursor where its error is: that one is told in our words, which say more.
  const isTold = !isTyping || Boolean(error)
  const fault = typeof value === 'string' && value.trim() !== '' && isTold ? faultOf(value) : undefined
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={fault ?? error}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(readDecimal(event.currentTarget.value))
      }}
    />
  )
}

const faultOf = (typed: string): string =>
  couldBeTwo(typed) ? t('It could be two numbers. Write it without a sign between thousands.') : t('Enter a number')
