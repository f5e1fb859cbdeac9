import { IconBook2, IconKeyboard, IconLogout, IconMoon, IconPlus, IconSparkles, IconSun, IconSwitchHorizontal } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { can } from '@imperium/contract/permissions.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { logout } from '../lib/session.ts'
import { reportError } from '../lib/query-client.ts'
import { useOrganization } from '../lib/use-session.ts'
import { t } from '../lib/words.ts'
import { setTheme, useMode } from '../theme/store.ts'
import { creations, navigation, settingsPlaces } from './features.ts'
import { useShell } from './shell-context.ts'
import type { ShellDialog } from './shell-context.ts'

export interface Command {
  id: string
  group: string
  label: string
  icon: Icon
  /** `g d` (one after the other) or `mod+k` (together). */
  keys?: string | undefined
  /** More words that the palette finds it by. */
  searched?: string
  /** False hides it everywhere. */
  visible: boolean
  /** Why it cannot be run now; shown, but disabled. */
  disabledReason?: string | undefined
  run: () => void
}

/** All commands of the shell: the palette, the shortcuts, their help and the menus use this list. */
export function useCommands(): readonly Command[] {
  const navigate = useNavigate()
  const { openDialog } = useShell()
  const { slug, role, status, planType } = useOrganization()
  const mode = useMode()
  const go = (path: string) => void navigate({ to: `/org/${slug}/${path}` })
  const suspended = status === 'SUSPENDED' ? t('The organization is suspended') : undefined

  const actions: Command[] = [
    ...creations.map(({ id, command, keys, permission, path }): Command => ({
      id,
      group: t('Actions'),
      label: command ?? '',
      icon: IconPlus,
      keys,
      visible: command !== undefined && can(role, permission),
      disabledReason: suspended,
      run: () => void navigate({ href: `/org/${slug}/${path}` }),
    })),
    {
      id: 'theme.toggle',
      group: t('Actions'),
      label: t('Toggle light / dark mode'),
      icon: mode === 'dark' ? IconSun : IconMoon,
      keys: 't m',
      visible: true,
      run: () => setTheme({ mode: mode === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'organization.switch',
      group: t('Actions'),
      label: t('Switch Organization'),
      icon: IconSwitchHorizontal,
      keys: 'g o',
      visible: true,
      run: () => openDialog('organizations'),
    },
    {
      id: 'plan.upgrade',
      group: t('Actions'),
      label: t('Upgrade Now'),
      icon: IconSparkles,
      visible: !planType || planType === 'FREE',
      run: () => go('settings/billing'),
    },
    {
      id: 'session.logout',
      group: t('Actions'),
      label: t('Logout'),
      icon: IconLogout,
      visible: true,
      run: () => void logout().catch(reportError),
    },
  ]
  return [...actions, ...placeCommands(role, go), ...helpCommands(openDialog)].filter((command) => command.visible)
}

/** What is inside a page of settings, in one text. */
const sectionsOf = (path: string): string =>
  (settingsPlaces.find((place) => place.path === path)?.sections ?? []).map(({ label }) => label).join(' ')

function placeCommands(role: Role, go: (path: string) => void): Command[] {
  const pages = navigation.flatMap(({ places }) => places)
  return [...pages, ...settingsPlaces.filter((place) => !pages.includes(place))].map(
    ({ label, path, icon, keys, permission }): Command => ({
      id: `go.${path}`,
      group: t('Go to'),
      label,
      searched: sectionsOf(path),
      icon,
      keys,
      visible: can(role, permission),
      run: () => go(path),
    }),
  )
}

function helpCommands(openDialog: (dialog: ShellDialog) => void): Command[] {
  return [
    {
      id: 'help.shortcuts',
      group: t('Help'),
      label: t('Keyboard shortcuts'),
      icon: IconKeyboard,
      keys: 'mod+/',
      visible: true,
      run: () => openDialog('shortcuts'),
    },
    {
      id: 'help.api',
      group: t('Help'),
      label: t('API reference'),
      icon: IconBook2,
      visible: true,
      run: () => void window.open('/api/openapi.json', '_blank', 'noopener'),
    },
  ]
}
