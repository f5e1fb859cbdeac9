import { lazy } from 'react'
import type { ComponentType } from 'react'
import { t } from '../../lib/words.ts'
import type { ProfileTab } from './search.ts'

interface Tab {
  value: ProfileTab
  label: string
  component: ComponentType
}

const load = (read: () => Promise<ComponentType>) => lazy(async () => ({ default: await read() }))

/** The tabs of the profile, in order; the code of each comes when it is opened. */
export const tabs: readonly Tab[] = [
  { value: 'profile', label: t('Profile'), component: load(async () => (await import('./profile-tab.tsx')).ProfileTab) },
]
