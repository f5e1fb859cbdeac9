import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { routes } from './routes.ts'
import type { OperationId } from './routes.ts'
import type { Make, PagedSamples } from './sample.ts'

interface SampleFile {
  samples: Partial<Record<OperationId, Make>>
  pagedSamples?: PagedSamples
}

/** Every file of samples beside the modules: a new module adds its own, and nothing else. */
const modules = resolve(import.meta.dirname, '../../modules')
const paths = globSync('*/testing/*samples.ts', { cwd: modules }).sort()
const files = await Promise.all(paths.map(async (path) => (await import(resolve(modules, path))) as SampleFile))

function collect<T>(tables: readonly Partial<Record<OperationId, T>>[]): Map<OperationId, T> {
  const all = new Map<OperationId, T>()
  for (const [id, make] of tables.flatMap((table) => Object.entries(table) as [OperationId, T][])) {
    if (all.has(id)) throw new Error(`${id} has two samples`)
    all.set(id, make)
  }
  return all
}

/** A valid request of every operation. */
const samples = collect(files.map((file) => file.samples))

/** For every paged operation: a request with at least two rows, so that a first page of one row ends in a cursor. */
const pagedSamples = collect(files.map((file) => file.pagedSamples ?? {}))

const bare = routes.filter(({ id, endpoint }) => !samples.has(id) || (endpoint.paged && !pagedSamples.has(id)))
if (bare.length > 0)
  throw new Error(`No sample, or no paged sample, in server/src/modules/*/testing: ${[...new Set(bare.map(({ id }) => id))].join(', ')}`)

function of<T>(table: ReadonlyMap<OperationId, T>, id: OperationId): T {
  const make = table.get(id)
  if (!make) throw new Error(`${id} has no sample`)
  return make
}

export const sampleOf = (id: OperationId): Make => of(samples, id)
export const pagedSampleOf = (id: OperationId): NonNullable<PagedSamples[OperationId]> => of(pagedSamples, id)
