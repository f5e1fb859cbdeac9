import { loadConfig } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'
import { auditVerify } from './audit-verify.ts'
import { backup } from './backup.ts'
import { parseLine, renderHelp } from './command.ts'
import type { Command } from './command.ts'
import { keysRotate } from './keys-rotate.ts'
import { organizationsList } from './organizations-list.ts'
import { organizationsSet } from './organizations-set.ts'
import { restore } from './restore.ts'

const commands: readonly Command[] = [organizationsList, organizationsSet, keysRotate, auditVerify, backup, restore]

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const parsed = parseLine(commands, process.argv.slice(2))
  if (parsed) {
    const dataDir = parsed.flags['data-dir']
    const config = loadConfig(process.env, typeof dataDir === 'string' ? [`--data-dir=${dataDir}`] : [])
    process.exitCode = (await parsed.command.run({ config, operands: parsed.operands, flags: parsed.flags, say })) ?? 0
  } else process.stdout.write(renderHelp(commands))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
