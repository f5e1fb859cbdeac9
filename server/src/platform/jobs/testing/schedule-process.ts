/** One scheduler process for tests: it leads with short times and writes a row with every tick, slowly, in one transaction. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectDatabase } from '../../db/database.ts'
import { createHold } from '../../installation/hold.ts'
import { createLog } from '../../log.ts'
import { startSchedule } from '../schedule.ts'

const { connection, secret, asSystem, times } = JSON.parse(process.argv[2] ?? '{}')
const db = connectDatabase({ connection, secret, poolMax: 2, onError: () => undefined })
startSchedule({
  connection: asSystem,
  hold: createHold(),
  log: createLog('info', 'json'),
  times,
  ticks: [
    {
      name: 'write-slowly',
      everyMs: 20,
      run: () =>
        db.withSystem(async (tx) => {
          await sql`insert into app.tick_log (pid, epoch) select ${process.pid}, epoch from app.installation_lead`.execute(tx)
          await pause(60)
          await sql`update app.tick_log set ended_under = (select epoch from app.installation_lead) where pid = ${process.pid}`.execute(tx)
        }),
    },
  ],
})
