import {
  IconActivity,
  IconBell,
  IconBuilding,
  IconCpu,
  IconLockCode,
  IconDatabase,
  IconKey,
  IconMail,
  IconPlugConnected,
  IconMailOff,
  IconServer2,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { SettingsPage } from '@imperium/contract/settings.ts'
import { t } from '../../lib/words.ts'

interface PageCard {
  label: string
  text: string
  /** Path inside the organization. */
  path: string
  icon: Icon
  /** Required to open the page. */
  permission: Permission
}

/** Every page of settings there is. A page that is built later is added here and to the contract's list. */
export const settingsCards: Readonly<Record<SettingsPage, PageCard>> = {
  organization: {
    label: t('Organization'),
    text: t('Name, address, time zone and budget'),
    path: 'settings/organization',
    icon: IconBuilding,
    permission: 'organizations:read',
  },
  team: {
    label: t('Team Members'),
    text: t('People, roles and invitations'),
    path: 'settings/team',
    icon: IconUsers,
    permission: 'team:read',
  },
  'api-keys': {
    label: t('API Keys'),
    text: t('Keys of programs that use the API'),
    path: 'settings/api-keys',
    icon: IconKey,
    permission: 'api-keys:manage',
  },
  'ai-models': {
    label: t('AI Models'),
    text: t('Models that agents may use, and their keys'),
    path: 'settings/ai-models',
    icon: IconCpu,
    permission: 'ai-models:read',
  },
  providers: {
    label: t('AI Providers'),
    text: t('Model provider'),
    path: 'settings/providers',
    icon: IconServer2,
    permission: 'ai-models:read',
  },
  security: {
    label: t('Security & Compliance'),
    text: t('Second factor, sessions, policies and audit log'),
    path: 'settings/security',
    icon: IconShieldLock,
    permission: 'organizations:read',
  },
  profile: {
    label: t('User Profile'),
    text: t('Your name, photo, password and preferences'),
    path: 'profile',
    icon: IconUserCircle,
    permission: 'organizations:read',
  },
  notifications: {
    label: t('Notifications'),
    text: t('Notification history'),
    path: 'notifications',
    icon: IconBell,
    permission: 'notifications:read',
  },
  activity: {
    label: t('Activity Log'),
    text: t('Who did what, and from where'),
    path: 'activity',
    icon: IconActivity,
    permission: 'activity:read',
  },
  data: {
    label: t('Data Management'),
    text: t('Retention, import, export and erasure'),
    path: 'settings/data',
    icon: IconDatabase,
    permission: 'organizations:read',
  },
  channels: {
    label: t('Channels'),
    text: t('Accounts for email, SMS, WhatsApp and webhooks'),
    path: 'settings/channels',
    icon: IconPlugConnected,
    permission: 'channels:read',
  },
  emails: {
    label: t('Email Settings'),
    text: t('Senders, sending domains, suppression list and footer'),
    path: 'settings/emails',
    icon: IconMail,
    permission: 'organizations:read',
  },
  consent: {
    label: t('Consent'),
    text: t('Purposes, quiet hours and suppressions'),
    path: 'settings/consent',
    icon: IconMailOff,
    permission: 'consents:read',
  },
  credentials: {
    label: t('Credentials'),
    text: t('Secrets that workflows send to other services'),
    path: 'settings/credentials',
    icon: IconLockCode,
    permission: 'credentials:manage',
  },
}
