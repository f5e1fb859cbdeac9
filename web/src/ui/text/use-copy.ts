import { useEffect, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'

const confirmationMs = 2_000

/** Copies text and confirms it for 2 seconds, as long as a toast of success stays. */
export function useCopy() {
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (copiedAt === 0) return
    const timer = setTimeout(() => setCopiedAt(0), confirmationMs)
    return () => clearTimeout(timer)
  }, [copiedAt])

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopiedAt(Date.now())
    } catch (error) {
      console.error('The clipboard refused the text.', error)
      notify.error(t('The text could not be copied.'))
    }
  }
  return { copied: copiedAt !== 0, copy: (text: string) => void copy(text) }
}
