import type { TestApp } from '../test-app.ts'
import type { Org } from './sample.ts'

/** Some operations move members or suspend the organization: restores the state that `makeOrg` created. */
export async function restorePeople(t: TestApp, org: Org): Promise<void> {
  const roles = Object.entries(org.people)
  await t.owner.query(`delete from auth.memberships where org_id = $1 and role = 'OWNER' and user_id <> $2`, [
    org.id,
    org.people.OWNER.userId,
  ])
  for (const [role, { userId }] of roles.toReversed())
    await t.owner.query(
      'insert into auth.memberships (org_id, user_id, role) values ($1, $2, $3) on conflict (org_id, user_id) do update set role = excluded.role',
      [org.id, userId, role],
    )
  await t.owner.query('update auth.organizations set deletes_at = null where id = $1', [org.id])
  for (const [, { userId }] of roles) t.platform.auth.invalidate(userId)
}

/** Operations after which the members are restored. */
export const movesPeople: ReadonlySet<string> = new Set(['team.leave', 'team.transferOwnership', 'organizations.requestDeletion'])
