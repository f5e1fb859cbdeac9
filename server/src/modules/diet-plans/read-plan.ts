import type { DayPlan, DietPlan, DietPlanRow, DietPlanPatient } from '@imperium/contract/diet-plans/diet-plan.ts'
import { ownFoodLimits } from '@imperium/contract/diet-plans/own-foods.ts'
import type { KeyRing } from '../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { localDate } from '../../platform/local-days.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { isoText } from '../../platform/resources/reply-of.ts'
import { listDays, listVersions } from './days-store.ts'
import { countDay } from './foods/count-nutrition.ts'
import { findOwnFoods } from './foods/own-foods.ts'
import type { OwnFoods } from './foods/own-foods.ts'
import { listOwnFoods } from './foods/own-foods-store.ts'
import { foodSource } from './foods/food-table.ts'
import { prepareFoods } from './foods/match-food.ts'
import { energyTarget } from './generate/energy-target.ts'
import { findConflicts, notChecked, rulesAsOf } from './rules/check-plan.ts'
import { findDailyLimits } from './rules/daily-limits.ts'
import { openOutline, openPatient, places } from './seal-plan.ts'
import type { Outline } from './seal-plan.ts'
import { findPlan } from './store.ts'
import type { PlanRow, PlanState } from './store.ts'

export const todayOf = (platform: Pick<Platform, 'clock'>, { org }: Pick<OrgContext, 'org'>): string =>
  localDate(platform.clock.now(), org.timeZone ?? 'UTC')

/** Names the plan without a word about its patient: for the audit log, files and messages. */
export const referenceOf = (id: string): string => `DP-${id.slice(-8).toUpperCase()}`

const isStatus = (state: PlanState) => state === 'active' || state === 'completed'

export interface ListedPlan {
  id: string
  sealed_patient: string
  number_of_days: number
  meals_per_day: number
  days_done: number
  starts_on: string
  state: PlanState
  created_at: Date | string
  updated_at: Date | string
}

const timespanOf = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

function rowOf(row: ListedPlan, { patientName, disease }: DietPlanPatient): DietPlanRow {
  const { state } = row
  return {
    id: row.id,
    reference: referenceOf(row.id),
    patientName,
    disease,
    timespan: timespanOf(row.number_of_days),
    numberOfDays: row.number_of_days,
    mealsPerDay: row.meals_per_day,
    status: state === 'active' || state === 'completed' ? state : 'other',
    statusReason: isStatus(state) ? null : state,
    startsOn: row.starts_on,
    daysDone: Math.min(row.days_done, row.number_of_days),
    createdAt: isoText(row.created_at),
    updatedAt: isoText(row.updated_at),
  }
}

export const toRow = (keyRing: KeyRing, row: ListedPlan): DietPlanRow => rowOf(row, openPatient(keyRing, row.id, row.sealed_patient))

export interface OpenedPlan {
  row: PlanRow
  patient: DietPlanPatient
  outline: Outline
  days: DayPlan[]
  limits: DietPlan['limits']
}

export const readOwnFoods = async (tx: OrgTx): Promise<OwnFoods> => findOwnFoods(await listOwnFoods(tx, ownFoodLimits.foods))

/** A plan with all that is sealed in it, and the numbers of its days. @throws 404 */
export async function openPlan({ keyRing }: Pick<Platform, 'keyRing'>, tx: OrgTx, id: string, today: string): Promise<OpenedPlan> {
  const row = found(await findPlan(tx, id, today))
  const days = await listDays(keyRing, tx, id)
  await prepareFoods()
  const own = await readOwnFoods(tx)
  const patient = openPatient(keyRing, id, row.sealed_patient)
  return {
    row,
    patient,
    outline: openOutline(keyRing, id, row.sealed_outline),
    days: days.map((day) => countDay(day, own)),
    limits: findDailyLimits(days, patient.disease, own),
  }
}

function reviewOf(keyRing: KeyRing, row: PlanRow): DietPlan['review'] {
  if (row.review === null || row.reviewed_at === null) return null
  return {
    // The column's check allows no other word.
    decision: row.review as 'approved' | 'withdrawn',
    reviewer: row.reviewer_name ?? '',
    note: row.sealed_review_note === null ? '' : keyRing.decrypt(row.sealed_review_note, places.note(row.id)),
    reviewedAt: row.reviewed_at.toISOString(),
    version: row.review_version ?? 0,
  }
}

/** @throws 404 */
export async function readPlan({ keyRing }: Pick<Platform, 'keyRing'>, tx: OrgTx, id: string, today: string): Promise<DietPlan> {
  const { row, patient, outline, days, limits } = await openPlan({ keyRing }, tx, id, today)
  const versions = await listVersions(tx, id)
  return {
    ...rowOf(row, patient),
    ...patient,
    aiModelConfigId: row.config_id,
    modelName: row.model_name,
    language: row.language as DietPlan['language'],
    version: row.version,
    work: row.work === null ? null : { kind: row.work as NonNullable<DietPlan['work']>['kind'], day: row.work_day },
    error: row.error_message,
    target: energyTarget(patient),
    dietPlan: { ...outline, dailyPlans: days },
    conflicts: await findConflicts(days, patient),
    limits,
    notChecked: notChecked(patient),
    rulesAsOf,
    consent: row.consent_at === null ? null : { givenAt: row.consent_at.toISOString(), recordedBy: row.consent_by ?? '' },
    review: reviewOf(keyRing, row),
    versions: versions.map(({ version, reason, day, by_name: by, created_at: at }) => ({
      version,
      reason: reason as DietPlan['versions'][number]['reason'],
      day,
      by,
      createdAt: at.toISOString(),
    })),
    createdBy: row.created_by_name,
    foodSource,
  }
}
