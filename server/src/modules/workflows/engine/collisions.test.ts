import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { engineOf } from './engine-of.ts'
import { byHand, flow, isEnded, publish, runsIn } from './test-flows.ts'

// A deadlock between two transactions neither fails a run nor counts as a crash of its worker.

let t: TestApp
let user: TestUser
let runs: ReturnType<typeof runsIn>
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
  runs = runsIn(t, user)
  await t.startWorkers()
})
afterAll(() => t.close())

/** Makes the next statements on a table the victims of a deadlock; returns a function that counts them. */
async function collide(what: string, table: string, times: number): Promise<() => Promise<number>> {
  const name = `collide_${table}`
  // A sequence is not rolled back.
  await t.owner.query(`
    create sequence app.${name};
    create function app.${name}() returns trigger language plpgsql security definer as $f$ begin
      if nextval('app.${name}') <= ${times} then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return coalesce(new, old);
    end $f$;
    lock table app.${table}; create trigger ${name} before ${what} on app.${table} for each row execute function app.${name}();`)
  return async () => {
    const { rows } = await t.owner.query<{ times: number }>(`select last_value::int as times from app.${name}`)
    await t.owner.query(
      `lock table app.${table}; drop trigger ${name} on app.${table}; drop function app.${name}(); drop sequence app.${name}`,
    )
    return rows[0]?.times ?? 0
  }
}

const ended = (id: string) => until(async () => ((run) => isEnded(run) && run)(await runs.read(id)))
const stepsOf = async (id: string) => (await runs.steps(id)).map(({ step_id, status, attempt }) => [step_id, status, attempt])

test('retries a deadlock in the step itself and in the write of its result', { timeout: 20_000 }, async () => {
  const save = { id: 'save', type: 'contact', config: { email: '{{ trigger.email }}', firstName: 'Ada' } }
  const count = { id: 'count', type: 'set', config: { values: [{ name: 'saved', value: '{{ steps.save.email }}' }] } }
  const id = await publish(t, user.orgId, flow([save, count], 'start>save save>count'))
  for (const [what, table] of [
    ['insert', 'contacts'],
    ['insert', 'workflow_totals'],
  ] as const) {
    const collided = await collide(what, table, 2)
    const { runId } = await engineOf(t.platform).start(user.orgId, byHand(id, { email: `${table.replace('_', '-')}@example.com` }))
    expect(await ended(runId), table).toMatchObject({ status: 'success', error: null })
    expect(await collided(), table).toBeGreaterThan(2)
    expect(await stepsOf(runId), table).toEqual([
      ['start', 'success', 1],
      ['save', 'success', 1],
      ['count', 'success', 1],
    ])
  }
  const { rows } = await t.owner.query('select email from app.contacts where org_id = $1 order by email', [user.orgId])
  expect(rows.map(({ email }: { email: string }) => email)).toEqual(['contacts@example.com', 'workflow-totals@example.com'])
})

test('retries a deadlock between the end of a wait and a signal for another branch', { timeout: 20_000 }, async () => {
  const wait = (id: string, amount: number) => ({
    id,
    type: 'wait_event',
    config: { event: 'contact.unsubscribed', timeout: { amount, unit: 'seconds' } },
  })
  const both = { id: 'both', type: 'parallel', config: { branches: [{ name: 'short' }, { name: 'long' }] } }
  const steps = [both, wait('brief', 1), wait('longer', 2), { id: 'together', type: 'join', config: { mode: 'all' } }]
  const id = await publish(
    t,
    user.orgId,
    flow(steps, 'start>both both:short>brief both:long>longer brief:timeout>together longer:timeout>together'),
  )
  const { runId } = await engineOf(t.platform).start(user.orgId, byHand(id))
  await until(async () => (await runs.live(runId))?.status === 'waiting')
  const collided = await collide('delete', 'workflow_waits', 2)
  expect(await ended(runId)).toMatchObject({ status: 'success', error: null })
  expect(await collided()).toBeGreaterThan(2)
  expect(await stepsOf(runId)).toEqual([
    ['start', 'success', 1],
    ['both', 'success', 1],
    ['brief', 'success', 1],
    ['longer', 'success', 1],
    ['together', 'success', 1],
  ])
})
