import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DietPlanStats } from '@imperium/contract/diet-plans/diet-plans.ts'
import type { statusReasons } from '@imperium/contract/diet-plans/diet-plan.ts'
import { storedKey, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { announceDue } from '../../platform/leases/lease-store.ts'
import type { LeaseTable } from '../../platform/leases/lease-table.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { whileAtRest } from '../organizations/index.ts'

export type WorkKind = 'generate' | 'day' | 'meal'

export interface ClaimedPlan {
  work: WorkKind
  work_id: string
  attempts: number
  deaths: number
}

/** A plan is due while something of it is to be written. */
export const planLeases: LeaseTable<{ id: 'uuid' }, ClaimedPlan> = {
  table: 'app.diet_plans',
  key: { id: 'uuid' },
  dueAt: 'due_at',
  leaseMs: 30_000,
  open: sql`l.work is not null`,
  claimed: sql`due_at = null, attempts = l.attempts + 1`,
  rests: whileAtRest,
  reaped: sql`deaths = l.deaths + 1`,
  row: sql`l.work, l.work_id, l.attempts, l.deaths`,
}

export type PlanState = 'active' | 'completed' | (typeof statusReasons)[number]

/** The state of a plan on a day of the organization's calendar. */
const stateOn = (today: string): RawBuilder<PlanState> => sql<PlanState>`case
    when days_done < number_of_days or sealed_outline is null then case when work is null then 'failed' else 'generating' end
    when review = 'withdrawn' then 'withdrawn'
    when review is null or review_version < version then 'not_reviewed'
    when starts_on > ${today}::date then 'not_started'
    when starts_on + number_of_days <= ${today}::date then 'completed'
    else 'active' end`

const listed = ['id', 'sealed_patient', 'number_of_days', 'meals_per_day', 'days_done', 'created_at', 'updated_at'] as const
const startsOn = sql<string>`starts_on::text`.as('starts_on')

interface Listed {
  today: string
  /** Hex of the hashes that a plan must have. */
  words: readonly string[]
  status?: 'active' | 'completed' | 'other' | undefined
}

export const planPage = listPage(newestFirst('id'), (tx, { today, words, status }: Listed) => {
  const state = stateOn(today)
  const hasWord = (word: string) =>
    sql<boolean>`exists (select from app.diet_plan_words w where w.org_id = diet_plans.org_id and w.plan_id = diet_plans.id
      and w.word = decode(${word}, 'hex'))`
  const all = words.reduce(
    (query, word) => query.where(hasWord(word)),
    tx.selectFrom('diet_plans').select([...listed, startsOn, state.as('state')]),
  )
  if (status === undefined) return all
  return all.where(status === 'other' ? sql<boolean>`${state} not in ('active', 'completed')` : sql<boolean>`${state} = ${status}`)
})

export async function countPlans(tx: OrgTx, today: string): Promise<DietPlanStats> {
  const { rows } = await sql<DietPlanStats>`
    select count(*)::int as total, (count(*) filter (where state = 'active'))::int as active,
      (count(*) filter (where state = 'completed'))::int as completed,
      (count(*) filter (where state not in ('active', 'completed')))::int as other
    from (select ${stateOn(today)} as state from app.diet_plans) plans`.execute(tx)
  return rows[0] ?? { total: 0, active: 0, completed: 0, other: 0 }
}

const selectPlan = (tx: OrgTx, id: string, today: string) =>
  tx
    .selectFrom('diet_plans')
    .selectAll()
    .select([startsOn, stateOn(today).as('state')])
    .where('id', '=', id)

export type PlanRow = NonNullable<Awaited<ReturnType<typeof findPlan>>>
export const findPlan = (tx: OrgTx, id: string, today: string) => selectPlan(tx, id, today).executeTakeFirst()
/** Locked until the transaction ends. */
export const lockPlan = (tx: OrgTx, id: string, today: string) => selectPlan(tx, id, today).forUpdate().executeTakeFirst()

export interface NewPlan {
  id: string
  workId: string
  sealedPatient: string
  numberOfDays: number
  mealsPerDay: number
  startsOn: string
  language: string
  configId: string
  modelName: string
  consentAt: Date | null
  by: { id: string; name: string }
  words: readonly Buffer[]
}

export async function insertPlan(tx: OrgTx, plan: NewPlan): Promise<void> {
  await tx
    .insertInto('diet_plans')
    .values({
      org_id: tx.orgId,
      id: plan.id,
      sealed_patient: plan.sealedPatient,
      number_of_days: plan.numberOfDays,
      meals_per_day: plan.mealsPerDay,
      starts_on: sql<string>`${plan.startsOn}::date`,
      language: plan.language,
      config_id: plan.configId,
      model_name: plan.modelName,
      work: 'generate',
      work_id: plan.workId,
      due_at: sql`now()`,
      consent_at: plan.consentAt,
      consent_by: plan.consentAt ? plan.by.name : null,
      created_by: plan.by.id,
      created_by_name: plan.by.name,
    })
    .execute()
  await sql`
    insert into app.diet_plan_words (org_id, word, plan_id)
    select ${tx.orgId}::uuid, decode(word, 'hex'), ${plan.id}::uuid from unnest(${plan.words.map((word) => word.toString('hex'))}::text[]) as words(word)`.execute(
    tx,
  )
  await announceDue(tx, planLeases)
}

export const deletePlan = (tx: OrgTx, id: string) => tx.deleteFrom('diet_plans').where('id', '=', id).returning('id').executeTakeFirst()

export interface NewWork {
  kind: WorkKind
  workId: string
  day?: number
  meal?: number
  sealedInstructions?: string | null
}

/** Queues work on a plan that has none. */
export async function beginWork(tx: OrgTx, id: string, { kind, workId, day, meal, sealedInstructions }: NewWork, at: Date): Promise<void> {
  await tx
    .updateTable('diet_plans')
    .set({
      work: kind,
      work_id: workId,
      work_day: day ?? null,
      work_meal: meal ?? null,
      sealed_instructions: sealedInstructions ?? null,
      attempts: 0,
      deaths: 0,
      error_message: null,
      error_key: null,
      due_at: sql`now()`,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()
  await announceDue(tx, planLeases)
}

/** What a worker writes behind its fence: the work goes on, has ended, or has failed. */
export const goesOn = (at: Date) => sql`attempts = 0, updated_at = ${at}`
export const hasEnded = (at: Date) =>
  sql`work = null, work_id = null, work_day = null, work_meal = null, sealed_instructions = null, lease_owner = null, lease_until = null,
    attempts = 0, deaths = 0, error_message = null, error_key = null, updated_at = ${at}`
export const hasFailed = (text: Text, at: Date) =>
  sql`work = null, work_id = null, work_day = null, work_meal = null, sealed_instructions = null, lease_owner = null, lease_until = null,
    error_message = ${worded(text).message}, error_key = ${storedKey(text)}::jsonb, updated_at = ${at}`

export const setOutline = (tx: OrgTx, id: string, sealedOutline: string) =>
  tx.updateTable('diet_plans').set({ sealed_outline: sealedOutline }).where('id', '=', id).execute()

export const setVersion = (tx: OrgTx, id: string, version: number, at: Date) =>
  tx.updateTable('diet_plans').set({ version, updated_at: at }).where('id', '=', id).execute()

export interface NewReview {
  decision: 'approved' | 'withdrawn'
  version: number
  sealedNote: string | null
  by: { id: string; name: string }
}

export const setReview = (tx: OrgTx, id: string, { decision, version, sealedNote, by }: NewReview, at: Date) =>
  tx
    .updateTable('diet_plans')
    .set({
      review: decision,
      review_version: version,
      sealed_review_note: sealedNote,
      reviewer_id: by.id,
      reviewer_name: by.name,
      reviewed_at: at,
      updated_at: at,
    })
    .where('id', '=', id)
    .execute()

/** Kept when the plan is deleted. */
export const recordGenerated = (tx: OrgTx, planId: string, configId: string) =>
  tx
    .insertInto('diet_plans_generated')
    .values({ org_id: tx.orgId, plan_id: planId, config_id: configId })
    .onConflict((on) => on.doNothing())
    .execute()

/** Plans that were generated in a time, by the configuration of their model. */
export async function countGenerated(tx: OrgTx, { from, to }: { from: Date; to: Date }): Promise<Map<string, number>> {
  const { rows } = await sql<{ config_id: string; plans: number }>`
    select config_id, count(*)::int as plans from app.diet_plans_generated where at >= ${from} and at < ${to} group by 1`.execute(tx)
  return new Map(rows.map(({ config_id: id, plans }) => [id, plans]))
}

export const exportPlans = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('diet_plans')
    .select(['org_id as organizationId', 'id', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
