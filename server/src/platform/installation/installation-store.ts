import { sql } from 'kysely'
import type { SystemTx } from '../db/database.ts'
import type { HoldState } from './hold.ts'

/** What the database knows about who led it, and whether effects are held. */
export interface LeadRow {
  installationId: string | null
  databaseId: string | null
  beats: number
  ledAt: Date | null
  hold: HoldState | null
}

export async function readLead(tx: SystemTx, { forUpdate = false } = {}): Promise<LeadRow> {
  const query = tx.selectFrom('installation_lead').selectAll()
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow()
  const since = row.held_since
  return {
    installationId: row.installation_id,
    databaseId: row.database_id,
    beats: row.beats,
    ledAt: row.led_at,
    hold: since && { since, reason: row.held_reason ?? '', dataUntil: row.data_until },
  }
}

/** Names this cluster and database: a dump that is read into another one gets another name, a promoted standby keeps it. */
export async function readDatabaseId(tx: SystemTx): Promise<string> {
  const { rows: granted } = await sql<{ may: boolean }>`
    select has_function_privilege('pg_catalog.pg_control_system()', 'execute') as may`.execute(tx)
  const cluster = granted[0]?.may ? sql`(select system_identifier::text from pg_control_system())` : sql`''`
  const { rows } = await sql<{ id: string }>`
    select ${cluster} || ':' || oid::text as id from pg_database where datname = current_database()`.execute(tx)
  return rows[0]?.id ?? ''
}

/** The heartbeats of a copy that was confirmed start so far ahead that no data folder of the installation knows more. */
const confirmedAhead = 100_000_000

/** This installation leads the database from now on, and nothing is held. `isConfirmed`: the operator says that it is the real one. */
export async function takeLead(tx: SystemTx, installationId: string, databaseId: string, isConfirmed: boolean): Promise<void> {
  await tx
    .updateTable('installation_lead')
    .set((eb) => ({
      installation_id: installationId,
      database_id: databaseId,
      beats: eb('beats', '+', isConfirmed ? confirmedAhead : 0),
      held_since: null,
      held_reason: null,
      data_until: null,
    }))
    .execute()
}

/** Holds every effect until `takeLead`. What the leader did last is the last that the data knows. */
export async function writeHold(tx: SystemTx, reason: string): Promise<void> {
  await sql`
    update app.installation_lead set held_since = now(), held_reason = ${reason}, data_until = led_at
    where held_since is null`.execute(tx)
}
