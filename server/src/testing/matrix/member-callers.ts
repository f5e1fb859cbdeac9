import type { TestApp } from '../test-app.ts'
import { byRole, isOrg, noOrganization } from './caller.ts'
import type { Caller } from './caller.ts'
import { bearerOf } from './world.ts'
import type { Org } from './sample.ts'

/** Users with a changed membership, or with one that is not sufficient alone (R12). */
export function memberCallers(t: () => TestApp, abroad: () => Org): Caller[] {
  const admin = { org: abroad, person: () => abroad().people.ADMIN }
  const setTwoFactor = (required: boolean) => (org: Org) =>
    t().owner.query('update auth.organizations set require_two_factor = $2 where id = $1', [org.id, required])
  const setMember = async (org: Org, status: string) => {
    const { OWNER, ADMIN } = org.people
    const headers = await bearerOf(t(), OWNER)
    const response = await t().call('PATCH', `/api/team/members/${ADMIN.userId}`, { headers, body: { status } })
    if (response.status !== 200) throw new Error(`team.changeMember: ${response.status} ${JSON.stringify(response.body)}`)
  }
  let beforeSuspension: Record<string, string> = {}
  return [
    {
      ...admin,
      name: 'member of an organization that requires two-factor, without one',
      headers: (person) => bearerOf(t(), person),
      // Operations on the account itself stay open, above all to set it up; the samples define its state there.
      appliesTo: ({ endpoint }) => isOrg(endpoint),
      refusal: () => [403, 'TWO_FACTOR_REQUIRED'],
      arrange: async (org) => {
        await t().owner.query('update auth.users set second_factor_at = null where id = $1', [org.people.ADMIN.userId])
        await setTwoFactor(true)(org)
      },
      restore: setTwoFactor(false),
    },
    {
      ...admin,
      name: 'removed member',
      headers: (person) => bearerOf(t(), person),
      refusal: noOrganization,
      arrange: (org) => t().owner.query('delete from auth.memberships where user_id = $1', [org.people.ADMIN.userId]),
      restore: (org) =>
        t().owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'ADMIN')`, [org.id, org.people.ADMIN.userId]),
    },
    {
      ...admin,
      name: 'suspended member',
      headers: async (person) => (beforeSuspension = await bearerOf(t(), person)),
      refusal: noOrganization,
      arrange: async (org) => {
        await t().owner.query('delete from auth.memberships where user_id = $1 and org_id <> $2', [org.people.ADMIN.userId, org.id])
        await setMember(org, 'INACTIVE')
      },
      restore: (org) => setMember(org, 'ACTIVE'),
    },
    {
      ...admin,
      name: 'member who was deactivated and activated again, with the session from before',
      headers: async (person, _sample, endpoint) => {
        // The session of the caller before, unless its request may have ended it.
        if (isOrg(endpoint)) return beforeSuspension
        const bearer = await bearerOf(t(), person)
        await setMember(abroad(), 'INACTIVE')
        await setMember(abroad(), 'ACTIVE')
        return bearer
      },
      refusal: byRole('ADMIN'),
    },
  ]
}
