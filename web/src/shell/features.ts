import { can } from '@imperium/contract/permissions.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { Creation, Feature, Place, SettingsPlace } from '../lib/feature.ts'
import { t } from '../lib/words.ts'

/** `feature.ts` of every feature. */
const features = Object.values(import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'feature' }))

const inOrder = <T extends { order: number }>(entries: readonly T[]) => entries.toSorted((a, b) => a.order - b.order)
const collect = <T extends { order: number }>(read: (feature: Feature) => readonly T[] | undefined): readonly T[] =>
  inOrder(features.flatMap((feature) => read(feature) ?? []))

export const navigationPlaces = collect((feature) => feature.navigation)
export const settingsPlaces = collect((feature) => feature.settings)
export const creations: readonly Creation[] = collect((feature) => feature.creations)
export const crumbNames: NonNullable<Feature['crumbs']> = Object.assign({}, ...features.map(({ crumbs }) => crumbs))
export const searchIcons: NonNullable<Feature['searchIcons']> = Object.assign({}, ...features.map(({ searchIcons: icons }) => icons))

export interface Group<P extends Place> {
  /** Null: its places stand above the groups. */
  label: string | null
  /** The group's own page, inside the organization. */
  path?: string
  places: readonly P[]
}

/** The sidebar, and the commands that open a page. */
export const navigation: readonly Group<Place>[] = [
  { label: null, places: navigationPlaces.filter(({ group }) => group === 'start') },
  { label: t('Automation'), places: navigationPlaces.filter(({ group }) => group === 'automation') },
  { label: t('Marketing'), places: navigationPlaces.filter(({ group }) => group === 'marketing') },
  { label: t('Sales'), places: navigationPlaces.filter(({ group }) => group === 'sales') },
  { label: t('Healthcare'), places: navigationPlaces.filter(({ group }) => group === 'healthcare') },
  { label: t('Analytics & Reports'), places: navigationPlaces.filter(({ group }) => group === 'insight') },
  { label: t('Developer'), places: navigationPlaces.filter(({ group }) => group === 'developer') },
  { label: t('Knowledge Base'), places: navigationPlaces.filter(({ group }) => group === 'help') },
  { label: t('Platform V2'), places: navigationPlaces.filter(({ group }) => group === 'platform') },
  { label: t('Settings'), path: 'settings', places: settingsPlaces.filter(({ inSidebar }) => inSidebar) },
]

const settingsGroups: readonly { id: SettingsPlace['group']; label: string }[] = [
  { id: 'organization', label: t('Organization') },
  { id: 'ai', label: t('AI') },
  { id: 'sending', label: t('Messaging') },
  { id: 'access', label: t('Keys and secrets') },
  { id: 'personal', label: t('Your account') },
]

/** All pages of settings, in their groups. */
export const settingsNavigation: readonly Group<SettingsPlace>[] = settingsGroups.map(({ id, label }) => ({
  label,
  places: settingsPlaces.filter(({ group }) => group === id),
}))

/** The groups with the places that a role may open; without empty ones. */
export const groupsFor = <P extends Place>(role: Role, groups: readonly Group<P>[]): readonly Group<P>[] =>
  groups
    .map((group) => ({ ...group, places: group.places.filter(({ permission }) => can(role, permission)) }))
    .filter(({ places }) => places.length > 0)

export const isSettingsPath = (path: string): boolean =>
  path === 'settings' || settingsPlaces.some((place) => path === place.path || path.startsWith(`${place.path}/`))
