import { useState } from 'react'
import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { bothOf, couldBeTwo, readDecimal, writeDecimal } from './read-decimal.ts'
import type { DecimalSign } from './read-decimal.ts'
import { currentLanguage, t } from '../../lib/words.ts'

export interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** Null: empty. A string: typed text that is not a number. */
  value: number | string | null
  onChange: (value: number | string | null) => void
  /** Integers only: typed decimals are an error and never become other digits. */
  isWhole?: boolean
}

const ownSign = (): DecimalSign => (new Intl.NumberFormat(currentLanguage()).format(1.5).includes(',') ? ',' : '.')

/**
 * A number field in the reader's format. Keeps the typed text while it means the value. An invalid or ambiguous number ("1,500" in English)
 * shows an error and is passed on as text, so that the server rejects it: it must become neither another number nor null.
 */
export function DecimalInput({ value, onChange, isWhole = false, error, ...rest }: DecimalInputProps) {
  const [typed, setTyped] = useState('')
  const [isTyping, setIsTyping] = useState(false)
  const own = ownSign()
  const shown = readDecimal(typed, own, isWhole) === value ? typed : writeDecimal(value, own)
  // On submit, a form focuses its first error: that field shows our more detailed message.
  const isShown = !isTyping || Boolean(error)
  const fault = isShown ? faultOf(value, own, isWhole) : undefined
  return (
    <TextInput
      {...rest}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      error={fault ?? error}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(readDecimal(event.currentTarget.value, own, isWhole))
      }}
    />
  )
}

function faultOf(value: number | string | null, own: DecimalSign, isWhole: boolean): string | undefined {
  if (typeof value === 'number') return isWhole && !Number.isInteger(value) ? t('Must be a whole number') : undefined
  if (value === null || value.trim() === '') return undefined
  return !isWhole && couldBeTwo(value, own) ? t('Ambiguous number: write {whole} or {decimal}.', bothOf(value, own)) : t('Enter a number')
}
