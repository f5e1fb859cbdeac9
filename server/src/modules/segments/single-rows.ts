import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/** Tables that have at most one row for the contact `c` (and, of consents, the channel and the purpose): asked whether it holds. */
export interface SingleRows {
  /** `holds` speaks of `a`, a row of `app.contact_activity`. */
  activity: (holds: RawBuilder<SqlBool>) => RawBuilder<SqlBool>
  /** `holds` speaks of `s`, a row of `app.consents`, and names channel and purpose. */
  consent: (holds: RawBuilder<SqlBool>) => RawBuilder<SqlBool>
}

/** Looked up contact by contact: for some of them. */
export const lookedUp: SingleRows = {
  activity: (holds) => sql<SqlBool>`exists (select 1 from app.contact_activity a where a.contact_id = c.id and ${holds})`,
  consent: (holds) => sql<SqlBool>`exists (select 1 from app.consents s where s.contact_id = c.id and ${holds})`,
}

/**
 * Joined to all contacts at once: parallel workers share a join, but not an EXISTS within an OR, which took two to three times as long for half a
 * million contacts (bench/segments.ts). Each condition is a column, so that rows without any are left out before the join.
 */
export function joinedRows(): { rows: SingleRows; joins: () => RawBuilder<unknown> } {
  const flags: RawBuilder<SqlBool>[] = []
  const consents: RawBuilder<SqlBool>[] = []
  return {
    rows: {
      activity: (holds) => sql<SqlBool>`${sql.ref(`a.f${flags.push(holds)}`)} is true`,
      consent: (holds) => sql<SqlBool>`${sql.ref(`s${consents.push(holds)}.contact_id`)} is not null`,
    },
    joins: () => {
      const request = flags.map((holds, at) => sql`, (${holds}) is true as ${sql.ref(`f${at + 1}`)}`)
      const activity = sql` left join (select a.contact_id${sql.join(request, sql``)} from app.contact_activity a) a on a.contact_id = c.id`
      const given = consents.map((holds, at) => {
        const name = sql.ref(`s${at + 1}`)
        return sql` left join (select s.contact_id from app.consents s where ${holds}) ${name} on ${name}.contact_id = c.id`
      })
      return sql.join([...(flags.length > 0 ? [activity] : []), ...given], sql``)
    },
  }
}
