import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Module } from '../../../platform/module.ts'
import type { Platform } from '../../../platform/platform.ts'
import { chooseDueWinners } from './choose-winner.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { buildJob, chunkJob } from './jobs.ts'
import type { BuildData, ChunkData } from './jobs.ts'
import type { EngineParts } from './parts.ts'
import { guardEndedSends, guardSends, reapSends } from './reap-store.ts'

/** The engine's part of the manifest: its jobs, ticks and what lives as long as the workers. */
export function engineManifest(platform: Platform, parts: EngineParts): Required<Pick<Module, 'jobs' | 'ticks' | 'startWorker'>> {
  let engine: Engine | undefined
  const build: JobDefinition<BuildData> = {
    name: buildJob,
    lane: 'bulk',
    run: async (data, { signal }) => engine?.build(data, signal),
  }
  const send: JobDefinition<ChunkData> = {
    name: chunkJob,
    lane: 'bulk',
    run: async (data, { signal }) => engine?.sendChunk(data, signal),
  }
  return {
    jobs: [build, send] as unknown as JobDefinition[],
    ticks: [
      { name: 'sweep-sends', everyMs: 2_000, everywhere: true, run: () => reapSends(platform) },
      { name: 'guard-sends', everyMs: 2_000, run: () => guardSends(platform) },
      { name: 'guard-ended-sends', everyMs: 60_000, run: () => guardEndedSends(platform) },
      { name: 'choose-winners', everyMs: 10_000, run: () => chooseDueWinners(platform) },
    ],
    startWorker: async () => {
      const started = createEngine(platform, parts)
      engine = started
      return { stop: (graceMs) => started.stop(graceMs) }
    },
  }
}
