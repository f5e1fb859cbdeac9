import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { FindChannelUsers } from '../channels/index.ts'
import type { FindFieldUsers } from '../contacts/index.ts'

/**
 * Campaigns that are not done and whose definition matches: as it stands, or as an open send goes by. A completed one needs nothing
 * any more.
 */
async function campaignsWhere(tx: OrgTx, matches: (definition: RawBuilder<unknown>) => RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from app.campaigns c
    where c.deleted_at is null and c.status <> 'completed' and (${matches(sql`c.definition`)} or exists (
      select from app.campaign_sends s
      join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
      where s.org_id = c.org_id and s.campaign_id = c.id and s.status not in ('completed', 'cancelled') and ${matches(sql`v.definition`)}))
    order by c.created_at desc limit 20`.execute(tx)
  return rows.map(({ name }) => name)
}

/** A template names a custom field as `custom.key` or `custom["key"]`; in JSON the quotes of the latter are escaped. */
export const campaignsWithField: FindFieldUsers = (tx, key) => {
  const pattern = `\\ycustom(\\.|\\[\\s*(\\\\"|'))${key}\\y`
  return campaignsWhere(tx, (definition) => sql<boolean>`${definition}::text ~ ${pattern}`)
}

export const campaignsWithChannel: FindChannelUsers = (tx, used, id) => {
  // Of the message itself or of one that it is compared with.
  if (used === 'template')
    return campaignsWhere(
      tx,
      (definition) =>
        sql<boolean>`jsonb_path_exists(${definition}, '$.** ? (@.whatsappTemplateId == $id)', jsonb_build_object('id', ${id}::text))`,
    )
  const name = used === 'account' ? 'accountId' : 'senderId'
  return campaignsWhere(tx, (definition) => sql<boolean>`${definition} ->> ${name}::text = ${id}`)
}
