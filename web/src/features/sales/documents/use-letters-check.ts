import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { call } from '../../../lib/api.ts'
import { lettersWithoutFont } from './letters-without-font.ts'

interface LettersCheck {
  /** Goes on at once where the text has all its letters or was told already; else it tells, and a second try goes on. */
  check: (text: string, goOn: () => void) => void
  /** What is told of the text; undefined where nothing is. */
  toldOf: (text: string) => string | undefined
  isChecking: boolean
}

/** Looks through a text that is about to be printed for letters that no font has. */
export function useLettersCheck(onError: (error: Error) => void): LettersCheck {
  const [told, setTold] = useState<{ text: string; missing: readonly string[] }>()
  const find = useMutation({
    mutationFn: (text: string) => call(salesInvoices.findMissingLetters, { body: { text } }),
    meta: { silent: true },
    onError,
  })
  const check = (text: string, goOn: () => void): void => {
    if (told?.text === text) return goOn()
    find.mutate(text, {
      onSuccess: ({ missingLetters }) => {
        setTold({ text, missing: missingLetters })
        if (missingLetters.length === 0) goOn()
      },
    })
  }
  return { check, toldOf: (text) => (told?.text === text ? lettersWithoutFont(told.missing) : undefined), isChecking: find.isPending }
}
