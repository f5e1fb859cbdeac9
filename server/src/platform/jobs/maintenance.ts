import { sql } from 'kysely'
import { dropOldAuditMonths } from '../audit/audit-anchors.ts'
import { filesTick } from '../files.ts'
import { foldUsage } from '../metering/metering.ts'
import type { Platform } from '../platform.ts'
import type { Tick } from '../tick.ts'

const day = 86_400_000
const foldBatch = 5_000

/** The platform's own ticks: fold the meter, create partitions ahead, drop expired data. */
export const maintenanceTicks = ({ db, keyRing, files }: Platform): Tick[] => [
  filesTick({ db, files }),
  {
    name: 'fold-usage',
    everyMs: 1_000,
    whileHeld: true,
    run: async () => {
      while ((await db.withSystem((tx) => foldUsage(tx, foldBatch))) === foldBatch);
    },
  },
  {
    name: 'make-partitions',
    everyMs: day / 4,
    whileHeld: true,
    run: () => db.withSystem((tx) => sql`select app.ensure_partitions(3)`.execute(tx)),
  },
  {
    name: 'drop-outbox-months',
    everyMs: day / 4,
    run: () => db.withSystem((tx) => sql`select app.drop_outbox_months(now() - interval '30 days')`.execute(tx)),
  },
  { name: 'drop-audit-months', everyMs: day / 4, run: () => dropOldAuditMonths({ db, keyRing }) },
  {
    name: 'drop-expired',
    everyMs: day / 24,
    run: () =>
      db.withSystem(async (tx) => {
        await sql`delete from auth.sessions where expires_at < now() - interval '30 days' or ended_at < now() - interval '30 days'`.execute(
          tx,
        )
        await sql`delete from auth.one_time_tokens where expires_at < now() - interval '7 days'`.execute(tx)
        await sql`delete from auth.challenges where expires_at < now() - interval '1 day'`.execute(tx)
        // Kept a year and a month: security records outlive every setting of retention.
        await sql`delete from auth.login_events where at < now() - interval '13 months'`.execute(tx)
        await sql`delete from auth.rate_hits where window_start < now() - interval '1 day'`.execute(tx)
        await sql`delete from app.idempotency_keys where created_at < now() - interval '1 day'`.execute(tx)
        await sql`delete from app.sandbox_mail where accepted_at < now() - interval '90 days'`.execute(tx)
      }),
  },
]
