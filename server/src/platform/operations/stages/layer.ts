import type { Exchange, Validated } from './exchange.ts'

/** What surrounds a handler: does something before, after or instead of what is inside. */
export type Layer = (exchange: Exchange & Validated, inside: Inside) => Promise<unknown>
export type Inside = (exchange: Exchange & Validated) => Promise<unknown>
