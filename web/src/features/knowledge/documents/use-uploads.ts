import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { documentLimits } from '@imperium/contract/knowledge.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatBytes } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { changed, uploadDocument } from '../api.ts'
import type { DocumentSettings } from '../api.ts'

export interface Uploads {
  /** Name of the file that is going up. */
  current: string | null
  done: number
  total: number
  faults: { name: string; text: string }[]
  add: (files: readonly File[], settings: DocumentSettings) => Promise<void>
  clear: () => void
}

const idle = { current: null, done: 0, total: 0 }

/** Uploads files one after the other; one that is refused does not stop the others. */
export function useUploads(): Uploads {
  const client = useQueryClient()
  const [state, setState] = useState<Pick<Uploads, 'current' | 'done' | 'total'>>(idle)
  const [faults, setFaults] = useState<Uploads['faults']>([])

  async function add(files: readonly File[], settings: DocumentSettings): Promise<void> {
    for (const [done, file] of files.entries()) {
      setState({ current: file.name, done, total: files.length })
      const fault = await send(file, settings)
      if (fault !== '') setFaults((before) => [...before.filter(({ name }) => name !== file.name), { name: file.name, text: fault }])
      await client.invalidateQueries({ queryKey: changed[0] ?? [] })
    }
    setState(idle)
  }

  async function send(file: File, settings: DocumentSettings): Promise<string> {
    if (file.size > documentLimits.bytes) return t('A file may have at most {size}', { size: formatBytes(documentLimits.bytes) })
    try {
      await uploadDocument(file, settings)
      return ''
    } catch (error) {
      return error instanceof ApiError ? error.message : t('The file could not be read')
    }
  }

  return { ...state, faults, add, clear: () => setFaults([]) }
}
