import type { Transport } from '../../../platform/delivery/transport.ts'
import { createThreadedSmtpTransport } from '../../../platform/delivery/email-threaded.ts'
import { holdTransport } from '../../../platform/delivery/hold-transport.ts'
import { createSandboxStore } from '../../../platform/delivery/sandbox-store.ts'
import { createSandboxMailTransport, createSandboxTransport } from '../../../platform/delivery/sandbox-transport.ts'
import { createTwilioTransport } from '../../../platform/delivery/sms-twilio.ts'
import { createWebhookTransport } from '../../../platform/delivery/webhook.ts'
import { createWhatsappTransport } from '../../../platform/delivery/whatsapp-cloud.ts'
import { isForThisMachine } from '../../../platform/http/own-machine.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openHook } from './account-hook.ts'
import { openSecret } from './account-secret.ts'
import type { ChannelAccount } from './accounts-store.ts'
import { receiveSandboxEvent } from '../hooks/sandbox-events.ts'

interface Made {
  stamp: number
  transport: Transport
}

const made = new WeakMap<Platform, Map<string, Made>>()
/** One transport for all accounts that differ only in their organization. */
const shared = 'platform-smtp'
const keepMost = 500

/**
 * The transport of an account, cached for its connections. A change of the account creates a new one; messages in flight on the earlier
 * one end first. @throws 409 if its secret cannot be decrypted.
 */
export function transportFor(platform: Platform, account: ChannelAccount): Transport {
  const kept = made.get(platform) ?? new Map<string, Made>()
  made.set(platform, kept)
  const isShared = account.provider === 'platform-smtp' && platform.config.smtpUrl !== undefined
  const key = isShared ? shared : `${account.orgId}/${account.id}`
  const stamp = isShared ? 0 : account.updatedAt.getTime()
  const before = kept.get(key)
  if (before?.stamp === stamp) return before.transport
  const transport = holdTransport(platform.hold, makeTransport(platform, account))
  kept.delete(key)
  kept.set(key, { stamp, transport })
  if (before) closeQuietly(platform, before.transport)
  for (const [oldest, { transport: old }] of kept) {
    if (kept.size <= keepMost) break
    kept.delete(oldest)
    closeQuietly(platform, old)
  }
  return transport
}

const closeQuietly = (platform: Platform, transport: Transport) =>
  void transport.close().catch((error: unknown) => platform.log.warn({ err: error }, 'a transport did not close'))

/** Closes all connections. Later sends open new ones. */
export async function closeTransports(platform: Platform): Promise<void> {
  const kept = [...(made.get(platform)?.values() ?? [])]
  made.delete(platform)
  await Promise.allSettled(kept.map(({ transport }) => transport.close()))
}

function makeTransport(platform: Platform, account: ChannelAccount): Transport {
  const { httpOut, config } = platform
  const { settings } = account
  const secret = openSecret(platform.keyRing, account.id, account.secretSealed)
  switch (account.provider) {
    case 'platform-smtp':
      return config.smtpUrl === undefined ? sandboxOf(platform, account) : createThreadedSmtpTransport({ url: config.smtpUrl })
    case 'smtp':
      return smtpOf(platform, account, secret.password)
    case 'twilio': {
      const from = settings.from ?? ''
      return createTwilioTransport({
        httpOut,
        baseUrl: settings.baseUrl ?? '',
        accountSid: settings.accountSid ?? '',
        authToken: secret.authToken ?? '',
        ...(from.startsWith('MG') && from.length === 34 ? { messagingServiceSid: from } : { from }),
        statusCallback: statusCallbackOf(platform, account),
        dltEntityId: settings.dltEntityId,
      })
    }
    case 'whatsapp-cloud': {
      const { baseUrl = '', phoneNumberId = '' } = settings
      return createWhatsappTransport({ httpOut, baseUrl, phoneNumberId, accessToken: secret.accessToken ?? '' })
    }
    case 'webhook':
      return createWebhookTransport({
        httpOut,
        url: settings.url,
        secret: secret.signingSecret ?? '',
        former: secret.formerSigningSecret
          ? { secret: secret.formerSigningSecret, until: Date.parse(settings.formerSecretUntil ?? '') || 0 }
          : undefined,
        headers: secret.headers,
      })
    case 'sandbox':
      return sandboxOf(platform, account)
  }
}

function smtpOf({ config }: Platform, { settings }: ChannelAccount, password: string | undefined): Transport {
  const { host = '', port = 587, security = 'starttls', username } = settings
  return createThreadedSmtpTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
    egressAllow: config.egressAllow,
  })
}

/** The provider reports the status of a message there. A provider on the internet cannot reach a local address, and rejects it. */
function statusCallbackOf(platform: Platform, { id, hookSealed, settings }: ChannelAccount): string | undefined {
  if (hookSealed === null) return undefined
  const isNear = /^(localhost|127\.|\[::1\])/.test(URL.parse(settings.baseUrl ?? '')?.hostname ?? '')
  if (isForThisMachine(platform.config) && !isNear) return undefined
  return `${platform.config.publicUrl}/api/hooks/${openHook(platform, id, hookSealed).token}`
}

function sandboxOf(platform: Platform, { orgId, channel, settings }: ChannelAccount): Transport {
  const store = createSandboxStore({ db: platform.db, orgId, onSandboxEvent: (tx, event) => receiveSandboxEvent(platform, tx, event) })
  return channel === 'email' ? createSandboxMailTransport(store) : createSandboxTransport(channel, store, settings)
}
