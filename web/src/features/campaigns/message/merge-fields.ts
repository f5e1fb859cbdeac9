import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'
import type { MergeField } from '../../../ui/form/merge-field.ts'

const fieldsQuery = { ...query(contactFields.fields), meta: { silent: true } }

/** True if an agent writes each message, so that the placeholder for its text is offered. */
export const WrittenByAgent = createContext(false)

const contact = t('Contact')
const organization = t('Organization')

const ofContact: readonly MergeField[] = [
  { name: 'name', label: t('Name'), fallback: 'friend', group: contact },
  { name: 'first_name', label: t('First name'), fallback: 'there', group: contact },
  { name: 'last_name', label: t('Last name'), fallback: '', group: contact },
  { name: 'email', label: t('Email'), fallback: '', group: contact },
  { name: 'phone', label: t('Phone'), fallback: '', group: contact },
  { name: 'locale', label: t('Language'), fallback: '', group: contact },
  { name: 'time_zone', label: t('Time zone'), fallback: '', group: contact },
  { name: 'source', label: t('Source'), group: contact },
  { name: 'tags', label: t('Tags'), group: contact },
]
const ofOrganization: readonly MergeField[] = [
  { name: 'organization.name', label: t('Name of the organization'), group: organization },
  { name: 'organization.address', label: t('Address of the organization'), group: organization },
  { name: 'campaign.name', label: t('Name of the campaign'), group: organization },
  { name: 'unsubscribe_url', label: t('Unsubscribe link'), group: organization },
  { name: 'preferences_url', label: t('Preferences link'), group: organization },
]

/** Everything that is filled in for each contact. */
export function useMergeFields(): MergeField[] {
  const { data = [] } = useQuery(fieldsQuery)
  const byAgent = use(WrittenByAgent)
  return [
    ...(byAgent ? [{ name: 'agent_text', label: t('What the agent writes'), group: '', template: '{{ agent_text }}' }] : []),
    ...ofContact,
    ...data.map(({ key, label }) => ({ name: `custom.${key}`, label, fallback: '', group: t('Custom fields') })),
    ...ofOrganization,
  ]
}
