import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconHierarchy2, IconPlus, IconRobot, IconSpeakerphone, IconTemplate } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCan, useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import classes from './header.module.css'

const entries = [
  { label: t('AI agent'), icon: IconRobot, path: 'agents?create=true' },
  { label: t('Workflow'), icon: IconHierarchy2, path: 'workflows?create=true' },
  { label: t('Campaign'), icon: IconSpeakerphone, path: 'campaigns?create=true' },
  { label: t('Contact'), icon: IconAddressBook, path: 'contacts?create=true' },
  { label: t('From a template'), icon: IconTemplate, path: 'templates' },
]

/** Quick create: each entry opens the create dialog of its page. */
export function NewMenu() {
  const navigate = useNavigate()
  const { slug, status } = useOrganization()
  const canCreate = useCan('agents:write')
  if (!canCreate) return null
  const isSuspended = status === 'SUSPENDED'
  return (
    <Menu width={200}>
      <Menu.Target>
        <Button
          variant="default"
          className={`${classes.new} ${classes.newHide}`}
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          disabled={isSuspended}
          title={isSuspended ? t('The organization is suspended') : undefined}
        >
          {t('New')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, icon: Symbol, path }) => (
          <Menu.Item
            key={path}
            leftSection={<Symbol size={16} stroke={1.7} aria-hidden />}
            onClick={() => void navigate({ href: `/org/${slug}/${path}` })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
