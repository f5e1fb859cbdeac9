import { useState } from 'react'
import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { bothOf, couldBeTwo, readDecimal, writeDecimal } from './read-decimal.ts'
import type { DecimalSign } from './read-decimal.ts'
import { currentLanguage, t } from '../../lib/words.ts'

export interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** Null: nothing stands there. A text: what was typed, and is no number. */
  value: number | string | null
  onChange: (value: number | string | null) => void
  /** It has no decimals: those that are typed are a mistake that is said, and never other digits. */
  isWhole?: boolean
}

const ownSign = (): DecimalSign => (new Intl.NumberFormat(currentLanguage()).format(1.5).includes(',') ? ',' : '.')

/**
 * A number, typed and shown as at home. What is typed is kept as it stands as long as it means the value. What is no number, or could be two
 * ("1,500" in English), is said and goes on as it was typed, for the server to refuse: it must become neither another number nor none.
 */
export function DecimalInput({ value, onChange, isWhole = false, error, ...rest }: DecimalInputProps) {
  const [typed, setTyped] = useState('')
  const [isTyping, setIsTyping] = useState(false)
  const own = ownSign()
  const shown = readDecimal(typed, own, isWhole) === value ? typed : writeDecimal(value, own)
  // A form puts the cursor where its error is: that one is told in our words, which say more.
  const isTold = !isTyping || Boolean(error)
  const fault = isTold ? faultOf(value, own, isWhole) : undefined
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
