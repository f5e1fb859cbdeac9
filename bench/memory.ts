import { readFileSync } from 'node:fs'
import { processTree } from './processor-time.ts'

const kilobytesOf = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** Resident memory of a process, in MB. */
export const residentMegabytes = (pid: number): number => kilobytesOf(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS') / 1024

export interface PostgresMemory {
  own: number
  shared: number
}

/** A server's memory with all its processes, in MB: `shared` are the buffers, once, as far as they were touched. */
export function memoryOfPostgres(pid: number): PostgresMemory {
  let [all, shared] = [0, 0]
  for (const each of processTree(pid)) {
    const rollup = rollupOf(each)
    all += kilobytesOf(rollup, 'Pss')
    shared += kilobytesOf(rollup, 'Pss_Shmem')
  }
  return { own: (all - shared) / 1024, shared: shared / 1024 }
}

/** Empty if the process has ended meanwhile. */
function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
