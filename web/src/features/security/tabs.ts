import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { Permission } from '@imperium/contract/permissions.ts'
import { t } from '../../lib/words.ts'
import { SingleSignOnTab } from '../identities/index.ts'
import type { SecurityTab } from './search.ts'

interface TabDefinition {
  value: SecurityTab
  label: string
  /** Required to see the tab; visible to every role if omitted. */
  permission?: Permission
  component: ComponentType
}

/** Every tab in its own chunk: it is read when it is opened. */
export const tabs: readonly TabDefinition[] = [
  {
    value: 'two-factor',
    label: t('Two-factor'),
    component: lazy(async () => ({ default: (await import('./two-factor/two-factor-tab.tsx')).TwoFactorTab })),
  },
  {
    value: 'sessions',
    label: t('Active sessions'),
    component: lazy(async () => ({ default: (await import('./sessions-tab.tsx')).SessionsTab })),
  },
  {
    value: 'history',
    label: t('Login history'),
    component: lazy(async () => ({ default: (await import('./history-tab.tsx')).HistoryTab })),
  },
  {
    value: 'policy',
    label: t('Password policy'),
    permission: 'security:read',
    component: lazy(async () => ({ default: (await import('./policy-tab.tsx')).PolicyTab })),
  },
  {
    value: 'audit',
    label: t('Audit log'),
    permission: 'audit:read',
    component: lazy(async () => ({ default: (await import('./audit-tab.tsx')).AuditTab })),
  },
  { value: 'single-sign-on', label: t('Single sign-on'), permission: 'sso:manage', component: SingleSignOnTab },
]
