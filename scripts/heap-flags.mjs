// Plain JavaScript for Node 20: it runs before Node 24 is installed.
import os from 'node:os'

/** From here on the server may take 90 MB more under load. */
const ROOMY_MB = 2_000

/**
 * Node's flags for the server's heap. A young generation of 16 MB and V8's own growth spare a tenth to a quarter of the processor time of a
 * list (docs/operations.md); where memory is short the server stays small instead. At rest both use the same (`collectAtRest`).
 */
export const heapFlags = (memoryMb) =>
  memoryMb >= ROOMY_MB ? ['--max-semi-space-size=16'] : ['--max-semi-space-size=4', '--heap-growing-percent=40']

/** The machine's memory, or the container's limit if that is lower. */
export function memoryMb(total = os.totalmem(), limit = process.constrainedMemory?.() ?? 0) {
  return Math.floor((limit > 0 ? Math.min(limit, total) : total) / 1024 / 1024)
}
