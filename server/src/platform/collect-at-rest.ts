import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const everyMs = 10_000
/** Share of its time that a resting event loop works. */
const mostAtRest = 0.05
const leastGrowthBytes = 12 * 1024 * 1024

/** V8's full collection. The flag goes at once: no later context, such as that of a code step, may have it. */
function fullCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}

export const isWorthCollecting = (utilization: number, heapBytes: number, lastBytes: number): boolean =>
  utilization < mostAtRest && heapBytes - lastBytes >= leastGrowthBytes

/**
 * Returns memory once the work is over: V8 keeps the young generation as large as the last load made it, until the next full
 * collection, which a resting server may not see for hours (measured after a start: 174 MB instead of 144).
 */
export function collectAtRest(): void {
  const collect = fullCollection()
  let lastBytes = 0
  let lastUse = performance.eventLoopUtilization()
  setInterval(() => {
    const use = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(use, lastUse)
    lastUse = use
    if (!isWorthCollecting(utilization, getHeapStatistics().total_heap_size, lastBytes)) return
    collect()
    lastBytes = getHeapStatistics().total_heap_size
  }, everyMs).unref()
}
