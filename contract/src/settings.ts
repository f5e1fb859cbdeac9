import { z } from 'zod'
import { Timestamp } from './kit/fields.ts'
import { get, operations, post } from './kit/operations.ts'

/** The pages of settings, by the last part of their address. */
export const settingsPages = [
  'organization',
  'team',
  'api-keys',
  'ai-models',
  'providers',
  'security',
  'profile',
  'notifications',
  'activity',
  'data',
  'emails',
  'channels',
  'consent',
  'credentials',
] as const
export type SettingsPage = (typeof settingsPages)[number]

const shownPages = 5

export const SettingsVisits = z
  .object({
    /** The caller's own, the last one first. */
    recent: z.array(z.object({ page: z.enum(settingsPages), visitedAt: Timestamp })).max(shownPages),
    /** Of all members together, the most visited first. */
    popular: z.array(z.object({ page: z.enum(settingsPages), visits: z.int() })).max(shownPages),
  })
  .meta({ id: 'SettingsVisits' })

export const settings = operations(
  'settings',
  { read: 'organizations:read', write: 'organizations:read' },
  {
    visits: get('/settings/visits', 'Settings that the caller visited last, and those that members visit most', { reply: SettingsVisits }),
    visit: post('/settings/visits', 'Note that the caller opened a page of settings', {
      body: z.strictObject({ page: z.enum(settingsPages) }),
      rate: { max: 60, perSeconds: 60 },
      audited: false,
      whileSuspended: true,
    }),
  },
)
