import { z } from 'zod'
import { create, del, get, list, operations, post } from '../kit/operations.ts'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { Language, dateFormats, timeFormats } from '../languages.ts'
import { longestPassword } from './password-rules.ts'
import { Organization, Role, Slug, TimeZone } from '../organizations.ts'
import { PasswordPolicy } from './security.ts'

export const Email = z
  .string()
  .trim()
  .max(254, 'Please enter a valid email address')
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address'))

/** The rules of registration, with the exact messages of its form. At most 128 characters are accepted, none cut off (SEC-1). */
export const NewPassword = z
  .string()
  .min(12, 'Password must be at least 12 characters')
  .max(128, 'Password must be at most 128 characters')
  .regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter')
  .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter')
  .regex(/\p{Nd}/u, 'Password must contain at least one number')
  .regex(/[^\p{L}\p{N}]/u, 'Password must contain at least one special character (!@#$%^&*)')

/** Display preferences of a user. Null: the browser's setting, or the default of the language. */
export const Preferences = z
  .object({
    language: Language,
    timeZone: z.string().nullable(),
    dateFormat: z.enum(dateFormats).nullable(),
    timeFormat: z.enum(timeFormats).nullable(),
  })
  .meta({ id: 'Preferences' })
export type Preferences = z.infer<typeof Preferences>

export const User = z
  .object({
    id: Id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Role in the current organization; null while none is chosen. */
    role: Role.nullable(),
    organization: Organization.nullable(),
    /** Whether the user confirmed the address by the emailed link. */
    emailVerified: z.boolean(),
    /** Whether sign-in asks for a second factor. */
    twoFactorEnabled: z.boolean(),
    /** The organization requires a second factor and the account has none: every request to it is refused until one is set up. */
    mustSetUpTwoFactor: z.boolean(),
    /** Whether the account can sign in with a password; an account of an external provider may have none. */
    hasPassword: z.boolean(),
    /** The password is older than the organization allows: every request to it is refused until the password is changed. */
    mustChangePassword: z.boolean(),
    preferences: Preferences,
    /** This is a restored copy: nothing goes out until the operator confirms that it is the real one (`dashboard.heldWork`). */
    isHeld: z.boolean(),
    /** When the account is erased, unless the user cancels; null when no erasure is requested. */
    deletesAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/**
 * Reply of a sign-in. For API clients `token` is a bearer token; for our web app it is only a handle that pairs
 * with the httpOnly cookie and is useless without it, so a script that reads it has no session.
 */
export const Session = z
  .object({ user: User, organization: Organization.nullable(), token: z.string(), expiresAt: Timestamp })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

/**
 * The first factor was correct and a second is required: call `auth.verifyTwoFactor` (or the passkey equivalent).
 * The challenge is not a session and expires after ten minutes or five wrong codes.
 */
export const SignInChallenge = z
  .object({
    challenge: z.object({ token: z.string(), methods: z.array(z.enum(['totp', 'passkey', 'recovery'])), expiresAt: Timestamp }),
  })
  .meta({ id: 'SignInChallenge' })
export const SignInResponse = z.union([Session, SignInChallenge])
export type SignInResponse = z.infer<typeof SignInResponse>

export const SessionInfo = z
  .object({
    id: Id,
    device: z.string(),
    browser: z.string(),
    /** Derived from the IP address, such as `Private network`; null for a public address. */
    location: z.string().nullable(),
    ipAddress: z.string(),
    /** Sign-in method: `password`, `passkey`, `google`, ... */
    method: z.string(),
    createdAt: Timestamp,
    lastActive: Timestamp,
    expiresAt: Timestamp,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SessionInfo' })

/** One sign-in, or a try at one. */
export const LoginRecord = z
  .object({
    id: Id,
    timestamp: Timestamp,
    device: z.string(),
    browser: z.string(),
    location: z.string().nullable(),
    ipAddress: z.string(),
    method: z.string().nullable(),
    status: z.enum(['success', 'failed']),
    /** Why it failed: `wrong password`, `wrong second factor`, `too many attempts`, ... */
    reason: z.string().nullable(),
  })
  .meta({ id: 'LoginRecord' })
export type LoginRecord = z.infer<typeof LoginRecord>

/** Of a mailed link. */
const LinkToken = z.string().min(1).max(200)
/** A new password. Its rules depend on the user's organizations, so the schema checks only its size. */
const ChosenPassword = z.string().min(1, 'Password is required').max(longestPassword, 'Password must be at most 128 characters')
/** A password that exists. */
const KnownPassword = z.string().min(1, 'Password is required').max(1024)

export const LoginBody = z.strictObject({ email: Email, password: z.string().min(1, 'Password is required').max(1024) })

export const RegisterBody = z.strictObject({
  email: Email,
  password: NewPassword,
  firstName: required(80, 'First name is required'),
  lastName: required(80, 'Last name is required'),
  organizationName: required(120, 'Organization name is required'),
  organizationSlug: Slug.optional(),
  timeZone: TimeZone.optional(),
  /** Of the interface and of mail; that of the browser unless given. */
  language: Language.optional(),
})

/** The version of the terms that registration accepts; the static pages show the same. */
export const termsVersion = '2026-11-20'

export const auth = operations('auth', 'signed-in', {
  register: create('/auth/register', 'Register an account with its organization', {
    access: 'public',
    body: RegisterBody,
    reply: Session,
    errors: [409, 503],
    transaction: false,
  }),
  login: post('/auth/login', 'Sign in with email and password', {
    access: 'public',
    body: LoginBody,
    reply: SignInResponse,
    errors: [401, 403, 503],
    transaction: false,
  }),
  logout: post('/auth/logout', 'End this session', { whileSuspended: true }),
  profile: get('/auth/profile', 'Read the signed-in user and the current organization', { reply: User }),
  refresh: post('/auth/refresh', 'Exchange the session token for a new one; the old one ends', { reply: Session, audited: false }),
  sessions: get('/auth/sessions', 'List the active sessions of the signed-in user', { reply: z.array(SessionInfo).max(200) }),
  endSession: del('/auth/sessions/:id', 'End one of your own sessions', { recentSignIn: true }),
  endOtherSessions: del('/auth/sessions', 'End all of your own sessions except this one', {
    recentSignIn: true,
    reply: z.object({ ended: z.int() }),
  }),
  loginHistory: list('/auth/login-history', 'List the sign-ins to the own account, failed ones included, newest first', {
    row: LoginRecord,
  }),
  /** As the account itself: a stranger's registration is not proved by the owner of the address, nor by a program that opens links. */
  verifyEmail: post('/auth/verify-email', 'Verify your own email address with the emailed link', {
    body: z.strictObject({ token: LinkToken }),
    rate: { max: 30, perSeconds: 60 },
  }),
  resendVerification: post('/auth/resend-verification', 'Resend the link that verifies your own email address', {
    /** False when the address is already verified. */
    reply: z.object({ sent: z.boolean() }),
    rate: { max: 5, perSeconds: 3600 },
  }),
  forgotPassword: post(
    '/auth/forgot-password',
    'Ask for a link that resets a password; the answer is the same whether there is an account or not',
    { access: 'public', body: z.strictObject({ email: Email }), rate: { max: 10, perSeconds: 900 }, transaction: false },
  ),
  resetPassword: post('/auth/reset-password', 'Set a new password with an emailed link; all sessions end, and the person signs in again', {
    access: 'public',
    body: z.strictObject({ token: LinkToken, password: ChosenPassword }),
    rate: { max: 20, perSeconds: 900 },
    transaction: false,
  }),
  changePassword: post('/auth/change-password', 'Change your own password; all other sessions end, and this one gets a new token', {
    /** An account without a password may omit the current one; it then needs a recent sign-in. */
    body: z.strictObject({ currentPassword: z.string().max(1024).optional(), newPassword: ChosenPassword }),
    reply: Session,
    rate: { max: 20, perSeconds: 900 },
    transaction: false,
  }),
  passwordPolicy: get('/auth/password-policy', 'Read the rules that the next own password has to meet', { reply: PasswordPolicy }),
  reauthenticate: post(
    '/auth/reauthenticate',
    'Confirm your identity with your password; this session gets a new token and may do sensitive acts for ten minutes',
    { body: z.strictObject({ password: KnownPassword }), reply: Session, errors: [409], transaction: false },
  ),
})
