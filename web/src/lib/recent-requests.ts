/** A request of this browser: its id finds it in the operator's log. */
export interface RecentRequest {
  id: string
  /** Method and path, without the query. */
  what: string
  status: number
}

const kept = 10
let recent: readonly RecentRequest[] = []

/** In memory only: a reload begins anew. */
export function noteRequest({ method, url }: Request, { headers, status }: Response): void {
  const id = headers.get('x-request-id')
  if (id) recent = [{ id, what: `${method} ${new URL(url).pathname}`, status }, ...recent].slice(0, kept)
}

/** The latest first. */
export const recentRequests = (): readonly RecentRequest[] => recent
