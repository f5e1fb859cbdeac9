import { randomUUIDv7 } from 'node:crypto'

/** A new time-ordered id (UUIDv7, RFC 9562): rows, partitions and cursors sort by it. */
export const newId = (): string => randomUUIDv7()

export const zeroId = '00000000-0000-0000-0000-000000000000'
