import type { z } from 'zod'
import { termsVersion } from '@imperium/contract/auth/auth.ts'
import type { RegisterBody, Session } from '@imperium/contract/auth/auth.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import { accountEvents } from '@imperium/contract/events/auth.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import { asOrg } from '../../platform/db/database.ts'
import { AppError, limited } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { addressGroup, countHit } from '../../platform/auth/rate-limit.ts'
import { createOrganization, listMemberships } from '../organizations/index.ts'
import { defaultPasswordPolicy } from '../security/index.ts'
import { hashing } from './hashing.ts'
import { checkNewPassword } from './password/check-new-password.ts'
import { recordSignIn } from './sessions/record-sign-in.ts'
import { startSession } from './start-session.ts'
import { insertUser } from './store.ts'
import { mailVerificationLink } from './verify-email.ts'

const hour = 3_600

/**
 * Creates account, organization and session in one transaction. The response reveals that an address already has an account:
 * needed without email verification in between; the rate limit per address of the caller bounds the leak (SEC-5).
 */
export async function register(platform: Platform, context: PublicContext, body: z.output<typeof RegisterBody>): Promise<Session> {
  const limit = await countHit(
    platform.db,
    `register:${hashTokenHex(addressGroup(context.ipAddress))}`,
    platform.config.rateLimitRegister,
    hour,
  )
  if (!limit.allowed) throw limited(limit.resetSeconds)
  await checkNewPassword(platform, {
    password: body.password,
    path: 'password',
    policy: defaultPasswordPolicy,
    words: [body.email, body.firstName, body.lastName, body.organizationName],
  })
  const passwordHash = await hashing(() => platform.passwords.hash(body.password))
  const user = {
    id: newId(),
    email: body.email,
    firstName: body.firstName,
    lastName: body.lastName,
    createdAt: platform.clock.now().toISOString(),
    emailVerified: false,
    hasSecondFactor: false,
    passwordChangedAt: platform.clock.now(),
    preferences: {
      language: body.language ?? chooseLanguage(context.header('accept-language')),
      timeZone: null,
      dateFormat: null,
      timeFormat: null,
    },
    deletesAt: null,
  }
  return platform.db.withAuth(async (tx) => {
    if (!(await insertUser(tx, { ...user, language: user.preferences.language, termsVersion }, passwordHash, user.passwordChangedAt))) {
      throw new AppError('CONFLICT', 409, 'An account with this email already exists.', {
        errors: [{ path: 'email', message: 'An account with this email already exists' }],
      })
    }
    const request = {
      name: body.organizationName,
      slug: body.organizationSlug,
      timeZone: body.timeZone,
      owner: { userId: user.id, email: user.email },
    }
    const { id: orgId } = await createOrganization(platform, tx, request)
    const organization = (await listMemberships(tx, user.id)).find((each) => each.id === orgId) ?? null
    await mailVerificationLink(platform, tx, { userId: user.id, email: user.email, language: user.preferences.language })
    const person = { id: user.id, email: user.email, reader: user.preferences }
    await recordSignIn(platform, context, tx, { person, method: 'register', orgId })
    const session = await startSession(platform, context, tx, { user, organization, method: 'register' })
    const actor = { kind: 'user' as const, id: user.id, name: `${user.firstName} ${user.lastName}` }
    await asOrg(tx, orgId, async (orgTx) => {
      await platform.events.emit(orgTx, accountEvents.created, { userId: user.id, name: actor.name })
      const target = { kind: 'user', id: user.id, name: actor.name }
      await recordAudit(orgTx, orgId, {
        actor,
        action: 'auth.register',
        target,
        ipAddress: context.ipAddress,
        userAgent: context.userAgent,
        requestId: context.requestId,
      })
    })
    return session
  })
}
