import { sql } from 'kysely'
import { findNamed } from '../../platform/db/find-named.ts'

export const namedAccounts = findNamed(sql`app.channel_accounts`)
export const namedSenders = findNamed(sql`app.senders`)
/** The same template exists in several languages. */
export const namedTemplates = findNamed(
  sql`(select id, name || ' (' || language || ')' as name, created_at from app.whatsapp_templates) as templates`,
)
