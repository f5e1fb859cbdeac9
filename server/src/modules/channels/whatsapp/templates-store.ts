import type { WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { cannotFill } from './template-problem.ts'

export interface TemplateValues {
  name: string
  language: string
  category: string
  body: string
  variables: number
  status: WhatsappTemplate['status']
  providerId: string | null
  detail: string
}

const withAccount = (tx: OrgTx) =>
  tx
    .selectFrom('whatsapp_templates as t')
    .innerJoin('channel_accounts as a', (join) => join.onRef('a.org_id', '=', 't.org_id').onRef('a.id', '=', 't.account_id'))
    .selectAll('t')
    .select('a.name as account_name')

type Row = Awaited<ReturnType<ReturnType<typeof withAccount>['executeTakeFirstOrThrow']>>

const toTemplate = (row: Row): WhatsappTemplate => ({
  id: row.id,
  accountId: row.account_id,
  accountName: row.account_name,
  name: row.name,
  language: row.language,
  category: row.category,
  body: row.body,
  variables: row.variables,
  // The table's check limits it to the contract's values.
  status: row.status as WhatsappTemplate['status'],
  detail: row.detail,
  syncedAt: row.synced_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

export async function listTemplates(tx: OrgTx, accountId: string | undefined): Promise<WhatsappTemplate[]> {
  const rows = await withAccount(tx)
    .$if(accountId !== undefined, (query) => query.where('t.account_id', '=', accountId ?? ''))
    .orderBy('t.name')
    .orderBy('t.language')
    .limit(1_000)
    .execute()
  return rows.map(toTemplate)
}

/** Those that may be sent now: approved, of an account that is switched on. */
export async function listApprovedTemplates(tx: OrgTx): Promise<WhatsappTemplate[]> {
  const rows = await withAccount(tx)
    .where('t.status', '=', 'APPROVED')
    .where('a.is_active', '=', true)
    .orderBy('t.name')
    .orderBy('t.language')
    .limit(1_000)
    .execute()
  return rows.map(toTemplate)
}

export async function findTemplate(tx: OrgTx, id: string): Promise<WhatsappTemplate | null> {
  const row = await withAccount(tx).where('t.id', '=', id).executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Creates or updates the template of this name and language; returns its id. */
export async function saveTemplate(tx: OrgTx, accountId: string, values: TemplateValues, now: Date): Promise<string> {
  const { name, language, category, body, variables, status, providerId, detail } = values
  const changed = { category, body, variables, status, provider_id: providerId, detail: detail.slice(0, 500), synced_at: now }
  const row = await tx
    .insertInto('whatsapp_templates')
    .values({ org_id: tx.orgId, id: newId(), account_id: accountId, name, language, ...changed })
    .onConflict((on) => on.columns(['org_id', 'account_id', 'name', 'language']).doUpdateSet(changed))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The provider's decision, reported by its webhook. */
export async function setTemplateStatus(
  tx: OrgTx,
  accountId: string,
  { name, language }: { name: string; language: string },
  { status, detail }: { status: WhatsappTemplate['status']; detail: string },
): Promise<void> {
  await tx
    .updateTable('whatsapp_templates')
    .set({ status, detail: detail.slice(0, 500) })
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('language', '=', language)
    .where('detail', 'not like', `${cannotFill}%`)
    .execute()
}

export async function deleteTemplate(tx: OrgTx, id: string): Promise<string | null> {
  const row = await tx.deleteFrom('whatsapp_templates').where('id', '=', id).returning('name').executeTakeFirst()
  return row?.name ?? null
}
