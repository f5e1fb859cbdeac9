import fs from 'node:fs'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { readLastBackup } from '../installation/last-backup.ts'
import type { Platform } from '../platform.ts'

const gaugesOf = (registry: Registry) => {
  const registers = [registry]
  return {
    databaseUp: new Gauge({
      name: 'imperium_database_up',
      help: '1 while the database answers; without it the queue and leader are not shown',
      registers,
    }),
    due: new Gauge({ name: 'imperium_jobs_due', help: 'Jobs that could be taken now, by queue', labelNames: ['queue'], registers }),
    oldest: new Gauge({
      name: 'imperium_jobs_oldest_due_seconds',
      help: 'How long the oldest job that could be taken has been due, by queue',
      labelNames: ['queue'],
      registers,
    }),
    beat: new Gauge({
      name: 'imperium_leader_beat_age_seconds',
      help: 'Time since the last beat of the leader of the schedule',
      registers,
    }),
    disk: new Gauge({ name: 'imperium_data_disk_free_bytes', help: 'Free on the disk of the data folder', registers }),
    backup: new Gauge({
      name: 'imperium_last_backup_timestamp_seconds',
      help: 'When the last backup by Imperium began; 0: none',
      registers,
    }),
  }
}

/** What an installation is asked for by its alerts. Returns what brings it up to date, before each look. */
export function measureInstallation({
  metrics,
  db,
  config,
  log,
}: Pick<Platform, 'metrics' | 'db' | 'config' | 'log'>): () => Promise<void> {
  const gauges = gaugesOf(metrics.registry)
  return async () => {
    // With DATABASE_URL and keys of the environment there need not be a data folder.
    const disk = fs.statfsSync(fs.existsSync(config.dataDir) ? config.dataDir : '.')
    gauges.disk.set(disk.bavail * disk.bsize)
    const last = readLastBackup(config.dataDir)
    gauges.backup.set(last ? Date.parse(last.at) / 1_000 : 0)
    for (const gauge of [gauges.due, gauges.oldest, gauges.beat]) gauge.reset()
    try {
      const found = await readQueues(db)
      gauges.databaseUp.set(1)
      for (const { queue, due, seconds } of found.queues) {
        gauges.due.labels(queue).set(due)
        gauges.oldest.labels(queue).set(seconds)
      }
      gauges.beat.set(found.beatSeconds)
    } catch (error) {
      log.debug({ err: error }, 'the metrics of the database could not be read')
      gauges.databaseUp.set(0)
    }
  }
}

const readQueues = (db: Platform['db']) =>
  db.withSystem(async (tx) => {
    const { rows: queues } = await sql<{ queue: string; due: number; seconds: number }>`
      select name as queue, count(*)::int as due, extract(epoch from now() - min(start_after))::float8 as seconds
      from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`.execute(tx)
    const { rows: leads } = await sql<{ seconds: number }>`
      select coalesce(extract(epoch from clock_timestamp() - max(led_at)), 0)::float8 as seconds from app.installation_lead`.execute(tx)
    return { queues, beatSeconds: leads[0]?.seconds ?? 0 }
  })
