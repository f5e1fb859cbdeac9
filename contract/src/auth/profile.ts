import { z } from 'zod'
import { Email, Preferences } from './auth.ts'
import { avatars } from './avatars.ts'
import { del, get, operations, patch, post, put, update } from '../kit/operations.ts'
import { Id, Timestamp, line, required } from '../kit/fields.ts'
import { Language, dateFormats, timeFormats } from '../languages.ts'
import { TimeZone } from '../organizations.ts'

/** Largest photo that is taken, in bytes. */
export const maxAvatarBytes = 5 * 1024 * 1024
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** The zones that the preferences offer first; every other IANA name is taken too. */
export const suggestedTimeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
] as const

/** Days between the confirmation of a deletion and the deletion. */
export const deletionGraceDays = 14

const Phone = line(32).regex(/^(\+?[0-9][0-9 ()./-]{4,30})?$/, 'Please enter a valid phone number')

export const Profile = z
  .object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** The address that waits for the link mailed to it. */
    pendingEmail: z.string().nullable(),
    /** Empty: none. */
    phone: z.string(),
    /** Changes with the photo; null without one. */
    avatarVersion: z.string().nullable(),
    preferences: Preferences,
    /** When the account is erased; null when no erasure is requested. */
    deletesAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

export const PersonExport = z
  .object({
    id: Id,
    status: z.enum(['pending', 'ready', 'failed']),
    createdAt: Timestamp,
    /** Until when the file can be fetched. */
    expiresAt: Timestamp,
    sizeBytes: z.int().nullable(),
  })
  .meta({ id: 'PersonExport' })
export type PersonExport = z.infer<typeof PersonExport>

const token = z.strictObject({ token: z.string().min(1).max(200) })

export const ProfileBody = z.strictObject({
  firstName: required(80, 'First name is required').optional(),
  lastName: required(80, 'Last name is required').optional(),
  phone: Phone.optional(),
  updatedAt: Timestamp.optional(),
})

export const PreferencesBody = z.strictObject({
  language: Language.optional(),
  timeZone: TimeZone.nullable().optional(),
  dateFormat: z.enum(dateFormats).nullable().optional(),
  timeFormat: z.enum(timeFormats).nullable().optional(),
})

export const EmailChangeBody = z.strictObject({ email: Email })

export const profile = operations('profile', 'signed-in', {
  read: get('/profile', 'Read the own profile', { reply: Profile }),
  update: update('/profile', 'Change your own name or phone number', { body: ProfileBody, reply: Profile }),
  updatePreferences: patch('/profile/preferences', 'Change language, time zone, date or time format of your own account', {
    body: PreferencesBody,
    reply: Profile,
  }),
  setAvatar: put('/profile/avatar', 'Set your own photo; it is cut to 400 x 400 pixels and stripped of its metadata', {
    upload: avatarTypes,
    bodyLimit: maxAvatarBytes,
    reply: Profile,
    errors: [503],
    rate: { max: 30, perSeconds: 3600 },
  }),
  removeAvatar: del('/profile/avatar', 'Remove your own photo', { reply: Profile }),
  ...avatars,
  requestEmail: post('/profile/email', 'Request a change of your own email address; it changes once the link mailed there is opened', {
    recentSignIn: true,
    body: EmailChangeBody,
    rate: { max: 5, perSeconds: 3600 },
  }),
  confirmEmail: post('/auth/confirm-email', 'Confirm a new email address of your own account with the emailed token', {
    body: token,
    reply: z.object({ email: z.string() }),
    rate: { max: 30, perSeconds: 3600 },
  }),
  readExport: get('/profile/export', 'Read the state of the newest export of the own data', { reply: PersonExport.nullable() }),
  requestExport: post('/profile/export', 'Export everything that is stored about you to a file', {
    recentSignIn: true,
    reply: PersonExport,
    status: 202,
    rate: { max: 5, perSeconds: 86_400 },
  }),
  downloadExport: get('/profile/export/:id', 'Download an export of the own data', {
    recentSignIn: true,
    file: 'application/json',
  }),
  requestDeletion: post('/profile/deletion', 'Request the deletion of your own account; it begins once the link that is mailed is opened', {
    recentSignIn: true,
    errors: [409],
    rate: { max: 5, perSeconds: 3600 },
  }),
  confirmDeletion: post('/auth/confirm-deletion', 'Confirm the deletion of an account with the emailed token: it is erased 14 days later', {
    access: 'public',
    body: token,
    reply: z.object({ deletesAt: Timestamp }),
    errors: [409],
    transaction: false,
    rate: { max: 30, perSeconds: 3600 },
  }),
  cancelDeletion: del('/profile/deletion', 'Cancel the deletion of your own account', { reply: Profile }),
})
