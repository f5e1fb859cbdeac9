import {
  IconAddressBook,
  IconBuilding,
  IconCpu,
  IconHierarchy2,
  IconKey,
  IconLayoutDashboard,
  IconMessages,
  IconPlugConnected,
  IconRobot,
  IconServer2,
  IconShieldLock,
  IconSpeakerphone,
  IconTemplate,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Permission } from '@imperium/contract/permissions.ts'
import { t } from '../lib/words.ts'

export interface NavItem {
  label: string
  /** Path inside the organization. */
  path: string
  icon: Icon
  /** Required to open it; hidden without it. */
  permission: Permission
  /** Key sequence of the command registry. */
  keys?: string
}

export interface NavGroup {
  /** Null: the items have no label and are above the groups. */
  label: string | null
  /** The group's own page, inside the organization. */
  path?: string
  items: readonly NavItem[]
}

/** Pages for the sidebar, the palette and the breadcrumbs. A module is added when its page exists (S1, dashboard shell). */
export const navigation: readonly NavGroup[] = [
  {
    label: null,
    items: [{ label: t('Dashboard'), path: 'dashboard', icon: IconLayoutDashboard, permission: 'dashboard:read', keys: 'g d' }],
  },
  {
    label: t('Automation'),
    items: [
      { label: t('AI Agents'), path: 'agents', icon: IconRobot, permission: 'agents:read', keys: 'g a' },
      { label: t('Workflows'), path: 'workflows', icon: IconHierarchy2, permission: 'workflows:read', keys: 'g w' },
      { label: t('Templates'), path: 'templates', icon: IconTemplate, permission: 'templates:read', keys: 'g l' },
      { label: t('Agent API Keys'), path: 'agent-api-keys', icon: IconKey, permission: 'api-keys:manage' },
    ],
  },
  {
    label: t('Marketing'),
    items: [
      { label: t('Campaigns'), path: 'campaigns', icon: IconSpeakerphone, permission: 'campaigns:read', keys: 'g n' },
      { label: t('Messages'), path: 'messages', icon: IconMessages, permission: 'messages:read' },
      { label: t('Contacts'), path: 'contacts', icon: IconAddressBook, permission: 'contacts:read', keys: 'g c' },
      { label: t('Segments'), path: 'segments', icon: IconUsersGroup, permission: 'segments:read', keys: 'g s' },
    ],
  },
  {
    label: t('Settings'),
    path: 'settings',
    items: [
      { label: t('Organization'), path: 'settings/organization', icon: IconBuilding, permission: 'organizations:read' },
      { label: t('Team Members'), path: 'settings/team', icon: IconUsers, permission: 'team:read', keys: 'g t' },
      { label: t('API Keys'), path: 'settings/api-keys', icon: IconKey, permission: 'api-keys:manage' },
      { label: t('Security & Compliance'), path: 'settings/security', icon: IconShieldLock, permission: 'organizations:read' },
      { label: t('AI Models'), path: 'settings/ai-models', icon: IconCpu, permission: 'ai-models:read', keys: 'g m' },
      { label: t('AI Providers'), path: 'settings/providers', icon: IconServer2, permission: 'ai-models:read', keys: 'g p' },
      { label: t('Channels'), path: 'settings/channels', icon: IconPlugConnected, permission: 'channels:read' },
    ],
  },
]

/** Pages that menus lead to, and the sidebar does not. */
const otherPages: Readonly<Record<string, string>> = {
  settings: t('Settings'),
  'settings/data': t('Data Management'),
  'settings/emails': t('Email Settings'),
  'settings/credentials': t('Credentials'),
  'settings/consent': t('Consent'),
  activity: t('Activity Log'),
  notifications: t('Notifications'),
  profile: t('User Profile'),
}

/** Last steps of addresses, in the page's language. */
const lastSteps: Readonly<Record<string, string>> = { edit: t('Edit'), import: t('Import'), new: t('New') }

/** Path segments without their own page. */
const inBetween: Readonly<Record<string, Crumb>> = {
  'workflows/runs': { label: t('Execution History'), path: 'workflows?tab=history' },
}

export interface Crumb {
  label: string
  /** Path inside the organization; null for a group, which has no page. */
  path: string | null
}

/** The breadcrumbs of a page: group, page and readable names of deeper levels. A page without a group has only one crumb. */
export function crumbsOf(path: string): readonly Crumb[] {
  const clean = path.replace(/^\/+|\/+$/g, '')
  for (const group of navigation) {
    const item = group.items.find((each) => clean === each.path || clean.startsWith(`${each.path}/`))
    if (!item) continue
    const parents = group.label ? [{ label: group.label, path: group.path ?? null }] : []
    const rest = clean.slice(item.path.length).split('/').filter(Boolean)
    const below = rest
      .map((segment, at): Crumb => {
        const path = [item.path, ...rest.slice(0, at + 1)].join('/')
        return inBetween[path] ?? { label: readable(segment), path }
      })
      // Ids are omitted: the page shows its own name.
      .filter((_crumb, at) => !isId.test(rest[at] ?? ''))
    return [...parents, { label: item.label, path: item.path }, ...below]
  }
  const segments = clean.split('/').filter(Boolean)
  return segments.map((segment, at) => {
    const page = segments.slice(0, at + 1).join('/')
    const label = otherPages[page]
    return label ? { label, path: page } : { label: readable(segment), path: null }
  })
}

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function readable(segment: string): string {
  const known = lastSteps[segment]
  if (known) return known
  const words = decodeURIComponent(segment).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
