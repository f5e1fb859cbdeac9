import crypto from 'node:crypto'
import path from 'node:path'
import { isGstin } from '@imperium/contract/sales/gstin.ts'
import { type ConfigOption, type OptionName, argumentOf, type configOptions, describeOption, optionNames } from './config-options.ts'
import { type KindValues, type ParsedValue, parseOption } from './config-values.ts'
import { unchosenSandbox } from './payment-provider.ts'
import { canReach, unprivilegedAccount } from '../embedded-postgres/embedded-postgres-account.ts'
import { StartError } from '../start-error.ts'

type Options = typeof configOptions
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>
type ValueOf<Option extends ConfigOption> = Option extends { choices: readonly (infer Choice)[] } ? Choice : KindValues[Option['kind']]
type MaybeUnset<Option extends ConfigOption> = Option extends { default: string } ? ValueOf<Option> : ValueOf<Option> | undefined
type Given = { [Name in OptionName as Camel<Name>]: MaybeUnset<Options[Name]> }

/**
 * All settings, validated, in camelCase (`RATE_LIMIT_LOGIN` -> `rateLimitLogin`); `undefined` means "not set".
 * Lists are arrays. `dataDir` is absolute; `publicUrl` has no trailing slash.
 */
export type Config = Omit<Given, 'publicUrl' | 'dataDir' | 'logFormat'> & {
  publicUrl: string
  dataDir: string
  logFormat: NonNullable<Given['logFormat']>
}

/**
 * Reads the settings from the environment, overridden by `--name=value` arguments.
 * @throws StartError that lists every problem, so that an operator can fix all of them.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, argv: readonly string[] = process.argv.slice(2)): Config {
  const problems: string[] = []
  const given = readArguments(argv, problems)
  const values: Record<string, ParsedValue | undefined> = {}
  for (const name of optionNames) {
    const text = given.get(name) ?? env[name]
    const outcome = parseOption(name, text === undefined || text.trim() === '' ? describeOption(name).default : text.trim())
    if ('problem' in outcome) problems.push(outcome.problem)
    else values[camelCase(name)] = outcome.value
  }
  const { operatorTaxRegime, operatorTaxId } = values
  if (operatorTaxRegime === 'GST' && !isGstin(String(operatorTaxId).toUpperCase()))
    problems.push('OPERATOR_TAX_REGIME=GST needs your GSTIN in OPERATOR_TAX_ID: 15 characters, the last one a check digit')
  const unchosen = problems.length === 0 ? unchosenSandbox(values) : null
  if (unchosen !== null) problems.push(unchosen)
  if (problems.length > 0)
    throw new StartError(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n  - ${problems.join('\n  - ')}\nAll settings: npm start -- --help`,
    )
  // Every option was parsed by its kind above, as `Given` declares; the compiler cannot follow the loop.
  return completeConfig(values as Given)
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

/** Defaults that depend on other settings or on the environment. */
function completeConfig(given: Given): Config {
  return {
    ...given,
    publicUrl: (given.publicUrl ?? `http://localhost:${given.port}`).replace(/\/+$/, ''),
    dataDir: path.resolve(given.dataDir ?? defaultDataDir(given.databaseUrl === undefined)),
    logFormat: given.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json'),
  }
}

const camelCase = (name: OptionName): string => argumentOf(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

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
