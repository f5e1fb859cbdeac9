import { queryOptions } from '@tanstack/react-query'
import { agents } from '@imperium/contract/agents.ts'
import { campaigns } from '@imperium/contract/campaigns/campaign-operations.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import { consents } from '@imperium/contract/contacts/consents.ts'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import type { Page } from '@imperium/contract/kit/endpoint.ts'
import { segments } from '@imperium/contract/contacts/segments.ts'
import { team } from '@imperium/contract/team.ts'
import { workflowCredentials } from '@imperium/contract/workflows/workflow-credentials.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { call } from '../../../../lib/api.ts'
import { t } from '../../../../lib/words.ts'

export interface Choice {
  value: string
  label: string
}

const pageRows = 200
/** The maximum number of pages loaded for a list of choices, which is searched in the browser. */
const mostPages = 5

async function readAll<Row>(read: (query: { limit: number; cursor?: string }) => Promise<Page<Row[]>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const found: Page<Row[]> = await read({ limit: pageRows, ...(cursor === null ? {} : { cursor }) })
    rows.push(...found.rows)
    cursor = found.nextCursor
    if (cursor === null) break
  }
  return rows
}

const byName = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** What there is to choose from in the organization, by kind of field. */
const readers = {
  agent: async () => (await readAll((query) => call(agents.list, { query }))).map(byName),
  workflow: async () => (await readAll((query) => call(workflows.list, { query }))).map(byName),
  segment: async () => (await readAll((query) => call(segments.list, { query }))).map(byName),
  campaign: async () => (await readAll((query) => call(campaigns.list, { query }))).map(byName),
  credential: async () => (await readAll((query) => call(workflowCredentials.list, { query }))).map(byName),
  members: async () => (await readAll((query) => call(team.members, { query }))).filter(({ joinedAt }) => joinedAt !== null).map(byName),
  sender: async () =>
    (await call(channels.listSenders)).map(({ id, name, email, isVerified }) => ({
      value: id,
      label: `${name} <${email}>${isVerified ? '' : ` · ${t('not verified')}`}`,
    })),
  account: async () =>
    (await call(channels.listAccounts)).map(({ id, name, isSandbox }) => ({
      value: id,
      label: isSandbox ? `${name} · ${t('Sandbox')}` : name,
    })),
  whatsappTemplate: async () =>
    (await call(channels.listTemplates, { query: {} })).map(({ id, name, language, status }) => ({
      value: id,
      label: `${name} (${language})${status === 'APPROVED' ? '' : ` · ${t('not approved')}`}`,
    })),
  purpose: async () =>
    (await call(consents.listPurposes))
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ key, name }) => ({ value: key, label: name })),
  contactField: async () => [
    ...ownFields,
    ...(await call(contactFields.fields)).map(({ key, label }) => ({ value: `custom.${key}`, label })),
  ],
  tags: async () => (await call(contacts.tags)).map(({ tag }) => ({ value: tag, label: tag })),
} satisfies Record<string, () => Promise<Choice[]>>

const ownFields: readonly Choice[] = [
  { value: 'email', label: t('Email') },
  { value: 'phone', label: t('Phone') },
  { value: 'firstName', label: t('First name') },
  { value: 'lastName', label: t('Last name') },
]

export type ChoiceKind = keyof typeof readers
export const isChoiceKind = (kind: string): kind is ChoiceKind => Object.hasOwn(readers, kind)

export const choicesQuery = (kind: ChoiceKind) =>
  queryOptions({ queryKey: ['workflow-choices', kind], queryFn: readers[kind], staleTime: 30_000, meta: { silent: true } })
