import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import { query } from '../../../lib/api.ts'
import { t } from '../../../lib/words.ts'

const fieldsQuery = { ...query(contactFields.fields), meta: { silent: true } }

/** Name in templates, label, and fallback for contacts without a value. */
const own: readonly (readonly [name: string, label: string, fallback?: string])[] = [
  ['name', t('Name'), 'friend'],
  ['first_name', t('First name'), 'there'],
  ['last_name', t('Last name'), ''],
  ['email', t('Email'), ''],
  ['phone', t('Phone'), ''],
  ['locale', t('Language'), ''],
  ['time_zone', t('Time zone'), ''],
  ['source', t('Source')],
  ["tags | join: ', '", t('Tags')],
]
const others: readonly (readonly [name: string, label: string])[] = [
  ['organization.name', t('Name of the organization')],
  ['organization.address', t('Address of the organization')],
  ['campaign.name', t('Name of the campaign')],
  ['unsubscribe_url', t('Unsubscribe link')],
  ['preferences_url', t('Preferences link')],
]

const templateOf = (name: string, fallback?: string): string =>
  fallback === undefined ? `{{ ${name} }}` : `{{ ${name} | default: "${fallback}" }}`

/** True if an agent writes each message, so that the placeholder for its text is offered. */
export const WrittenByAgent = createContext(false)

interface VariableMenuProps {
  onPick: (template: string) => void
  label: string
  /** Icon only, inside a field. */
  compact?: boolean
}

/** All variables that are filled in for each contact. */
export function VariableMenu({ onPick, label, compact = false }: VariableMenuProps) {
  const { data: fields = [] } = useQuery(fieldsQuery)
  const byAgent = use(WrittenByAgent)
  const item = (name: string, texts: string, fallback?: string) => (
    <Menu.Item key={name} onClick={() => onPick(templateOf(name, fallback))} rightSection={<code className="mono">{name}</code>}>
      {texts}
    </Menu.Item>
  )
  return (
    <Menu width={300} returnFocus={false}>
      <Menu.Target>
        {compact ? (
          <ActionIcon aria-label={label} size={26}>
            <IconBraces size={15} stroke={1.7} aria-hidden />
          </ActionIcon>
        ) : (
          <Button size="compact-sm" variant="default" aria-label={label} leftSection={<IconBraces size={15} stroke={1.7} aria-hidden />}>
            {t('Variable')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {byAgent && item('agent_text', t('What the agent writes'))}
        <Menu.Label>{t('Contact')}</Menu.Label>
        {own.map(([name, texts, fallback]) => item(name, texts, fallback))}
        {fields.length > 0 && <Menu.Label>{t('Custom fields')}</Menu.Label>}
        {fields.map(({ key, label: texts }) => item(`custom.${key}`, texts, ''))}
        <Menu.Label>{t('Organization')}</Menu.Label>
        {others.map(([name, texts]) => item(name, texts))}
      </Menu.Dropdown>
    </Menu>
  )
}
