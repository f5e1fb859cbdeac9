import { useQuery } from '@tanstack/react-query'
import type { Data, Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { SalesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { query } from '../../../lib/api.ts'
import { settingsQuery } from '../api.ts'

/** The document to edit (null: a new one) with the settings; undefined until both are there. Throws what failed. */
export function useEdited<const E extends Endpoint>(
  endpoint: E,
  id: string | null,
): { editing: Data<E> | null; settings: SalesSettings } | undefined {
  const settings = useQuery(settingsQuery)
  // Every read of a document takes its id and nothing else.
  const read = query(endpoint as Endpoint, { params: { id: id ?? '' } } as never)
  const { data, error } = useQuery({ ...read, enabled: id !== null, meta: { silent: true } })
  const failed = error ?? settings.error
  if (failed) throw failed
  if ((id !== null && data === undefined) || !settings.data) return undefined
  return { editing: id === null ? null : (data as Data<E>), settings: settings.data }
}
