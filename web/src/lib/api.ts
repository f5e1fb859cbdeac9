import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MutationMeta } from '@tanstack/react-query'
import type { Call, Data, Endpoint, Page, Result } from '@imperium/contract/kit/endpoint.ts'
import { readData } from '../../../packages/client/src/core.ts'
import type { RequestParts } from '../../../packages/client/src/core.ts'
import { ApiError } from './api-error.ts'
import { withProof } from './confirm-identity.ts'
import { sendRequest } from './request.ts'
import type { RequestOptions } from './request.ts'

export { ApiError } from './api-error.ts'

/** The input is optional if the operation takes none or only optional parts. */
type InputArg<E> = Record<string, never> extends Call<E> ? [input?: Call<E>] : [input: Call<E>]
type Options = Pick<RequestOptions, 'signal' | 'idempotencyKey' | 'timeoutMs'>

/** Calls one operation of the contract and returns its `data`; a paged one returns `{ rows, nextCursor }`. Throws ApiError. */
export async function call<const E extends Endpoint>(endpoint: E, input?: Call<E>, options: Options = {}): Promise<Result<E>> {
  const response = await withProof(() => sendRequest(endpoint, input ?? {}, options))
  // The server serialises by the same schema and its tests parse every reply, so the shape is not checked a second time here.
  try {
    return (await readData(endpoint, response)) as Result<E>
  } catch (cause) {
    throw new ApiError({ kind: 'network', cause })
  }
}

/** The prefix of all query keys of an operation: `['agents', 'list']`. `['agents']` matches the whole module. */
export const keyOf = (endpoint: Endpoint): string[] => endpoint.id.split('.')

/** Query options for a read: `useQuery(query(agents.read, { params: { id } }))`. */
export function query<const E extends Endpoint>(endpoint: E, ...[input]: InputArg<E>) {
  return queryOptions<Result<E>, ApiError>({
    queryKey: [...keyOf(endpoint), input ?? {}],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Options for `useInfiniteQuery` over a paged list; `data.pages.flatMap((page) => page.rows)` are the rows. */
export function pages<const E extends Endpoint & { paged: true }>(endpoint: E, ...[input]: InputArg<E>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint), 'pages', input ?? {}],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const parts = (input ?? {}) as RequestParts
      const paged = pageParam === null ? parts : { ...parts, query: { ...parts.query, cursor: pageParam } }
      return (await call(endpoint, paged as Call<E>, { signal })) as Page<Data<E>>
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}

/**
 * Mutation options of a write: `useMutation({ ...mutation(agents.create, { success: 'Agent created successfully!' }) })`. The query client
 * shows failures as toasts (`failure`: text without a server message; `silent`: none); success refetches the query keys of `invalidates`.
 */
export function mutation<const E extends Endpoint>(endpoint: E, meta: MutationMeta = {}) {
  return { mutationFn: (input: Call<E>) => call(endpoint, input), meta }
}
