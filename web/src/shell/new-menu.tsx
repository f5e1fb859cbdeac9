import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { can } from '@imperium/contract/permissions.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { creations } from './features.ts'
import classes from './header.module.css'

/** Quick create: each entry opens the create dialog of its page. */
export function NewMenu() {
  const navigate = useNavigate()
  const { slug, status, role } = useOrganization()
  const entries = creations.filter(({ permission }) => can(role, permission))
  if (entries.length === 0) return null
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
        {entries.map(({ id, label, icon: Symbol, path }) => (
          <Menu.Item
            key={id}
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
