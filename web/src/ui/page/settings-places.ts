import { createContext } from 'react'
import type { SettingsPlace } from '../../lib/feature.ts'

/** All pages of settings in their order, as the frame collected them from the features. */
export const SettingsPlaces = createContext<readonly SettingsPlace[]>([])
