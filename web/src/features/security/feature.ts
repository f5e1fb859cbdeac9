import { IconShieldLock } from '@tabler/icons-react'
import type { Feature } from '../../lib/feature.ts'
import { t } from '../../lib/words.ts'

export const feature: Feature = {
  settings: [
    {
      label: t('Security & Compliance'),
      text: t('Second factor, sessions, policies and audit log'),
      sections: [
        { label: t('Two-factor'), path: 'settings/security?tab=two-factor' },
        { label: t('Authenticator app'), path: 'settings/security?tab=two-factor' },
        { label: t('Recovery codes'), path: 'settings/security?tab=two-factor' },
        { label: t('Passkey'), path: 'settings/security?tab=two-factor' },
        { label: t('Active sessions'), path: 'settings/security?tab=sessions' },
        { label: t('Login history'), path: 'settings/security?tab=history' },
        { label: t('Password policy'), path: 'settings/security?tab=policy', permission: 'security:read' },
        { label: t('Audit log'), path: 'settings/security?tab=audit', permission: 'audit:read' },
        { label: t('Single sign-on'), path: 'settings/security?tab=single-sign-on', permission: 'sso:manage' },
      ],
      path: 'settings/security',
      icon: IconShieldLock,
      permission: 'organizations:read',
      group: 'organization',
      order: 40,
      inSidebar: true,
    },
  ],
}
