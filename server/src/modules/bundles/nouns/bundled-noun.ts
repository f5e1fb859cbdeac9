import type { z } from 'zod'
import type { BundledNounName } from '@imperium/contract/bundles/bundles.ts'
import type { Endpoint } from '@imperium/contract/kit/endpoint.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { invokeAs } from '../../../platform/operations/invoke.ts'
import type { Invoke } from '../../../platform/operations/invoke.ts'
import type { Platform } from '../../../platform/platform.ts'

/** In whose name a bundle is read and applied: their rights and their audit rows. */
export interface Worker {
  platform: Platform
  context: Omit<OrgContext, 'tx'>
  invoke: Invoke
}

export const workerOf = (platform: Platform, context: Omit<OrgContext, 'tx'>): Worker => ({
  platform,
  context,
  invoke: invokeAs(platform, context),
})

export interface BundledObject<C = unknown> {
  /** Sorts by the time at which it was made. */
  id: string
  name: string
  content: C
}

/** A noun of the contract as bundles have it. Its content names others of the organization by id; names stand in the bundle. */
export interface BundledNoun<C = unknown> {
  noun: BundledNounName
  read: Permission
  write: Permission
  content: z.ZodType<C>
  list(worker: Worker): Promise<BundledObject<C>[]>
  /** @throws what the operation throws. */
  create(worker: Worker, content: C): Promise<void>
  update(worker: Worker, id: string, content: C): Promise<void>
  /** What is possible where some names lead to nothing here; null: nothing. Unless given, it is nothing. */
  without?(content: C, isUnresolved: (text: string) => boolean): C | null
  /** What of the object here stays although the bundle does not name it. */
  keep?(content: C, here: C): C
}

interface Page {
  rows: readonly unknown[]
  nextCursor: string | null
}

/** All rows of a paged list. */
export async function allRows<E extends Endpoint>(invoke: Invoke, endpoint: E, query: Record<string, string> = {}): Promise<Row<E>[]> {
  const rows: unknown[] = []
  let cursor: string | null = null
  do {
    const page = (await invoke(endpoint as Endpoint, {
      query: { ...query, limit: '200', ...(cursor ? { cursor } : {}) },
    })) as unknown as Page
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor)
  return rows as Row<E>[]
}

type Row<E extends Endpoint> = E extends { reply: z.ZodArray<infer R extends z.ZodType> } ? z.output<R> : never
