import { security } from '@imperium/contract/auth/security.ts'
import { stale } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import { readPolicy, updatePolicy } from './store.ts'

export const securityOperations = bindOperations(security, {
  readPolicy: (_input, { tx }) => readPolicy(tx),
  updatePolicy: async ({ body: { updatedAt, ...policy } }, { tx, org, audit }) => {
    const before = await readPolicy(tx)
    if (!(await updatePolicy(tx, policy, updatedAt))) throw stale()
    const after = await readPolicy(tx)
    audit({ targetId: org.id, targetName: 'Password policy', before: auditable(before), after: auditable(after) })
    return after
  },
})

/** The audit redacts every field with "password" in its name; these are numbers that it must show, so the prefix is removed. */
function auditable(policy: object): object {
  return Object.fromEntries(
    Object.entries(policy).map(([name, value]) => [name.replace(/^password(\w)/, (_, letter: string) => letter.toLowerCase()), value]),
  )
}
