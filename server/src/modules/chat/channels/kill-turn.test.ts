import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../../testing/test-runs.ts'
import { writeAsContact } from '../testing/write-as-contact.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => ({ text: 'We open at nine.', delayMs: 2_000 }) })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await registerOnLargePlan(t)
  const runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  const agentId = await runs.agent({ name: 'Helper', config: { model: 'fake-model' } })
  const body = { channel: 'email', agentId, mode: 'auto' }
  expect((await t.call('POST', '/api/channel-agents', { token: user.token, body })).status).toBe(201)
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const folder = path.join(import.meta.dirname, '../../..')
/** Another process of the installation, with all workers. */
const program = (connection: object) => `
  import { allJobs, createModules } from '${folder}/app.ts'
  import { createPlatform } from '${folder}/platform/create-platform.ts'
  import { loadConfig } from '${folder}/platform/config/config.ts'
  import { createLog } from '${folder}/platform/log.ts'
  import { testSecrets } from '${folder}/testing/test-secrets.ts'
  import { testEmbedder } from '${folder}/testing/test-embedder.ts'
  const config = loadConfig({ DATA_DIR: '/var/tmp/imperium-test-unused', DATABASE_POOL_MAX: '8', EGRESS_ALLOW: '127.0.0.1' }, [])
  const options = { config, secrets: testSecrets, connection: ${JSON.stringify(connection)}, log: createLog('silent', 'pretty') }
  const made = await createPlatform({ ...options, offlineEmbedder: testEmbedder() })
  const modules = createModules(made.platform)
  made.attach(modules)
  await made.platform.jobs.start()
  for (const module of modules) if (module.startWorker) await module.startWorker()
  await made.platform.jobs.work(allJobs(made.platform, modules))
`

function startProcess(): { child: ChildProcess; kill: () => Promise<void> } {
  const { host, port, user: name, database } = t.owner.options
  const file = path.join(mkdtempSync('/var/tmp/imperium-turn-'), 'worker.mts')
  writeFileSync(file, program({ host, port, user: name, database }))
  const child = spawn(process.execPath, [file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    child,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(path.dirname(file), { recursive: true })
    },
  }
}

/** Transactions that wait for a lock of ours. */
const waits = `select count(*) from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

const count = async (statement: string, ...values: unknown[]): Promise<number> =>
  Number((await t.owner.query<{ count: string }>(statement, values)).rows[0]?.count)

test('kill -9 between the answer of the model and its sending sends it once', { timeout: 120_000 }, async () => {
  const email = 'ana@example.com'
  await t.call('POST', '/api/contacts', { token: user.token, body: { email, firstName: 'Ana' } })
  // The end of a turn waits for the lock of its session: while this is held, the model has answered and nothing is sent.
  const holder = await t.owner.connect()
  await holder.query('begin')
  const first = startProcess()
  try {
    await writeAsContact(t, user.orgId, { channel: 'email', subject: 'Hours', sender: email, text: 'When do you open?' })
    const session = await until(async () => {
      const { rows } = await t.owner.query<{ id: string }>('select id from app.chat_sessions where org_id = $1', [user.orgId])
      return rows[0]?.id
    }, 60_000)
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`chat:${session}`])
    await until(async () => fake.requests.length > 0 && (await count(waits)) > 0, 60_000)
  } finally {
    await first.kill()
    await holder.query('rollback')
    holder.release()
  }
  const outbound = "select count(*) from app.messages where org_id = $1 and direction = 'outbound'"
  expect(await count(outbound, user.orgId)).toBe(0)
  const waiting = "select count(*) from app.runs where org_id = $1 and trigger = 'message' and status in ('queued', 'running')"
  expect(await count(waiting, user.orgId)).toBe(1)

  await t.startWorkers()
  const mails = 'select count(*) from app.sandbox_mail where recipient = $1'
  await until(async () => (await count(mails, email)) > 0, 60_000)
  await until(async () => (await count(waiting, user.orgId)) === 0)
  const { rows } = await t.owner.query("select status from app.messages where org_id = $1 and direction = 'outbound'", [user.orgId])
  expect(rows).toHaveLength(1)
  expect(await count(mails, email)).toBe(1)
  expect(await count("select count(*) from app.runs where org_id = $1 and trigger = 'message' and status = 'completed'", user.orgId)).toBe(
    1,
  )
})
