import { Menu } from '@mantine/core'
import {
  IconApi,
  IconCreditCard,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconSettings,
  IconSwitchHorizontal,
  IconUser,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { logout } from '../lib/session.ts'
import { useIsPhone } from '../lib/use-is-phone.ts'
import { useCan, useOrganization, useUser } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useShell } from './shell-context.ts'
import classes from './header.module.css'

const icon = (Glyph: Icon) => <Glyph size={16} stroke={1.7} aria-hidden />

/** The signed-in user, profile links and sign-out. On phones it also contains items that do not fit the header. */
export function UserMenu() {
  const user = useUser()
  const { slug } = useOrganization()
  const { openDialog } = useShell()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const canCreate = useCan('agents:write')
  const leave = useMutation({ mutationFn: logout })
  const name = `${user.firstName} ${user.lastName}`
  return (
    <Menu width={240}>
      <Menu.Target>
        <button type="button" className={classes.avatar} aria-label={t('Account of {name}', { name })}>
          <Avatar userId={user.id} name={name} size={26} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.account}>
          <span className={classes.accountName}>
            {user.firstName} {user.lastName}
          </span>
          <span className={classes.accountMail}>{user.email}</span>
        </div>
        <Menu.Divider />
        {isPhone && canCreate && (
          <Menu.Item leftSection={icon(IconPlus)} onClick={() => void navigate({ href: `/org/${slug}/agents?create=true` })}>
            {t('Create an AI agent')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={icon(IconUser)} onClick={() => void navigate({ to: `/org/${slug}/profile` })}>
          {t('Profile Settings')}
        </Menu.Item>
        <Menu.Item leftSection={icon(IconSettings)} onClick={() => void navigate({ to: `/org/${slug}/settings` })}>
          {t('Settings')}
        </Menu.Item>
        <Menu.Item leftSection={icon(IconCreditCard)} onClick={() => void navigate({ to: `/org/${slug}/settings/billing` })}>
          {t('Billing')}
        </Menu.Item>
        {isPhone && (
          <>
            <Menu.Item leftSection={icon(IconKeyboard)} onClick={() => openDialog('shortcuts')}>
              {t('Keyboard shortcuts')}
            </Menu.Item>
            <Menu.Item component="a" href="/api/openapi.json" target="_blank" rel="noopener" leftSection={icon(IconApi)}>
              {t('API reference')}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={icon(IconSwitchHorizontal)} onClick={() => openDialog('organizations')}>
          {t('Switch Organization')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={icon(IconLogout)} onClick={() => leave.mutate()} disabled={leave.isPending}>
          {t('Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
