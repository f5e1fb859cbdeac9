import { isIP } from 'node:net'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../jobs/at-most.ts'
import type { Database } from '../db/database.ts'

export interface RateState {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
}

export interface CountedHit extends RateState {
  /** The first of its window that is refused: the one that the record names. */
  isFirstRefusal: boolean
}

/**
 * Counts one hit in a fixed window, in the database, so that all processes share the limit. For sign-in and other rare,
 * guessable requests; `key` must not hold personal data in plain text.
 */
export async function countHit(db: Database, key: string, max: number, windowSeconds: number): Promise<CountedHit> {
  const { rows } = await sql<{ hits: number; reset: number }>`
    insert into auth.rate_hits as r (key, window_start, hits)
    values (${key}, to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}) * ${windowSeconds}), 1)
    on conflict (key, window_start) do update set hits = r.hits + 1
    returning hits, ceil(extract(epoch from window_start) + ${windowSeconds} - extract(epoch from now()))::int as reset`.execute(
    db.authLookup,
  )
  const { hits = 1, reset = windowSeconds } = rows[0] ?? {}
  const state = { allowed: hits <= max, limit: max, remaining: Math.max(0, max - hits), resetSeconds: Math.max(1, reset) }
  return { ...state, isFirstRefusal: hits === max + 1 }
}

/** Deletes all hits of a key: a correct password clears the wrong ones before it. */
export async function forgiveHits(db: Database, key: string): Promise<void> {
  await sql`delete from auth.rate_hits where key = ${key}`.execute(db.authLookup)
}

/** Takes the last hit of each key back: it was no failure. */
export async function uncountHits(db: Database, keys: readonly string[]): Promise<void> {
  await sql`update auth.rate_hits r set hits = hits - 1 where hits > 0 and key = any(${keys})
    and window_start = (select max(window_start) from auth.rate_hits l where l.key = r.key)`.execute(db.authLookup)
}

/**
 * Counts in this process only, for the general limits of every request: exact for one process, per process for several
 * (a database write per request would cost more than most requests).
 */
export function createLocalLimiter() {
  const windows = new LRUCache<string, { startedAt: number; hits: number }>(atMost(50_000))
  /** `weight` 0 only reads. */
  return (key: string, max: number, windowSeconds: number, nowMs: number, weight = 1): RateState => {
    let window = windows.get(key)
    if (!window || nowMs - window.startedAt >= windowSeconds * 1_000) {
      window = { startedAt: nowMs, hits: 0 }
      windows.set(key, window)
    }
    window.hits += weight
    const resetSeconds = Math.max(1, Math.ceil((window.startedAt + windowSeconds * 1_000 - nowMs) / 1_000))
    return { allowed: window.hits <= max, limit: max, remaining: Math.max(0, max - window.hits), resetSeconds }
  }
}

/**
 * The address that is counted: for IPv6 the first 64 bits, which one customer of a network has; a client can use another of
 * those addresses for each attempt. 48 bits where a customer with a larger network is to count once too.
 */
export function addressGroup(ip: string, bits: 64 | 48 = 64): string {
  const v4 = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(v4) !== 6) return v4
  const [head = '', tail] = (v4.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array.from<string>({ length: Math.max(0, 8 - left.length - right.length) }).fill('0'), ...right]
  return `${groups
    .slice(0, bits / 16)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${bits}`
}
