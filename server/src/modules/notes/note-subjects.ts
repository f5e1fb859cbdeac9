import type { NoteSubject } from '@imperium/contract/notes.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'

export interface NamedSubject {
  name: string
  /** Its page inside the organization. */
  path: string
}

/** What a module lets members write notes on. */
export interface NoteTarget {
  subject: NoteSubject
  permission: Permission
  find: (tx: OrgTx, id: string) => Promise<NamedSubject | null>
}

const noteTargets = extensionPoint<NoteTarget>()

export const takeNotesOn = (target: NoteTarget): Extension => noteTargets.entry(target)

const targetOf = (platform: Platform, subject: NoteSubject) => noteTargets.of(platform).find((each) => each.subject === subject)

/** @throws 404 when it does not exist or the caller may not read it. */
export async function findSubject(
  platform: Platform,
  { tx, may }: Pick<OrgContext, 'tx' | 'may'>,
  { subject, subjectId }: { subject: NoteSubject; subjectId: string },
): Promise<NamedSubject> {
  const target = targetOf(platform, subject)
  const named = target && may(target.permission) ? await target.find(tx, subjectId) : null
  if (!named) throw notFound()
  return named
}

export const isSubjectThere = async (platform: Platform, tx: OrgTx, subject: NoteSubject, id: string): Promise<boolean> =>
  // Without a module that answers for the subject, its notes are kept.
  Boolean(await (targetOf(platform, subject)?.find(tx, id) ?? true))
