import { sql } from 'kysely'
import { findNamed } from '../../platform/db/find-named.ts'

export const namedCampaigns = findNamed(sql`app.campaigns`, sql`deleted_at is null`)
