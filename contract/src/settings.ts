import { z } from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { Timestamp } from './kit/fields.ts'

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

export const settings = {
  visits: endpoint({
    id: 'settings.visits',
    method: 'GET',
    path: '/settings/visits',
    summary: 'Settings that the caller visited last, and those that members visit most',
    access: 'organizations:read',
    reply: SettingsVisits,
  }),
  visit: endpoint({
    id: 'settings.visit',
    method: 'POST',
    path: '/settings/visits',
    summary: 'Note that the caller opened a page of settings',
    access: 'organizations:read',
    body: z.strictObject({ page: z.enum(settingsPages) }),
    rate: { max: 60, perSeconds: 60 },
    audited: false,
    whileSuspended: true,
  }),
}
