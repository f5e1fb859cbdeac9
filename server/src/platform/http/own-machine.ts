import type { Config } from '../config/config.ts'

const loopback = /^((::ffff:)?127\.\d+\.\d+\.\d+|::1)$/i
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** The settings allow only this machine: no public address and no proxy. */
export const isForThisMachine = ({ publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>): boolean =>
  trustedProxies.length === 0 && loopbackHost.test(new URL(publicUrl).host)

/** A trial installation: no mail server, not production, a local address. Its mailbox holds links that give access to accounts. */
export const hasMailbox = (config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'smtpUrl' | 'nodeEnv'>): boolean =>
  config.smtpUrl === undefined && config.nodeEnv !== 'production' && isForThisMachine(config)

/**
 * A request of this machine, by its own name: requests of a local proxy or a foreign page (DNS rebinding)
 * come from here too.
 */
export const isFromThisMachine = (remoteAddress: string | undefined, header: (name: string) => string | undefined): boolean =>
  loopback.test(remoteAddress ?? '') && loopbackHost.test(header('host') ?? '') && !ofProxies.some((name) => header(name) !== undefined)
