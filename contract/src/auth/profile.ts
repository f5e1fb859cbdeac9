import { z } from 'zod'
import { Email, Preferences } from './auth.ts'
import { avatars } from './avatars.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, line, required } from '../kit/fields.ts'
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

export const profile = {
  read: endpoint({
    id: 'profile.read',
    method: 'GET',
    path: '/profile',
    summary: 'Read the own profile',
    access: 'signed-in',
    reply: Profile,
  }),
  update: endpoint({
    id: 'profile.update',
    method: 'PATCH',
    path: '/profile',
    summary: 'Change the own name or phone number',
    access: 'signed-in',
    body: ProfileBody,
    reply: Profile,
    errors: [409],
  }),
  updatePreferences: endpoint({
    id: 'profile.updatePreferences',
    method: 'PATCH',
    path: '/profile/preferences',
    summary: 'Change language, time zone, date or time format of the own account',
    access: 'signed-in',
    body: PreferencesBody,
    reply: Profile,
  }),
  setAvatar: endpoint({
    id: 'profile.setAvatar',
    method: 'PUT',
    path: '/profile/avatar',
    summary: 'Set the own photo; it is cut to 400 x 400 pixels and stripped of its metadata',
    access: 'signed-in',
    upload: avatarTypes,
    bodyLimit: maxAvatarBytes,
    reply: Profile,
    errors: [503],
    rate: { max: 30, perSeconds: 3600 },
  }),
  removeAvatar: endpoint({
    id: 'profile.removeAvatar',
    method: 'DELETE',
    path: '/profile/avatar',
    summary: 'Remove the own photo',
    access: 'signed-in',
    reply: Profile,
  }),
  ...avatars,
  requestEmail: endpoint({
    id: 'profile.requestEmail',
    method: 'POST',
    path: '/profile/email',
    summary: 'Request a change of your own email address; it changes once the link mailed there is opened',
    access: 'signed-in',
    recentSignIn: true,
    body: EmailChangeBody,
    rate: { max: 5, perSeconds: 3600 },
  }),
  confirmEmail: endpoint({
    id: 'profile.confirmEmail',
    method: 'POST',
    path: '/auth/confirm-email',
    summary: 'Confirm a new email address of your own account with the emailed token',
    access: 'signed-in',
    body: token,
    reply: z.object({ email: z.string() }),
    rate: { max: 30, perSeconds: 3600 },
  }),
  readExport: endpoint({
    id: 'profile.readExport',
    method: 'GET',
    path: '/profile/export',
    summary: 'Read the state of the newest export of the own data',
    access: 'signed-in',
    reply: PersonExport.nullable(),
  }),
  requestExport: endpoint({
    id: 'profile.requestExport',
    method: 'POST',
    path: '/profile/export',
    summary: 'Export everything that is stored about you to a file',
    access: 'signed-in',
    recentSignIn: true,
    reply: PersonExport,
    status: 202,
    rate: { max: 5, perSeconds: 86_400 },
  }),
  downloadExport: endpoint({
    id: 'profile.downloadExport',
    method: 'GET',
    path: '/profile/export/:id',
    summary: 'Download an export of the own data',
    access: 'signed-in',
    recentSignIn: true,
    params: idParams,
    file: 'application/json',
    errors: [404],
  }),
  requestDeletion: endpoint({
    id: 'profile.requestDeletion',
    method: 'POST',
    path: '/profile/deletion',
    summary: 'Request the deletion of your own account; it begins once the link that is mailed is opened',
    access: 'signed-in',
    recentSignIn: true,
    errors: [409],
    rate: { max: 5, perSeconds: 3600 },
  }),
  confirmDeletion: endpoint({
    id: 'profile.confirmDeletion',
    method: 'POST',
    path: '/auth/confirm-deletion',
    summary: 'Confirm the deletion of an account with the token that was mailed: it is erased 14 days later',
    access: 'public',
    body: token,
    reply: z.object({ deletesAt: Timestamp }),
    errors: [409],
    transaction: false,
    rate: { max: 30, perSeconds: 3600 },
  }),
  cancelDeletion: endpoint({
    id: 'profile.cancelDeletion',
    method: 'DELETE',
    path: '/profile/deletion',
    summary: 'Keep the own account after all',
    access: 'signed-in',
    reply: Profile,
  }),
}
