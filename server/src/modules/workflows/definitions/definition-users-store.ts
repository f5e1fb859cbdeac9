import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { FindCampaignUsers } from '../../campaigns/index.ts'
import type { FindChannelUsers } from '../../channels/index.ts'
import type { FindPurposeUsers } from '../../consents/index.ts'
import type { FindFieldUsers } from '../../contacts/index.ts'
import type { FindImageUsers } from '../../email-designs/index.ts'
import type { FindConnectionUsers } from '../../integrations/index.ts'
import type { FindSegmentUsers } from '../../segments/index.ts'
import { stepTypes } from '../steps/index.ts'
import { messageFields } from '../steps/messages/send-message.ts'
import { definitionsInUse, nameInUse } from './definitions-in-use.ts'

/** Fields of step types that reference this kind of thing; a new step type declares it in its form. */
const placesOf = (kind: FormField['kind']) =>
  [...stepTypes.values()].flatMap(({ about }) =>
    about.form.filter((field) => field.kind === kind).map(({ path }) => ({ type: about.type, path: path.split('.') })),
  )

/** The value of a step `s` in each field that references this kind of thing, as `p.value`. */
const valuesAt = (kind: FormField['kind']): RawBuilder<unknown> => {
  const places = JSON.stringify(placesOf(kind))
  return sql`(select s #> (array['config'] || array(select jsonb_array_elements_text(place -> 'path'))) as value
    from jsonb_array_elements(${places}::jsonb) place where place ->> 'type' = s ->> 'type') p`
}

async function workflowsWhere(tx: OrgTx, names: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${nameInUse} as name from ${definitionsInUse} where w.deleted_at is null and ${names}
    group by w.id, w.name, w.created_at order by w.created_at desc limit 20`.execute(tx)
  return rows.map(({ name }) => name)
}

const kindOf = { account: 'account', sender: 'sender', template: 'whatsappTemplate' } as const

/** Workflows that write through an account, as a sender, or with a template. */
export const workflowsWithChannel: FindChannelUsers = (tx, used, ids) =>
  workflowsWhere(tx, sql`exists (select from ${valuesAt(kindOf[used])} where p.value #>> '{}' = any(${[...ids]}::text[]))`)

/** Workflows that are published, or have open runs, and add to a campaign. A draft is checked when it is published. */
export const workflowsWithCampaign: FindCampaignUsers = (tx, id) =>
  workflowsWhere(tx, sql`d.runs and exists (select from ${valuesAt('campaign')} where p.value #>> '{}' = ${id})`)

/** Default purpose of a step that sets none. */
const usualPurpose = messageFields.purpose.parse(undefined)

/** Workflows that are published, or have open runs, and write to contacts for a purpose. */
export const workflowsWithPurpose: FindPurposeUsers = (tx, key) =>
  workflowsWhere(tx, sql`d.runs and exists (select from ${valuesAt('purpose')} where coalesce(p.value #>> '{}', ${usualPurpose}) = ${key})`)

/** Workflows that write a custom field, or read it by `custom.key` or `custom["key"]`; in JSON the quotes of the latter are escaped. */
export const workflowsWithField: FindFieldUsers = (tx, key) => {
  const pattern = `\\ycustom(\\.|\\[\\s*(\\\\"|'))${key}\\y`
  const rows = sql`jsonb_path_exists(p.value, '$[*] ? (@.name == $key)', jsonb_build_object('key', ${key}::text))`
  return workflowsWhere(
    tx,
    sql`((s -> 'config')::text ~ ${pattern} or (d.definition -> 'settings')::text ~ ${pattern}
      or exists (select from ${valuesAt('contactField')} where ${rows}))`,
  )
}

/** Workflows that add to one of the segments. */
export const workflowsOfSegments: FindSegmentUsers = async (tx, segmentIds) => {
  const { rows } = await sql<{ segment_id: string; id: string; name: string }>`
    select p.value #>> '{}' as segment_id, w.id, ${nameInUse} as name
    from ${definitionsInUse} cross join lateral ${valuesAt('segment')}
    where w.deleted_at is null and p.value #>> '{}' = any(${segmentIds}::text[])
    group by 1, w.id, w.name, w.created_at order by w.created_at desc`.execute(tx)
  return rows.map(({ segment_id, id, name }) => ({ segmentId: segment_id, kind: 'workflow', id, name, blocks: true }))
}

/** Workflows with an image in an email, in the draft, in the published version, or in that of an open run. */
export const workflowsWithImage: FindImageUsers = (tx, imageKey) =>
  workflowsWhere(tx, sql`(s -> 'config')::text like ${likePattern(imageKey)}`)

/** Workflows that are published, or have open runs, and use a connection. */
export const workflowsWithConnection: FindConnectionUsers = async (tx, id) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select w.id, ${nameInUse} as name from ${definitionsInUse}
    where w.deleted_at is null and s -> 'config' ->> 'connection' = ${id}
    group by w.id, w.name, w.created_at order by w.created_at desc limit 100`.execute(tx)
  return rows.map((row) => ({ ...row, kind: 'workflow' as const }))
}
