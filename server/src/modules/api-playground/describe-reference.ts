import type { ReferenceOperation } from '@imperium/contract/api-playground.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { isDestructive } from '@imperium/contract/mcp/tools.ts'
import { contract } from '@imperium/contract/registry.ts'
import { describePublicPart } from '../../platform/operations/api-documents.ts'

const publicParts: readonly (readonly [string, readonly Endpoint[]])[] = Object.entries(contract).map(([tag, group]) => [
  tag,
  Object.values<Endpoint>(group).filter(({ v1 }) => v1),
])

let listed: ReferenceOperation[] | undefined
/** Every operation below `/api/v1`, by part. */
export const publicOperations = (): ReferenceOperation[] =>
  (listed ??= publicParts.flatMap(([tag, group]) =>
    group.map((endpoint) => ({
      id: endpoint.id,
      method: endpoint.method,
      path: `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      summary: endpoint.summary,
      tag,
      scope: endpoint.access === 'public' || endpoint.access === 'signed-in' ? null : endpoint.access,
      isDestructive: isDestructive(endpoint),
    })),
  ))

const described = new Map<string, Record<string, unknown>>()
/** The OpenAPI document of one part, which is a hundredth of the whole; null for an unknown part. */
export function describePart(tag: string): Record<string, unknown> | null {
  const [, group] = publicParts.find(([name]) => name === tag) ?? []
  if (!group?.length) return null
  const known = described.get(tag) ?? describePublicPart(tag, group)
  described.set(tag, known)
  return known
}
