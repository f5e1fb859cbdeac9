import crypto from 'node:crypto'
import path from 'node:path'
import { type OptionName, argumentOf, configOptions, describeOption, optionNames } from './config-options.ts'
import { type ParsedValue, parseOption } from './config-values.ts'
import { canReach, unprivilegedAccount } from './embedded-postgres-account.ts'
import { StartError } from './start-error.ts'

type Choice<Name extends OptionName> = (typeof configOptions)[Name] extends { choices: readonly (infer Value)[] } ? Value : never

export type Role = Choice<'ROLE'>

/** All settings, validated. Times are in the unit of the name; `undefined` stands for "not set". */
export type Config = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePoolMax: number
  role: Role
  /** Undefined: to be generated, see `loadSecrets`. */
  encryptionKey: Buffer | undefined
  encryptionKeysPrevious: Buffer[]
  smtpUrl: string | undefined
  mailFrom: string
  egressAllow: string[]
  trustedProxies: string[]
  rateLimits: {
    loginPerQuarterHour: number
    loginAddressPerQuarterHour: number
    registerPerHour: number
    apiPerHour: number
    appPerMinute: number
  }
  retryModelMs: number[]
  retryMailMs: number[]
  workerConcurrency: number
  runTimeoutMs: number
  runMaxModelCalls: number
  sandboxDelayMs: number
  sessionIdleHours: number
  sessionAbsoluteHours: number
  metricsToken: string | undefined
  logLevel: Choice<'LOG_LEVEL'>
  logFormat: Choice<'LOG_FORMAT'>
  shutdownGraceMs: number
  isProduction: boolean
}

/**
 * Reads the settings from the environment and, above it, from `--name=value` arguments.
 * Throws one StartError that lists every problem, so that an operator mends them in one go.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, argv: readonly string[] = process.argv.slice(2)): Config {
  const problems: string[] = []
  const given = readArguments(argv, problems)
  const values = new Map<OptionName, ParsedValue | undefined>()
  for (const name of optionNames) {
    const text = given.get(name) ?? env[name]
    const outcome = parseOption(name, text === undefined || text.trim() === '' ? describeOption(name).default : text.trim())
    if ('problem' in outcome) problems.push(outcome.problem)
    else values.set(name, outcome.value)
  }
  if (problems.length > 0)
    throw new StartError(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n  - ${problems.join('\n  - ')}\nAll settings: npm start -- --help`,
    )
  return buildConfig(values)
}

/** True when the arguments ask for the list of settings. */
export const wantsHelp = (argv: readonly string[]): boolean => argv.includes('--help') || argv.includes('-h')

function readArguments(argv: readonly string[], problems: string[]): Map<OptionName, string> {
  const byArgument = new Map(optionNames.map((name) => [argumentOf(name), name]))
  const given = new Map<OptionName, string>()
  for (let index = 0; index < argv.length; index++) {
    const [, argument = '', inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(argv[index] ?? '') ?? []
    const name = byArgument.get(argument)
    if (name === undefined) {
      problems.push(`"${argv[index]}" is not a setting of Imperium`)
      continue
    }
    const value = inline ?? argv[++index]
    if (value === undefined) problems.push(`--${argument} needs a value: --${argument}=...`)
    else given.set(name, value)
  }
  return given
}

function buildConfig(values: Map<OptionName, ParsedValue | undefined>): Config {
  const text = (name: OptionName): string | undefined => asText(values.get(name))
  const number = (name: OptionName): number => Number(values.get(name))
  const texts = (name: OptionName): string[] => asList(values.get(name), (item) => typeof item === 'string')
  const numbers = (name: OptionName): number[] => asList(values.get(name), (item) => typeof item === 'number')
  const keys = (name: OptionName): Buffer[] => asList(values.get(name), (item) => Buffer.isBuffer(item))
  const port = number('PORT')
  return {
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl: (text('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: path.resolve(text('DATA_DIR') ?? defaultDataDir(text('DATABASE_URL') === undefined)),
    databaseUrl: text('DATABASE_URL'),
    databasePoolMax: number('DATABASE_POOL_MAX'),
    role: chosen('ROLE', text('ROLE')),
    encryptionKey: keys('ENCRYPTION_KEY')[0],
    encryptionKeysPrevious: keys('ENCRYPTION_KEY_PREVIOUS'),
    smtpUrl: text('SMTP_URL'),
    mailFrom: text('MAIL_FROM') ?? '',
    egressAllow: texts('EGRESS_ALLOW'),
    trustedProxies: texts('TRUSTED_PROXIES'),
    rateLimits: {
      loginPerQuarterHour: number('RATE_LIMIT_LOGIN'),
      loginAddressPerQuarterHour: number('RATE_LIMIT_LOGIN_ADDRESS'),
      registerPerHour: number('RATE_LIMIT_REGISTER'),
      apiPerHour: number('RATE_LIMIT_API_PER_HOUR'),
      appPerMinute: number('RATE_LIMIT_APP_PER_MINUTE'),
    },
    retryModelMs: numbers('RETRY_MODEL_MS'),
    retryMailMs: numbers('RETRY_MAIL_MS'),
    workerConcurrency: number('WORKER_CONCURRENCY'),
    runTimeoutMs: number('RUN_TIMEOUT_MS'),
    runMaxModelCalls: number('RUN_MAX_MODEL_CALLS'),
    sandboxDelayMs: number('SANDBOX_DELAY_MS'),
    sessionIdleHours: number('SESSION_IDLE_HOURS'),
    sessionAbsoluteHours: number('SESSION_ABSOLUTE_HOURS'),
    metricsToken: text('METRICS_TOKEN'),
    logLevel: chosen('LOG_LEVEL', text('LOG_LEVEL')),
    logFormat: chosen('LOG_FORMAT', text('LOG_FORMAT') ?? (process.stdout.isTTY ? 'pretty' : 'json')),
    shutdownGraceMs: number('SHUTDOWN_GRACE_MS'),
    isProduction: text('NODE_ENV') === 'production',
  }
}

/**
 * `./data`, except for root in a place (a private home) that PostgreSQL's own account cannot enter. The same start folder always gets
 * the same place.
 */
export function defaultDataDir(isEmbedded: boolean, start: string = process.cwd()): string {
  const usual = path.resolve(start, 'data')
  const account = isEmbedded && process.getuid?.() === 0 ? unprivilegedAccount() : undefined
  if (account === undefined || canReach(start, account)) return usual
  return `/var/lib/imperium-${crypto.createHash('sha256').update(usual).digest('hex').slice(0, 8)}`
}

const asText = (value: ParsedValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

function asList<Item>(value: ParsedValue | undefined, isItem: (item: unknown) => item is Item): Item[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.filter(isItem)
}

/** `parseOption` has already refused every value that is not among the choices. */
function chosen<Name extends 'ROLE' | 'LOG_LEVEL' | 'LOG_FORMAT'>(name: Name, value: string | undefined): Choice<Name> {
  const choices: readonly string[] = configOptions[name].choices
  if (value !== undefined && choices.includes(value)) return value as Choice<Name>
  throw new StartError(`${name} is not one of ${choices.join(', ')}`)
}
