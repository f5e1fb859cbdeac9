import { useEffect, useRef, useState } from 'react'
import { consents } from '@imperium/contract/contacts/consents.ts'
import type { SuppressionChannel } from '@imperium/contract/contacts/consents.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { AddressLine } from '@imperium/contract/contacts/suppressions.ts'

/** Of one request. A list may have twice as many: lines stay far below the limit of its size. */
const perRequest = 5_000
/** The length to which the server cuts an unreadable address in its response. */
const excerptLength = 80

interface Sent {
  /** Number of sent addresses; a retry continues from here. */
  done: number
  added: number
  alreadyThere: number
  /** Lines with an address that the server could not parse. */
  unreadable: AddressLine[]
}
const nothing: Sent = { done: 0, added: 0, alreadyThere: 0, unreadable: [] }

export interface FileWork extends Sent {
  busy: boolean
  error: Error | null
  send: (addresses: readonly AddressLine[], to: { channel: SuppressionChannel; detail: string }) => Promise<void>
  reset: () => void
}

/** Suppresses the addresses of a file in parts. Closing the dialog stops it; sent addresses stay suppressed. */
export function useSuppressFile(): FileWork {
  const [sent, setSent] = useState(nothing)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  const send: FileWork['send'] = async (addresses, { channel, detail }) => {
    setBusy(true)
    setError(null)
    let now = sent
    try {
      while (now.done < addresses.length && open.current) {
        const part = addresses.slice(now.done, now.done + perRequest)
        const reported = await call(consents.addSuppressions, {
          body: { channel, detail, addresses: part.map(({ text }) => text).join('\n') },
        })
        const wrong = new Set(reported.examples)
        now = {
          done: now.done + part.length,
          added: now.added + reported.added,
          alreadyThere: now.alreadyThere + reported.alreadyThere,
          unreadable: [...now.unreadable, ...part.filter(({ text }) => wrong.has(text.slice(0, excerptLength)))],
        }
        setSent(now)
      }
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['consents'] })
    }
  }
  return { ...sent, busy, error, send, reset: () => setSent(nothing) }
}
