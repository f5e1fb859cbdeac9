import type { Exchange, Validated } from './exchange.ts'

/** Surrounds a handler: acts before, after or instead of the inner part. */
export type Layer = (exchange: Exchange & Validated, inside: Inside) => Promise<unknown>
export type Inside = (exchange: Exchange & Validated) => Promise<unknown>
