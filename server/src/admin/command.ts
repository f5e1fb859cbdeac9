import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../platform/config/config.ts'
import { StartError } from '../platform/start-error.ts'

export interface Call {
  config: Config
  /** What stands behind the command's words. */
  operands: string[]
  flags: Record<string, string | boolean | undefined>
  /** One line to standard output. */
  print: (line: string) => void
}

export interface Command {
  /** The words that select the command. */
  name: string
  /** The arguments after the words, as the help shows them. */
  usage: string
  summary: string
  options?: ParseArgsOptionsConfig
  /** How many operands it takes; `any`: it looks itself. */
  operands: number | 'any'
  /** @returns the exit code, 0 unless given. @throws StartError with a plain sentence. */
  run: (call: Call) => Promise<number | void>
}

export const commonOptions = { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

export interface ParsedLine {
  command: Command
  operands: string[]
  flags: Record<string, string | boolean | undefined>
}

/** Finds the command of a line and reads what follows. Null: show the help. Throws StartError on what it cannot read. */
export function parseLine(commands: readonly Command[], line: readonly string[]): ParsedLine | null {
  if (line.length === 0 || line.includes('--help') || line.includes('-h') || line[0] === 'help') return null
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => line[at] === word))
  if (!command) throw new StartError(`There is no command "${line.join(' ')}". All commands: npm run admin -- --help`, { exitCode: 2 })
  const usage = `npm run admin -- ${command.name} ${command.usage}`.trim()
  try {
    const { values, positionals } = parseArgs({
      args: line.slice(command.name.split(' ').length),
      options: { ...commonOptions, ...command.options },
      allowPositionals: true,
    })
    if (command.operands !== 'any' && positionals.length !== command.operands)
      throw new Error(`it takes ${command.operands} operand(s), not ${positionals.length}`)
    return { command, operands: positionals, flags: values }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`"${command.name}" cannot be read: ${reason}.\nUsage: ${usage}`, { cause, exitCode: 2 })
  }
}

export function renderHelp(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, usage, summary }) => [
    `  ${name} ${usage}`.trimEnd(),
    ...summary.split('\n').map((each) => `      ${each}`),
  ])
  return [
    "Imperium's command line for its operator. It works while Imperium runs and while it does not, unless said otherwise.",
    '',
    'npm run admin -- <command>',
    '',
    ...lines,
    '',
    'Settings come from the environment as for npm start (DATA_DIR, DATABASE_URL, ENCRYPTION_KEY ...); --data-dir=... stands above DATA_DIR.',
    'Exit codes: 0 done, 1 not done or something is wrong, 2 the command cannot be read.',
    '',
  ].join('\n')
}
