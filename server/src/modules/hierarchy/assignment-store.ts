import { sql } from 'kysely'
import { Assignment, PermissionSet } from '@imperium/contract/hierarchy/rights.ts'
import type { AssignableRole, CreateAssignmentBody, PermissionSetBody } from '@imperium/contract/hierarchy/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listPage, newestFirst } from '../../platform/resources/read-page.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

const nameOfUser = (column: string) =>
  sql<string | null>`(select p.first_name || ' ' || p.last_name from auth.org_people() p where p.user_id = ${sql.ref(column)})`

const selectAssignments = (tx: OrgTx) =>
  tx
    .selectFrom('assignments as a')
    .leftJoin('org_nodes as n', (on) => on.onRef('n.org_id', '=', 'a.org_id').onRef('n.id', '=', 'a.node_id'))
    .leftJoin('permission_sets as s', (on) => on.onRef('s.org_id', '=', 'a.org_id').onRef('s.id', '=', 'a.permission_set_id'))
    .select(['a.id', 'a.user_id', 'a.node_id', 'a.role', 'a.permission_set_id', 'a.starts_at', 'a.ends_at', 'a.created_at'])
    .select(['a.deputy_for as deputy_for_id', 'n.name as node_name', 's.name as permission_set_name'])
    // A member who is inactive now has no name here.
    .select([
      sql<string>`coalesce(${nameOfUser('a.user_id')}, '')`.as('user_name'),
      nameOfUser('a.deputy_for').as('deputy_for_name'),
      sql<boolean>`app.is_current(a.starts_at, a.ends_at)`.as('is_current'),
    ])

export const toAssignment = replyOf(Assignment, (row: { role: string | null }) => ({ role: row.role as AssignableRole | null }))

interface AssignmentFilter {
  userId?: string | undefined
  nodeId?: string | undefined
  permissionSetId?: string | undefined
}

export const assignmentPage = listPage(newestFirst('a.id'), (tx, { userId, nodeId, permissionSetId }: AssignmentFilter) =>
  selectAssignments(tx)
    .$if(userId !== undefined, (query) => query.where('a.user_id', '=', userId ?? ''))
    .$if(nodeId !== undefined, (query) => query.where('a.node_id', '=', nodeId ?? ''))
    .$if(permissionSetId !== undefined, (query) => query.where('a.permission_set_id', '=', permissionSetId ?? '')),
)

export const findAssignment = (tx: OrgTx, id: string) => selectAssignments(tx).where('a.id', '=', id).executeTakeFirst()

/** The people of one node, managers first. */
export const listPeopleOn = (tx: OrgTx, nodeId: string) =>
  selectAssignments(tx).where('a.node_id', '=', nodeId).orderBy('a.role').orderBy('user_name').orderBy('a.id').limit(200).execute()

/** False where the same assignment exists. */
export async function insertAssignment(tx: OrgTx, id: string, body: CreateAssignmentBody, createdBy: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('assignments')
    .values({
      org_id: tx.orgId,
      id,
      user_id: body.userId,
      node_id: body.nodeId,
      role: body.role ?? null,
      permission_set_id: body.permissionSetId ?? null,
      deputy_for: body.deputyForId ?? null,
      starts_at: body.startsAt ?? null,
      ends_at: body.endsAt ?? null,
      created_by: createdBy,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

export const deleteAssignment = (tx: OrgTx, id: string) => tx.deleteFrom('assignments').where('id', '=', id).execute()

/** People with an assignment on the node, or of the set: their rights change with it. */
export async function listAssigned(tx: OrgTx, by: 'node_id' | 'permission_set_id', id: string): Promise<string[]> {
  const rows = await tx.selectFrom('assignments').select('user_id').distinct().where(by, '=', id).execute()
  return rows.map((row) => row.user_id)
}

/** What the person's assignments on the node or above it give now. */
export async function grantsOnNode(tx: OrgTx, userId: string, nodeId: string) {
  const { rows } = await sql<{ role: AssignableRole | null; permissions: string[] | null }>`
    select a.role, s.permissions from assignments a
    join org_node_paths p on p.org_id = a.org_id and p.ancestor_id = a.node_id and p.descendant_id = ${nodeId}
    left join permission_sets s on s.org_id = a.org_id and s.id = a.permission_set_id
    where a.user_id = ${userId} and app.is_current(a.starts_at, a.ends_at)`.execute(tx)
  return rows
}

export const exportAssignments = (tx: OrgTx, userId: string) =>
  selectAssignments(tx)
    .clearSelect()
    .select([
      'a.role',
      'n.name as node',
      's.name as permissionSet',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'a.created_at as createdAt',
    ])
    .where('a.user_id', '=', userId)
    .orderBy('a.id')
    .execute()

const selectSets = (tx: OrgTx) =>
  tx
    .selectFrom('permission_sets as s')
    .select(['s.id', 's.name', 's.description', 's.permissions', 's.created_at', 's.updated_at'])
    .select((e) =>
      e
        .selectFrom('assignments as a')
        .whereRef('a.permission_set_id', '=', 's.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('assignment_count'),
    )

export const toPermissionSet = replyOf(PermissionSet)

export const permissionSetPage = listPage(newestFirst('s.id'), (tx) => selectSets(tx))

export const findPermissionSet = (tx: OrgTx, id: string) => selectSets(tx).where('s.id', '=', id).executeTakeFirst()

export async function isSetNameTaken(tx: OrgTx, name: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from permission_sets where lower(name) = lower(${name}) and id <> ${exceptId} limit 1`.execute(tx)
  return rows.length > 0
}

export const insertPermissionSet = (tx: OrgTx, id: string, fields: PermissionSetBody) =>
  tx
    .insertInto('permission_sets')
    .values({ org_id: tx.orgId, id, ...fields })
    .execute()

export const setPermissionSet = (tx: OrgTx, id: string, fields: PermissionSetBody, now: Date) =>
  tx
    .updateTable('permission_sets')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .execute()

export const deletePermissionSet = (tx: OrgTx, id: string) => tx.deleteFrom('permission_sets').where('id', '=', id).execute()
