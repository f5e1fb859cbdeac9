import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconApi,
  IconBook2,
  IconFileText,
  IconHelpCircle,
  IconKeyboard,
  IconLifebuoy,
  IconLock,
  IconSearch,
  IconSettings,
  IconShieldCheck,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useShell } from './shell-context.ts'
import classes from './header.module.css'

interface IconMenuProps {
  label: string
  icon: Icon
  children: ReactNode
}

function IconMenu({ label, icon: Glyph, children }: IconMenuProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Menu width={252} opened={opened} onChange={setOpened}>
      <Tooltip label={label} disabled={opened}>
        <Menu.Target>
          <ActionIcon aria-label={label} className={`${classes.wideOnly} ${classes.narrowHide}`}>
            <Glyph size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

const icon = (Glyph: Icon) => <Glyph size={16} stroke={1.7} aria-hidden />

/** What can be read: the API reference and the public pages. */
export function ResourcesMenu() {
  return (
    <IconMenu label={t('Resources')} icon={IconBook2}>
      <Menu.Item component="a" href="/api/openapi.json" target="_blank" rel="noopener" leftSection={icon(IconApi)}>
        {t('API reference')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item component={Link} to="/terms" leftSection={icon(IconFileText)}>
        {t('Terms')}
      </Menu.Item>
      <Menu.Item component={Link} to="/privacy" leftSection={icon(IconLock)}>
        {t('Privacy')}
      </Menu.Item>
      <Menu.Item component={Link} to="/security" leftSection={icon(IconShieldCheck)}>
        {t('Security')}
      </Menu.Item>
    </IconMenu>
  )
}

/** How to get about: search and shortcuts. */
export function HelpMenu() {
  const { openDialog } = useShell()
  const { slug } = useOrganization()
  return (
    <IconMenu label={t('Help')} icon={IconHelpCircle}>
      <Menu.Item component={Link} to={`/org/${slug}/docs`} leftSection={icon(IconBook2)}>
        {t('Knowledge Base')}
      </Menu.Item>
      <Menu.Item component={Link} to={`/org/${slug}/support`} leftSection={icon(IconLifebuoy)}>
        {t('Support')}
      </Menu.Item>
      <Menu.Item leftSection={icon(IconSearch)} rightSection={<Kbd keys="mod+k" />} onClick={() => openDialog('palette')}>
        {t('Search and commands')}
      </Menu.Item>
      <Menu.Item leftSection={icon(IconKeyboard)} rightSection={<Kbd keys="mod+/" />} onClick={() => openDialog('shortcuts')}>
        {t('Keyboard shortcuts')}
      </Menu.Item>
    </IconMenu>
  )
}

/** To the settings of the organization; the AI models are the first that exist. */
export function SettingsLink() {
  const { slug } = useOrganization()
  return (
    <Tooltip label={t('Settings')}>
      <ActionIcon
        aria-label={t('Settings')}
        className={`${classes.wideOnly} ${classes.narrowHide}`}
        renderRoot={(props: object) => <Link to="/org/$orgSlug/settings" params={{ orgSlug: slug }} {...props} />}
      >
        <IconSettings size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
