import { t } from '../lib/words.ts'
import { crumbNames, navigation, navigationPlaces, settingsPlaces } from './features.ts'

export interface Crumb {
  label: string
  /** Path inside the organization; null for a group, which has no page. */
  path: string | null
}

/** Last segments of addresses, in the page's language. */
const actions: Readonly<Record<string, string>> = { edit: t('Edit'), import: t('Import'), new: t('New') }

const places = [...navigationPlaces, ...settingsPlaces]
const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The breadcrumbs of a page: group, page and deeper levels. `nameOf` gives the name of an id's object; without one the id is omitted.
 * A page without a group has only one crumb.
 */
export function crumbsOf(path: string, nameOf: (id: string) => string | undefined = () => undefined): readonly Crumb[] {
  const segments = path.split('/').filter(Boolean)
  const clean = segments.join('/')
  const place = places.find((each) => clean === each.path || clean.startsWith(`${each.path}/`))
  const known = place ? place.path.split('/').length : 0
  const below = segments.slice(known).flatMap((segment, at): Crumb[] => {
    const path = segments.slice(0, known + at + 1).join('/')
    if (crumbNames[path]) return [crumbNames[path]]
    const label = isId.test(segment) ? nameOf(segment) : readable(segment)
    return label === undefined ? [] : [{ label, path: place ? path : null }]
  })
  if (!place) return clean === 'settings' ? [{ label: t('Settings'), path: clean }] : below
  const parent = parentOf(place.path)
  return [...(parent ? [parent] : []), { label: place.label, path: place.path }, ...below]
}

function parentOf(path: string): Crumb | null {
  if (path.startsWith('settings/')) return { label: t('Settings'), path: 'settings' }
  const group = navigation.find(({ places: inGroup }) => inGroup.some((each) => each.path === path))
  return group?.label ? { label: group.label, path: group.path ?? null } : null
}

function readable(segment: string): string {
  const action = actions[segment]
  if (action) return action
  const texts = decodeURIComponent(segment).replaceAll('-', ' ')
  return texts.charAt(0).toUpperCase() + texts.slice(1)
}
