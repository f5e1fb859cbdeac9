import type { OrgTx } from '../../platform/db/database.ts'

/** Invitations that a person sent or accepted. */
export const exportInvitations = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('invitations')
    .select([
      'org_id as organizationId',
      'email',
      'role',
      'invited_by_name as invitedBy',
      'created_at as createdAt',
      'accepted_at as acceptedAt',
    ])
    .where((where) => where.or([where('invited_by', '=', userId), where('accepted_by', '=', userId)]))
    .orderBy('created_at')
    .execute()
