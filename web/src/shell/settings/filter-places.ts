import type { SettingsPlace } from '../../lib/feature.ts'
import type { Group } from '../features.ts'

/** The pages of settings whose name, text or group holds each typed word; all of them for an empty text. Groups without one are left out. */
export function filterPlaces(groups: readonly Group<SettingsPlace>[], text: string): readonly Group<SettingsPlace>[] {
  const texts = text.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .map((group) => ({
      ...group,
      places: group.places.filter((place) => {
        const searched = `${place.label} ${place.text} ${group.label ?? ''}`.toLowerCase()
        return texts.every((label) => searched.includes(label))
      }),
    }))
    .filter(({ places }) => places.length > 0)
}
