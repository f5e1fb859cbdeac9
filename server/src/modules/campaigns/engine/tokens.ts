import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { OutletAccount, SendFacts } from './parts.ts'

/** Tokens are taken for this period in advance: one batch a second instead of one statement a message. */
const batchSeconds = 0.5
/** A bucket holds what fills in this time. */
const burstSeconds = 2

interface Bucket {
  key: string
  rate: number
}

export interface TokenBucket {
  /** How many of `want` messages may go out to this domain now; 0 with the milliseconds until there may be one. */
  take(domain: string, want: number): Promise<{ taken: number; waitMs: number; isDomain: boolean }>
  /** True where no rate limits this send: no tokens are needed. */
  readonly isFree: boolean
}

export const bucketOf = (orgId: string, accountId: string): string => `account:${orgId}:${accountId}`

export async function consumeTokens(tx: OrgTx, { key, rate }: Bucket, want: number): Promise<{ taken: number; waitMs: number }> {
  const burst = Math.max(1, Math.round(rate * burstSeconds))
  const { rows } = await sql<{ taken: number; wait_ms: number }>`
    select taken, wait_ms from app.take_tokens(${key}, ${Math.min(want, burst)}, ${rate}, ${burst})`.execute(tx)
  return { taken: rows[0]?.taken ?? 0, waitMs: rows[0]?.wait_ms ?? 0 }
}

/**
 * A mail server that the installation shares backs off for all organizations: it counts our messages, whichever organization sends them.
 */
const pauseKeyOf = (orgId: string, { id, isShared }: PausableAccount): string => (isShared ? 'platform-smtp' : bucketOf(orgId, id))
type PausableAccount = Pick<OutletAccount, 'id' | 'isShared'>

/** Starts a backoff of the account, as its provider asked; `progress`: it accepted something since the last one. @returns milliseconds. */
export async function pauseAccount(tx: OrgTx, account: PausableAccount, ms: number, progress: boolean): Promise<number> {
  const { rows } = await sql<{
    ms: number
  }>`select app.rest_bucket(${pauseKeyOf(tx.orgId, account)}, ${Math.round(ms)}, ${progress}) as ms`.execute(tx)
  return rows[0]?.ms ?? ms
}

export async function pauseLeft(tx: OrgTx, account: PausableAccount): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select app.rest_left(${pauseKeyOf(tx.orgId, account)}) as ms`.execute(tx)
  return rows[0]?.ms ?? 0
}

/**
 * Takes tokens of the campaign's throttle, the account and the recipient domain in batches and spends them one by one.
 * Unused tokens are dropped at the end: a send is slower by at most half a second's worth, never faster.
 */
export function createTokenBucket(
  withTx: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>,
  facts: Pick<SendFacts, 'orgId' | 'sendId' | 'definition'>,
  account: OutletAccount,
): TokenBucket {
  const { throttlePerMinute } = facts.definition
  const common: Bucket[] = [
    ...(throttlePerMinute === null ? [] : [{ key: `send:${facts.sendId}`, rate: throttlePerMinute / 60 }]),
    ...(account.ratePerSecond === null ? [] : [{ key: bucketOf(facts.orgId, account.id), rate: account.ratePerSecond }]),
  ]
  const { domainRatePerSecond: domainRate } = account
  const held = new Map<string, number>()
  const top = async ({ key, rate }: Bucket, want: number): Promise<number> => {
    const has = held.get(key) ?? 0
    if (has >= want) return 0
    const { taken, waitMs } = await withTx((tx) => consumeTokens(tx, { key, rate }, Math.max(want - has, Math.ceil(rate * batchSeconds))))
    held.set(key, has + taken)
    // The wait is for a batch, not for one message.
    return has + taken > 0 ? 0 : Math.max(waitMs, Math.min(burstSeconds * 1_000, (1_000 * want) / rate))
  }
  return {
    isFree: common.length === 0 && domainRate === null,
    take: async (domain, want) => {
      const domains = domainRate === null ? [] : [{ key: `domain:${facts.orgId}:${account.id}:${domain}`, rate: domainRate }]
      const buckets = [...common, ...domains]
      for (const bucket of buckets) {
        const waitMs = await top(bucket, want)
        if (waitMs > 0) return { taken: 0, waitMs, isDomain: !common.includes(bucket) }
      }
      const taken = Math.min(want, ...buckets.map((bucket) => held.get(bucket.key) ?? 0))
      for (const { key } of buckets) held.set(key, (held.get(key) ?? 0) - taken)
      return { taken, waitMs: 0, isDomain: false }
    },
  }
}

/** A chunk whose quota is used up is handed back immediately: the next lease checks whether more messages are left. */
const afterAllowanceMs = 1_000

/** The same token buckets, limited to a number of messages. */
export function limitTokenBucket(tokenBucket: TokenBucket, allowance: number): TokenBucket {
  if (allowance === Infinity) return tokenBucket
  let left = allowance
  return {
    isFree: false,
    take: async (domain, want) => {
      if (left <= 0) return { taken: 0, waitMs: afterAllowanceMs, isDomain: false }
      const response = await tokenBucket.take(domain, Math.min(want, left))
      left -= response.taken
      return response
    },
  }
}
