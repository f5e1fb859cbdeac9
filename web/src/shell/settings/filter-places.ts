import { can } from '@imperium/contract/permissions.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { SettingsPlace, SettingsSection } from '../../lib/feature.ts'
import type { Group } from '../features.ts'

/** A page that was found, with those of its sections that hold a typed word. */
interface FoundPlace {
  place: SettingsPlace
  sections: readonly SettingsSection[]
}

interface FoundGroup {
  label: string | null
  places: readonly FoundPlace[]
}

/** Sections of a page that a role sees. */
const sectionsFor = (role: Role, { sections = [] }: SettingsPlace): readonly SettingsSection[] =>
  sections.filter(({ permission }) => permission === undefined || can(role, permission))

/**
 * The pages of settings whose name, text, group or sections hold each typed word; all of them for an empty text. Groups without one are
 * left out.
 */
export function filterPlaces(role: Role, groups: readonly Group<SettingsPlace>[], text: string): readonly FoundGroup[] {
  const texts = text.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map(({ label, places }) => ({ label, places: places.flatMap((place) => find(role, place, label ?? '', texts)) }))
    .filter(({ places }) => places.length > 0)
}

function find(role: Role, place: SettingsPlace, group: string, texts: readonly string[]): FoundPlace[] {
  const sections = sectionsFor(role, place)
  const own = `${place.label} ${place.text} ${group}`.toLowerCase()
  const searched = [own, ...sections.map(({ label }) => label.toLowerCase())].join(' ')
  if (!texts.every((each) => searched.includes(each))) return []
  const missing = texts.filter((each) => !own.includes(each))
  return [{ place, sections: sections.filter(({ label }) => missing.some((each) => label.toLowerCase().includes(each))) }]
}
