import { readFileSync, readdirSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** A process and its running descendants; empty where there is no /proc. */
export function processTree(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(processTree)]
  } catch {
    // The process ended meanwhile, or this is not Linux.
    return []
  }
}

/** Seconds of processor time that a process and its descendants have used, the ended ones that were waited for included. */
export function processorSeconds(pid: number): number {
  const ticks = processTree(pid).map((each) => {
    try {
      // The name in brackets may hold spaces; utime, stime, cutime and cstime are the 12th to 15th field after it.
      const fields = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}
