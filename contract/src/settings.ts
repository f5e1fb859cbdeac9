import { z } from 'zod'
import { Timestamp } from './kit/fields.ts'
import { get, operations, post } from './kit/operations.ts'

/** A page of settings, by the last part of its address. Which pages there are is known to the web app, where features declare them. */
const SettingsPage = z
  .string()
  .regex(/^[a-z][a-z-]*$/)
  .max(40)

const shownPages = 5

export const SettingsVisits = z
  .object({
    /** The caller's own, the last one first. */
    recent: z.array(z.object({ page: SettingsPage, visitedAt: Timestamp })).max(shownPages),
    /** Of all members together, the most visited first. */
    popular: z.array(z.object({ page: SettingsPage, visits: z.int() })).max(shownPages),
  })
  .meta({ id: 'SettingsVisits' })

export const settings = operations(
  'settings',
  { read: 'organizations:read', write: 'organizations:read' },
  {
    visits: get('/settings/visits', 'Settings that the caller visited last, and those that members visit most', { reply: SettingsVisits }),
    visit: post('/settings/visits', 'Note that the caller opened a page of settings', {
      body: z.strictObject({ page: SettingsPage }),
      rate: { max: 60, perSeconds: 60 },
      audited: false,
      whileSuspended: true,
    }),
  },
)
