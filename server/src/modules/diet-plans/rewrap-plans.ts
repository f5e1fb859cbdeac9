import { sql } from 'kysely'
import type { SystemTx } from '../../platform/db/database.ts'
import { zeroId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRewrapper } from '../../platform/resources/rewrap-secrets.ts'
import type { Rewrapped } from '../../platform/resources/rewrap-secrets.ts'
import { places } from './seal-plan.ts'

const batch = 200

interface Owner {
  orgId: string
  planId: string
}

/** The sealed columns of all plans and of their days, under the current key. */
export async function rewrapPlans(platform: Platform, tx: SystemTx): Promise<Rewrapped<Owner>> {
  const plans = await rewrapDetails(platform, tx)
  const days = await rewrapDays(platform, tx)
  return { rewrapped: plans.rewrapped + days.rewrapped, unreadable: [...plans.unreadable, ...days.unreadable] }
}

async function rewrapDetails({ keyRing }: Platform, tx: SystemTx): Promise<Rewrapped<Owner>> {
  const { result, rewrap } = createRewrapper<Owner>(keyRing)
  let after = { orgId: zeroId, id: zeroId }
  for (;;) {
    const rows = await tx
      .selectFrom('diet_plans')
      .select(['org_id', 'id', 'sealed_patient', 'sealed_outline', 'sealed_instructions', 'sealed_review_note'])
      .where(sql<boolean>`(org_id, id) > (${after.orgId}::uuid, ${after.id}::uuid)`)
      .orderBy('org_id')
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .execute()
    for (const { org_id: orgId, id, ...sealed } of rows) {
      after = { orgId, id }
      const owner = { orgId, planId: id }
      const set = {
        sealed_patient: rewrap(sealed.sealed_patient, places.patient(id), owner),
        sealed_outline: rewrap(sealed.sealed_outline, places.outline(id), owner),
        sealed_instructions: rewrap(sealed.sealed_instructions, places.instructions(id), owner),
        sealed_review_note: rewrap(sealed.sealed_review_note, places.note(id), owner),
      }
      await tx.updateTable('diet_plans').set(set).where('org_id', '=', orgId).where('id', '=', id).execute()
    }
    if (rows.length < batch) return result
  }
}

async function rewrapDays({ keyRing }: Platform, tx: SystemTx): Promise<Rewrapped<Owner>> {
  const { result, rewrap } = createRewrapper<Owner>(keyRing)
  let after = { orgId: zeroId, planId: zeroId, day: 0, version: 0 }
  for (;;) {
    const rows = await tx
      .selectFrom('diet_plan_days')
      .select(['org_id', 'plan_id', 'day', 'version', 'sealed_meals'])
      .where(
        sql<boolean>`(org_id, plan_id, day, version) > (${after.orgId}::uuid, ${after.planId}::uuid, ${after.day}::int, ${after.version}::int)`,
      )
      .orderBy('org_id')
      .orderBy('plan_id')
      .orderBy('day')
      .orderBy('version')
      .limit(batch)
      .forUpdate()
      .execute()
    for (const { org_id: orgId, plan_id: planId, day, version, sealed_meals: sealed } of rows) {
      after = { orgId, planId, day, version }
      const anew = rewrap(sealed, places.meals(planId, day, version), { orgId, planId })
      if (anew === sealed) continue
      await tx
        .updateTable('diet_plan_days')
        .set({ sealed_meals: anew })
        .where('org_id', '=', orgId)
        .where('plan_id', '=', planId)
        .where('day', '=', day)
        .where('version', '=', version)
        .execute()
    }
    if (rows.length < batch) return result
  }
}
