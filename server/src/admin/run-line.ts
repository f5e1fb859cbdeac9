import { loadConfig } from '../platform/config/config.ts'
import { StartError } from '../platform/start-error.ts'
import { auditVerify } from './audit-verify.ts'
import { backup } from './backup/backup.ts'
import { billingCoupon, billingTrial } from './billing-offers.ts'
import { billingExtend, billingList, billingReceived, billingRefund } from './billing.ts'
import { parseLine, renderHelp } from './command.ts'
import type { Command } from './command.ts'
import { bundleApply, bundleCompare, bundleExport } from './bundle.ts'
import { doctor } from './doctor.ts'
import { held } from './held.ts'
import { hold, resume } from './hold-and-resume.ts'
import { jobsAside, jobsRetry } from './jobs.ts'
import { keysRotate } from './keys-rotate.ts'
import { organizationsDelete } from './organizations-delete.ts'
import { organizationsList } from './organizations-list.ts'
import { organizationsSet } from './organizations-set.ts'
import { restore } from './backup/restore.ts'
import { sessionsEnd } from './sessions-end.ts'
import { suppressionsAdd, suppressionsList, suppressionsRemove } from './suppressions.ts'
import { supportOrganization } from './support-organization.ts'
import { templatesApprove, templatesList, templatesReject } from './templates.ts'
import { usersList } from './users-list.ts'
import { usersResetPassword } from './users-reset-password.ts'
import { usersResetTwoFactor } from './users-reset-two-factor.ts'
import { usersSet } from './users-set.ts'

const commands: readonly Command[] = [
  organizationsList,
  organizationsSet,
  organizationsDelete,
  billingList,
  billingExtend,
  billingReceived,
  billingRefund,
  billingCoupon,
  billingTrial,
  keysRotate,
  usersList,
  usersSet,
  usersResetPassword,
  usersResetTwoFactor,
  sessionsEnd,
  suppressionsAdd,
  suppressionsRemove,
  suppressionsList,
  supportOrganization,
  templatesList,
  templatesApprove,
  templatesReject,
  bundleExport,
  bundleCompare,
  bundleApply,
  auditVerify,
  doctor,
  backup,
  restore,
  jobsAside,
  jobsRetry,
  held,
  hold,
  resume,
]

export interface Terminal {
  print: (line: string) => void
  complain: (line: string) => void
}

/** Runs one command line. @returns the exit code: what an operator must settle is a sentence, not an exception. */
export async function runLine(line: readonly string[], env: NodeJS.ProcessEnv, { print, complain }: Terminal): Promise<number> {
  try {
    const parsed = parseLine(commands, line)
    if (!parsed) {
      print(renderHelp(commands))
      return 0
    }
    const dataDir = parsed.flags['data-dir']
    const config = loadConfig(env, typeof dataDir === 'string' ? [`--data-dir=${dataDir}`] : [])
    return (await parsed.command.run({ config, operands: parsed.operands, flags: parsed.flags, print })) ?? 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    complain(error.message)
    return error.exitCode
  }
}
