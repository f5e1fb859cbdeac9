import { randomUUIDv7 } from 'node:crypto'

/** A new time-ordered id (UUIDv7, RFC 9562): rows, partitions and cursors sort by it. */
export const newId = (): string => randomUUIDv7()

export const zeroId = '00000000-0000-0000-0000-000000000000'

const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isId = (text: string): boolean => shape.test(text)

/** Creation time of one of our ids, in milliseconds: the first 48 bits of a UUIDv7. */
export const madeAtMs = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** No id created in this millisecond or later is smaller. */
export const lowestId = (ms: number): string => withHyphens(Math.max(0, ms).toString(16).padStart(12, '0').padEnd(32, '0'))

/** A time-ordered id of a moment in the past. */
export const idAt = (at: Date): string => lowestId(at.getTime()).slice(0, 14) + newId().slice(14)

/** The 16 bytes of an id, and the id of 16 bytes. */
export const idToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
export const idFromBytes = (bytes: Buffer): string => withHyphens(bytes.toString('hex'))

/** The id just below: `id` is the first that sorts after it. */
export const idBefore = (id: string): string => withHyphens((BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0'))

const withHyphens = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
