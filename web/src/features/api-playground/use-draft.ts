import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiPlayground } from '@imperium/contract/api-playground.ts'
import type { PlaygroundCall, ReferenceOperation } from '@imperium/contract/api-playground.ts'
import { query } from '../../lib/api.ts'
import { readOperation } from '@imperium/contract/kit/openapi-document.ts'
import { partQuery } from '../api-reference/index.ts'
import type { OperationDocument } from '@imperium/contract/kit/openapi-document.ts'
import { customDraft, draftOf, draftOfSaved, findOperation, parseEndpoint } from './draft.ts'
import type { Draft } from './draft.ts'
import type { PlaygroundSearch } from './playground-search.ts'

const firstEndpoint = 'GET /api/v1/agents'

/**
 * The request on screen: what the address names (an endpoint or a saved request), with the changes of this page on top. The changes belong
 * to what they were made on, so that a new choice drops them.
 */
export function useDraft(search: PlaygroundSearch, operations: readonly ReferenceOperation[]) {
  const source = search.saved ?? search.endpoint ?? firstEndpoint
  const [edited, setEdited] = useState<{ source: string; draft: Draft } | null>(null)
  const saved = useQuery({
    ...query(apiPlayground.readRequest, { params: { id: search.saved ?? '' } }),
    enabled: search.saved !== undefined,
  })
  const named = parseEndpoint(search.endpoint ?? (search.saved ? '' : firstEndpoint))
  const own = edited?.source === source ? edited.draft : null
  const current = own ?? (saved.data && search.saved ? draftOfSaved(saved.data) : named)
  const operation = current && findOperation(operations, current)
  const { data: document } = useQuery({ ...partQuery(operation?.tag ?? ''), enabled: Boolean(operation) })
  const described: OperationDocument | null = document && operation ? readOperation(document, operation.method, operation.path) : null
  const base = search.saved
    ? saved.data && draftOfSaved(saved.data)
    : named && (described ? draftOf(named, described) : { ...customDraft(), ...named })
  const draft = own ?? base ?? customDraft()
  return {
    draft,
    operation: operation ?? undefined,
    described,
    change: (change: Partial<Draft>) => setEdited({ source, draft: { ...draft, ...change } }),
    /** Brings back a call of the history. */
    place: (call: PlaygroundCall) => {
      const [path = '', text = ''] = call.path.split(/\?(.*)/s)
      const rows = [...new URLSearchParams(text)].map(([key, value]) => ({ enabled: true, key, value }))
      setEdited({ source, draft: { ...customDraft(), method: call.method, path, query: rows, body: '' } })
    },
  }
}
