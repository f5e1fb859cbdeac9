import { flushCompileCache } from 'node:module'
import { backUpBeforeUpgrade } from './admin/backup/back-up-before-upgrade.ts'
import { renderConfigHelp } from './platform/config/config-help.ts'
import { checkPort } from './platform/config/check-port.ts'
import { loadConfig, wantsHelp } from './platform/config/config.ts'
import { describePayments } from './platform/config/payment-provider.ts'
import { ownerConnection } from './platform/db/owner-connection.ts'
import { collectAtRest } from './platform/collect-at-rest.ts'
import { prepareDataFolder } from './platform/embedded-postgres/embedded-postgres-folder.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from './platform/log.ts'
import type { Log } from './platform/log.ts'
import { loadSecrets } from './platform/crypto/secrets.ts'
import { currentRelease, describeRelease } from './platform/installation/release.ts'
import { hasMailbox } from './platform/http/own-machine.ts'
import { StartError } from './platform/start-error.ts'
import { start } from './start.ts'

const startedAt = performance.now()

async function main(): Promise<void> {
  if (wantsHelp(process.argv.slice(2))) return void process.stdout.write(renderConfigHelp())
  const config = loadConfig()
  if (config.role === 'all' || config.role === 'api') await checkPort(config.port, config.host)
  if (!config.databaseUrl) prepareDataFolder(config.dataDir)
  const secrets = loadSecrets(config)
  const log = createLog(config.logLevel, config.logFormat)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say, exclusive: config.role === 'all' })
  const connection = config.databaseUrl ? ownerConnection(config.databaseUrl) : (embedded?.connection ?? {})
  let running
  try {
    running = await start({ config, secrets, connection, log, beforeUpgrade: (owner) => backUpBeforeUpgrade(config, owner, say) })
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  const watch = embedded ? keepRunning(embedded, log) : undefined
  say('')
  say(
    `  Imperium ${describeRelease(currentRelease())} is ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s${running.address ? `: ${config.publicUrl}` : ` (role ${config.role})`}`,
  )
  say(`  Data: ${config.dataDir}${embedded ? ' (embedded PostgreSQL)' : ' (secrets); database: DATABASE_URL'}`)
  say(
    `  Sandboxed: AI model "sandbox" (offline) until you add a provider${config.smtpUrl ? '' : '; mail is kept in the sandbox mailbox (set SMTP_URL to send)'}`,
  )
  say(`  Payments: ${describePayments(config)}`)
  if (hasMailbox(config)) say(`  Sandbox mailbox: ${config.publicUrl}/dev/mailbox`)
  say('  Stop with Ctrl-C.')
  // What was compiled serves the next start, also if this process is killed.
  flushCompileCache()
  collectAtRest()

  let stopping: Promise<void> | undefined
  let requestedAt = 0
  const stop = (signal: string) => {
    // A second Ctrl-C does not wait for running work. One within a second is a duplicate: the terminal and npm both forward it.
    if (stopping && performance.now() - requestedAt > 1_000) process.exit(130)
    if (stopping) return
    requestedAt = performance.now()
    say(`\n${signal}: finishing running work...`)
    stopping = running
      .stop()
      .then(async () => {
        clearInterval(watch)
        await embedded?.stop()
      })
      .then(
        () => {
          say('Stopped.')
          process.exit(0)
        },
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

const lookEveryMs = 1_000

/** PostgreSQL may be killed, manually or for lack of memory: it is restarted, and requests answer 503 until then (R49). */
function keepRunning(embedded: EmbeddedPostgres, log: Log): NodeJS.Timeout {
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    embedded
      .revive()
      .then((revived) => revived && log.warn('PostgreSQL had ended and was started again'))
      .catch((error: unknown) => log.error({ err: error }, 'PostgreSQL ended and could not be started again'))
      .finally(() => {
        isBusy = false
      })
  }, lookEveryMs)
}

// An unhandled rejection is a defect, but no reason to stop the server for every organization.
process.on('unhandledRejection', (error) => process.stderr.write(`unhandled: ${error instanceof Error ? error.stack : String(error)}\n`))

await main().catch((error: unknown) => {
  if (error instanceof StartError) {
    process.stderr.write(`\nImperium could not start.\n${error.message}\n`)
    process.exit(error.exitCode)
  }
  throw error
})
