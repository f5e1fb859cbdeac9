import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, pageQuery, required } from '../kit/fields.ts'
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

/** The rules of registration (S1 section 5), with its exact messages. At most 128 characters are accepted, none cut off (SEC-1). */
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
    /** When the account is erased, unless the user cancels; null when no erasure is requested. */
    deletesAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/**
 * Reply of a sign-in. For API clients `token` is a bearer token; for our web app it is only a handle that pairs
 * with the httpOnly cookie and is useless without it (decision 11).
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
export const SignInAnswer = z.union([Session, SignInChallenge])
export type SignInAnswer = z.infer<typeof SignInAnswer>

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

export const auth = {
  register: endpoint({
    id: 'auth.register',
    method: 'POST',
    path: '/auth/register',
    summary: 'Register an account with its organization',
    access: 'public',
    body: RegisterBody,
    reply: Session,
    status: 201,
    errors: [409, 503],
    transaction: false,
  }),
  login: endpoint({
    id: 'auth.login',
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with email and password',
    access: 'public',
    body: LoginBody,
    reply: SignInAnswer,
    errors: [401, 403, 503],
    transaction: false,
  }),
  logout: endpoint({
    id: 'auth.logout',
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session',
    access: 'signed-in',
    whileSuspended: true,
  }),
  profile: endpoint({
    id: 'auth.profile',
    method: 'GET',
    path: '/auth/profile',
    summary: 'Read the signed-in user and the current organization',
    access: 'signed-in',
    reply: User,
  }),
  refresh: endpoint({
    id: 'auth.refresh',
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange the session token for a new one; the old one ends',
    access: 'signed-in',
    reply: Session,
    audited: false,
  }),
  sessions: endpoint({
    id: 'auth.sessions',
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List the active sessions of the signed-in user',
    access: 'signed-in',
    reply: z.array(SessionInfo).max(200),
  }),
  endSession: endpoint({
    id: 'auth.endSession',
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one of your own sessions',
    access: 'signed-in',
    recentSignIn: true,
    params: idParams,
    errors: [404],
  }),
  endOtherSessions: endpoint({
    id: 'auth.endOtherSessions',
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all own sessions but this one',
    access: 'signed-in',
    recentSignIn: true,
    reply: z.object({ ended: z.int() }),
  }),
  loginHistory: endpoint({
    id: 'auth.loginHistory',
    method: 'GET',
    path: '/auth/login-history',
    summary: 'List the sign-ins to the own account, failed ones included, newest first',
    access: 'signed-in',
    query: z.strictObject(pageQuery),
    reply: z.array(LoginRecord).max(200),
    paged: true,
  }),
  verifyEmail: endpoint({
    id: 'auth.verifyEmail',
    method: 'POST',
    path: '/auth/verify-email',
    /** As the account itself: a stranger's registration is not proved by the owner of the address, nor by a program that opens links. */
    summary: 'Verify your own email address with the emailed link',
    access: 'signed-in',
    body: z.strictObject({ token: LinkToken }),
    rate: { max: 30, perSeconds: 60 },
  }),
  resendVerification: endpoint({
    id: 'auth.resendVerification',
    method: 'POST',
    path: '/auth/resend-verification',
    summary: 'Resend the link that verifies your own email address',
    access: 'signed-in',
    /** False when the address is already verified. */
    reply: z.object({ sent: z.boolean() }),
    rate: { max: 5, perSeconds: 3600 },
  }),
  forgotPassword: endpoint({
    id: 'auth.forgotPassword',
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Ask for a link that resets a password; the answer is the same whether there is an account or not',
    access: 'public',
    body: z.strictObject({ email: Email }),
    rate: { max: 10, perSeconds: 900 },
    transaction: false,
  }),
  resetPassword: endpoint({
    id: 'auth.resetPassword',
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password by a mailed link; all sessions end, and the person signs in again',
    access: 'public',
    body: z.strictObject({ token: LinkToken, password: ChosenPassword }),
    rate: { max: 20, perSeconds: 900 },
    transaction: false,
  }),
  changePassword: endpoint({
    id: 'auth.changePassword',
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Change the own password; all other sessions end, and this one gets a new token',
    access: 'signed-in',
    /** An account without a password may omit the current one; it then needs a recent sign-in. */
    body: z.strictObject({ currentPassword: z.string().max(1024).optional(), newPassword: ChosenPassword }),
    reply: Session,
    rate: { max: 20, perSeconds: 900 },
    transaction: false,
  }),
  passwordPolicy: endpoint({
    id: 'auth.passwordPolicy',
    method: 'GET',
    path: '/auth/password-policy',
    summary: 'Read the rules that the next own password has to meet',
    access: 'signed-in',
    reply: PasswordPolicy,
  }),
  reauthenticate: endpoint({
    id: 'auth.reauthenticate',
    method: 'POST',
    path: '/auth/reauthenticate',
    summary: 'Confirm your identity with your password; this session gets a new token and may do sensitive acts for ten minutes',
    access: 'signed-in',
    body: z.strictObject({ password: KnownPassword }),
    reply: Session,
    errors: [409],
    transaction: false,
  }),
}
