import { collectInEach } from '../../platform/collect-in-each.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import { reapTick } from '../../platform/leases/reap-tick.ts'
import { writeSandboxOutput } from '../../platform/llm/sandbox/written-outputs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { dietPlanActs } from './acts.ts'
import { daysOutput, mealOutput, outlineOutput } from './generate/read-answer.ts'
import { writeSandboxDays, writeSandboxMeal, writeSandboxOutline } from './generate/sandbox-writer.ts'
import { startPlanWriter } from './generate/write-plan.ts'
import { listHeldPlans } from './held-work.ts'
import { rewrapPlans } from './rewrap-plans.ts'
import { exportOwnFoods } from './foods/own-foods-store.ts'
import { dietPlanOperations } from './routes.ts'
import { exportPlans, planLeases } from './store.ts'

export { countGenerated } from './store.ts'

/** Health data: sealed, found by keyed words, read with its own permission only. It offers nothing to search, segments, tools or queries. */
export const dietPlansModule: ModuleFactory = (platform) => ({
  name: 'diet-plans',
  tables: ['diet_plans', 'diet_plan_days', 'diet_plan_versions', 'diet_plan_words', 'diet_plans_generated', 'diet_own_foods'],
  acts: dietPlanActs,
  operations: dietPlanOperations(platform),
  extensions: [
    writeSandboxOutput(outlineOutput.name, writeSandboxOutline),
    writeSandboxOutput(daysOutput.name, writeSandboxDays),
    writeSandboxOutput(mealOutput.name, writeSandboxMeal),
  ],
  leases: [planLeases],
  listHeldWork: listHeldPlans,
  ticks: [reapTick(platform, planLeases)],
  startWorker: () => Promise.resolve(startPlanWriter(platform)),
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapPlans(platform, tx)),
      ({ orgId, planId }) => `a part of the diet plan ${planId} of organization ${orgId}; it cannot be read any more.`,
    ),
  exportPerson: async ({ userId, orgIds }) => ({
    dietPlans: await collectInEach(platform.db, orgIds, (tx) => exportPlans(tx, userId)),
    ownFoods: await collectInEach(platform.db, orgIds, (tx) => exportOwnFoods(tx, userId)),
  }),
})
