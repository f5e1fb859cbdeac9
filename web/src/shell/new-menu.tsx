import { Button, Menu } from '@mantine/core'
import { IconAddressBook, IconHierarchy2, IconPlus, IconRobot, IconSpeakerphone, IconTemplate } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCan, useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import classes from './header.module.css'

/** Quick create: each entry opens the create dialog of its page. */
export function NewMenu() {
  const navigate = useNavigate()
  const { slug, status } = useOrganization()
  const canCreate = useCan('agents:write')
  if (!canCreate) return null
  return (
    <Menu width={200}>
      <Menu.Target>
        <Button
          variant="default"
          className={`${classes.new} ${classes.newHide}`}
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          disabled={status === 'SUSPENDED'}
          title={status === 'SUSPENDED' ? t('The organization is suspended') : undefined}
        >
          {t('New')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRobot size={16} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ href: `/org/${slug}/agents?create=true` })}
        >
          {t('AI agent')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHierarchy2 size={16} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ href: `/org/${slug}/workflows?create=true` })}
        >
          {t('Workflow')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSpeakerphone size={16} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ href: `/org/${slug}/campaigns?create=true` })}
        >
          {t('Campaign')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconAddressBook size={16} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ href: `/org/${slug}/contacts?create=true` })}
        >
          {t('Contact')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTemplate size={16} stroke={1.7} aria-hidden />}
          onClick={() => void navigate({ href: `/org/${slug}/templates` })}
        >
          {t('From a template')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
