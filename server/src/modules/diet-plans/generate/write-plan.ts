import { message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { WrittenMeal } from '@imperium/contract/diet-plans/diet-plan.ts'
import { sql } from 'kysely'
import { AppError, conflict, unavailable } from '../../../platform/errors.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { writeLeased } from '../../../platform/leases/lease-store.ts'
import type { Claimed } from '../../../platform/leases/lease-store.ts'
import { LeaseLostError } from '../../../platform/leases/lease-table.ts'
import { localDate } from '../../../platform/local-days.ts'
import type { Platform } from '../../../platform/platform.ts'
import { resolveConfig } from '../../ai-models/index.ts'
import type { AskContext } from '../../ai-models/index.ts'
import { insertDays, insertVersion, listDays, missingDays } from '../days-store.ts'
import { openPatient, places, sealOutline } from '../seal-plan.ts'
import { findPlan, goesOn, hasEnded, hasFailed, planLeases, recordGenerated, setOutline } from '../store.ts'
import type { ClaimedPlan, PlanRow } from '../store.ts'
import { askDays, askMeal, askOutline, mealsWithin } from './ask-model.ts'
import type { AskedPlan } from './ask-model.ts'
import { mealSlots } from './meal-slots.ts'
import type { Read } from './read-answer.ts'

const slots = 4
const perOrganization = 2
const mostDeaths = 3
/** Of one piece, counted when it is taken up. */
const mostAttempts = 5
const retryMs = 2_000
/** A longer answer is more often cut off, and more is lost with it. */
const mealsOfPiece = 9
const namedMeals = 40

type Item = Claimed<{ id: 'uuid' }, ClaimedPlan>

interface Piece {
  platform: Platform
  item: Item
  plan: PlanRow
  asked: AskedPlan
  context: AskContext
}

function valueOf<T>(read: Read<T>): T {
  if ('value' in read) return read.value
  // The faults may quote the answer, and with it health data: they are shown nowhere.
  throw unavailable('The model gave no usable answer.')
}

const agentName = 'AI'

/** Writes what a piece brought, behind the fence of the lease: a worker that lost it writes nothing. */
function commit({ platform, item }: Piece, write: (tx: OrgTx) => Promise<void>, set: Parameters<typeof writeLeased>[3]): Promise<void> {
  return platform.db.withOrg(item.orgId, async (tx) => {
    await writeLeased(tx, planLeases, item, set)
    await write(tx)
  })
}

async function writeOutline(piece: Piece): Promise<number> {
  const { platform, plan } = piece
  const outline = valueOf(await askOutline(platform, piece.context, piece.asked))
  await commit(
    piece,
    async (tx) => void (await setOutline(tx, plan.id, sealOutline(platform.keyRing, plan.id, outline))),
    goesOn(platform.clock.now()),
  )
  return 0
}

async function writeDays(piece: Piece, missing: readonly number[]): Promise<number> {
  const { platform, plan, asked, item } = piece
  const [written, model] = await platform.db.withOrg(
    item.orgId,
    async (tx) => [await listDays(platform.keyRing, tx, plan.id), await resolveConfig(platform, tx, plan.config_id)] as const,
  )
  const meals = Math.min(mealsOfPiece, mealsWithin(model?.maxTokens ?? 0))
  const days = missing.slice(0, Math.max(1, Math.floor(meals / asked.slots.length)))
  const before = written.flatMap(({ meals }) => meals.map(({ name }) => name)).slice(-namedMeals)
  const answer = valueOf(await askDays(platform, piece.context, asked, { days, before, wishes: '' }))
  const done = sql`days_done = l.days_done + ${answer.length}, ${goesOn(platform.clock.now())}`
  await commit(piece, (tx) => insertDays(platform.keyRing, tx, { planId: plan.id, version: 1 }, answer), done)
  return 0
}

async function finish(piece: Piece): Promise<void> {
  const { platform, plan } = piece
  await commit(
    piece,
    async (tx) => {
      await insertVersion(tx, { planId: plan.id, version: 1, reason: 'generated', day: null, by: { id: null, name: agentName } })
      await recordGenerated(tx, plan.id, plan.config_id)
    },
    sql`version = 1, ${hasEnded(platform.clock.now())}`,
  )
}

/** The next piece of a plan: the outline, some days, the end. Milliseconds until the one after it. */
async function generate(piece: Piece): Promise<void | number> {
  const { platform, plan, item } = piece
  if (plan.sealed_outline === null) return writeOutline(piece)
  const missing = await platform.db.withOrg(item.orgId, (tx) => missingDays(tx, plan.id, plan.number_of_days))
  return missing.length > 0 ? writeDays(piece, missing) : finish(piece)
}

/** Writes a day or one of its meals again, as a new version. */
async function rewrite(piece: Piece): Promise<void> {
  const { platform, plan, item } = piece
  const { work_day: number, work_meal: at, sealed_instructions: sealed } = plan
  const wishes = sealed === null ? '' : platform.keyRing.decrypt(sealed, places.instructions(plan.id))
  const days = await platform.db.withOrg(item.orgId, (tx) => listDays(platform.keyRing, tx, plan.id))
  const day = days.find((each) => each.day === number)
  if (!day) throw conflict('This plan is not complete yet.')
  const meals =
    at === null
      ? await rewriteDay(
          piece,
          day.day,
          wishes,
          days.flatMap((each) => each.meals),
        )
      : await rewriteMeal(piece, day.meals, at, wishes)
  const version = plan.version + 1
  const reason = at === null ? 'day' : 'meal'
  await commit(
    piece,
    async (tx) => {
      await insertDays(platform.keyRing, tx, { planId: plan.id, version }, [{ day: day.day, meals }])
      await insertVersion(tx, { planId: plan.id, version, reason, day: day.day, by: { id: null, name: agentName } })
    },
    sql`version = ${version}, ${hasEnded(platform.clock.now())}`,
  )
}

async function rewriteDay(
  { platform, context, asked }: Piece,
  day: number,
  wishes: string,
  all: readonly WrittenMeal[],
): Promise<WrittenMeal[]> {
  const before = all.map(({ name }) => name).slice(-namedMeals)
  const [written] = valueOf(await askDays(platform, context, asked, { days: [day], before, wishes }))
  return written?.meals ?? []
}

async function rewriteMeal(
  { platform, context, asked }: Piece,
  meals: readonly WrittenMeal[],
  at: number,
  wishes: string,
): Promise<WrittenMeal[]> {
  const meal = meals[at]
  if (!meal) throw conflict('This plan is not complete yet.')
  const others = meals.filter((_, place) => place !== at).map(({ name }) => name)
  const written = valueOf(await askMeal(platform, context, asked, { meal, others, wishes }))
  return meals.map((each, place) => (place === at ? written : each))
}

/** What the page says of an error; undefined for one that is ours and is tried again. */
function textOfError(error: unknown): Text | undefined {
  if (error instanceof AppError && [409, 503].includes(error.status)) return error.text
  return undefined
}

async function openPiece(platform: Platform, item: Item, { signal }: LeaseHandle): Promise<Piece | null> {
  const { orgId, key } = item
  const today = localDate(platform.clock.now(), 'UTC')
  const plan = await platform.db.withOrg(orgId, (tx) => findPlan(tx, key.id, today))
  if (!plan) return null
  const asked: AskedPlan = {
    patient: openPatient(platform.keyRing, plan.id, plan.sealed_patient),
    configId: plan.config_id,
    language: plan.language,
    slots: mealSlots(plan.meals_per_day),
  }
  const context: AskContext = { inOrg: (work) => platform.db.withOrg(orgId, work), signal: () => signal }
  return { platform, item, plan, asked, context }
}

async function work(platform: Platform, item: Item, handle: LeaseHandle): Promise<void | number> {
  const { db, clock } = platform
  const fail = (text: Text) => db.withOrg(item.orgId, (tx) => writeLeased(tx, planLeases, item, hasFailed(text, clock.now())))
  try {
    if (item.row.deaths >= mostDeaths)
      return await fail(message('Writing was interrupted {count} times. Try again.', { count: item.row.deaths }))
    const piece = await openPiece(platform, item, handle)
    if (!piece) return
    return item.row.work === 'generate' ? await generate(piece) : await rewrite(piece)
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (handle.signal.aborted) throw error
    const text = textOfError(error)
    // A budget or a removed model does not come back by itself; a model that failed may.
    const isFinal = item.row.attempts >= mostAttempts || (error instanceof AppError && error.status === 409)
    if (!isFinal && text === undefined) throw error
    if (!isFinal) return retryMs * item.row.attempts
    if (text === undefined) platform.log.error({ err: error, planId: item.key.id }, 'a diet plan could not be written')
    await fail(text ?? 'An unexpected error stopped it.').catch(ignoreLost)
  }
}

const ignoreLost = (error: unknown) => {
  if (!(error instanceof LeaseLostError)) throw error
}

/** Writes diet plans in the background, piece by piece. */
export function startPlanWriter(platform: Platform): { stop: (graceMs: number) => Promise<void> } {
  const runner = new LeaseRunner({
    platform,
    table: planLeases,
    slots,
    perOrganization,
    retryMs,
    run: (item, handle) => work(platform, item, handle),
  })
  runner.begin()
  return { stop: (graceMs) => runner.stop(graceMs) }
}
