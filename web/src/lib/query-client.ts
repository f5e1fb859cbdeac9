import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { ApiError, describeError } from './api-error.ts'
import { notify } from './notify.ts'
import { endSession, hasSession, reportTwoFactorRequired } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: string; silent?: boolean }
    mutationMeta: { failure?: string; success?: string; silent?: boolean; invalidates?: readonly QueryKey[] }
  }
}

/** Shows a failure as toasts; a 401 of a signed-in page ends the session instead. */
export function reportError(error: unknown, fallback?: string): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  if (error instanceof ApiError && error.status === 401 && endSession('expired')) return
  // The organization rejects a password of this age: redirect to the page that changes it.
  if (error instanceof ApiError && hasOldPassword(error))
    return location.assign(`/change-password?next=${encodeURIComponent(location.pathname + location.search)}`)
  if (needsSecondFactor(error)) return reportTwoFactorRequired()
  for (const text of describeError(error, fallback)) notify.error(text)
}

// Without a session a 401 is about the typed credentials, so the screen shows it.
const isExpired = (error: unknown) => error instanceof ApiError && ((error.status === 401 && hasSession()) || hasOldPassword(error))
const hasOldPassword = (error: ApiError) => error.problem?.code === 'PASSWORD_EXPIRED'
const needsSecondFactor = (error: unknown) => error instanceof ApiError && error.problem?.code === 'TWO_FACTOR_REQUIRED'
/** Errors that concern the whole page, even if a screen shows its own failures. */
const concernsSession = (error: unknown) => isExpired(error) || needsSecondFactor(error)

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (!meta?.silent || concernsSession(error)) reportError(error, meta?.failure)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => {
      if (!meta?.silent || concernsSession(error)) reportError(error, meta?.failure)
    },
    onSuccess: (_data, _variables, _result, { meta }) => {
      if (meta?.success) notify.success(meta.success)
      for (const queryKey of meta?.invalidates ?? []) void queryClient.invalidateQueries({ queryKey })
    },
  }),
  defaultOptions: {
    queries: {
      // Sends even when the browser reports offline: the user sees the failure immediately instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      // One retry, only where it can help: a 4xx refusal stays a refusal.
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
