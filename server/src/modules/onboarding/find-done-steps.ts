import type { OnboardingStep } from '@imperium/contract/onboarding/onboarding.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { hasAgentBesides } from '../agents/index.ts'
import { hasLaunched } from '../campaigns/index.ts'
import { hasImported } from '../contact-imports/index.ts'
import { findDemo } from '../demo-data/index.ts'
import { hasCompletedRun } from '../runs/index.ts'
import { hasInvited } from '../team/index.ts'
import { findWorkflowSteps } from '../workflows/index.ts'

/** Which steps the data shows: of the user, or of the organization where nothing says whose it is. Demo data does not count. */
export async function findDoneSteps(tx: OrgTx, userId: string): Promise<Record<Exclude<OnboardingStep, 'verify-email'>, boolean>> {
  const demo = (await findDemo(tx))?.records
  const agents = demo?.agents ?? []
  const workflows = await findWorkflowSteps(tx, userId, demo?.workflows ?? [])
  return {
    'create-agent': await hasAgentBesides(tx, agents),
    'run-agent': await hasCompletedRun(tx, userId, agents),
    'import-contacts': await hasImported(tx, userId, demo?.importId ?? null),
    'send-campaign': await hasLaunched(tx, userId, demo?.campaigns ?? []),
    'publish-workflow': workflows.published,
    'run-workflow': workflows.ran,
    'invite-member': await hasInvited(tx, userId),
  }
}
