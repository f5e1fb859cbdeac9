import { sql } from 'kysely'
import type { SegmentChoices } from '@imperium/contract/contacts/segments.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { providerOf } from './provide-conditions.ts'
import { recordProvider } from './record-conditions.ts'

/** What an organization has that rules may be about. */
export type Catalogue = SegmentChoices

const most = 200

/** For the pickers of the rule builder and for a model that turns words into rules. Nothing of a single person. */
export async function readCatalogue(tx: OrgTx): Promise<Catalogue> {
  const [fields, purposes, segments, tags, events, campaigns, records] = await Promise.all([
    tx
      .selectFrom('contact_fields')
      .select(['key', 'label', 'type', 'choices'])
      .where('cleared_by', 'is', null)
      .orderBy('label')
      .limit(most)
      .execute(),
    tx.selectFrom('consent_purposes').select(['key', 'name']).where('archived_at', 'is', null).orderBy('name').limit(most).execute(),
    tx.selectFrom('segments').select(['id', 'name']).orderBy('name').limit(most).execute(),
    readTags(tx),
    readEventTypes(tx),
    providerOf('campaign')?.choices(tx) ?? [],
    recordProvider()?.choices(tx) ?? [],
  ])
  return {
    fields: fields.map((field) => ({ ...field, type: field.type as Catalogue['fields'][number]['type'] })),
    purposes,
    segments,
    tags,
    events,
    campaigns,
    records: records.slice(0, most),
  }
}

/** The most used first. Half a million contacts are not read for a picker: the newest 50,000 know the tags that are in use. */
async function readTags(tx: OrgTx): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from (select tags from app.contacts where tags <> '{}' order by created_at desc, id desc limit 50000) recent, unnest(recent.tags) tag
    group by tag order by count(*) desc, tag limit ${most}`.execute(tx)
  return rows.map(({ tag }) => tag)
}

/** Walks the index from one type to the next instead of reading all events. */
async function readEventTypes(tx: OrgTx): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive types as (
      (select type from app.contact_events order by type limit 1)
      union all
      select (select e.type from app.contact_events e where e.type > t.type order by e.type limit 1) from types t where t.type is not null
    )
    select type from types where type is not null limit ${most}`.execute(tx)
  return rows.map(({ type }) => type)
}
