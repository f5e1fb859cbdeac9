import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { CreateSegmentBody, Segment, UpdateSegmentBody } from '@imperium/contract/contacts/segments.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid, notFound, stale } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentSegments, readSegment, rulesOf } from './read-segments.ts'
import { assertSound, loadScope } from './rule-scope.ts'
import { assertSegmentUnused } from './segment-users.ts'
import {
  deleteSegment,
  findSegment,
  findSegmentForUpdate,
  insertSegment,
  isNameTaken,
  lockRules,
  updateSegment as writeSegment,
} from './store.ts'

type Context = Pick<OrgContext, 'tx' | 'actor' | 'audit'>

async function assertNameFree(tx: OrgTx, name: string, exceptId: string | null): Promise<void> {
  if (await isNameTaken(tx, name, exceptId)) throw invalid([{ path: 'name', message: 'A segment with this name exists already' }])
}

export async function createSegment(
  platform: Platform,
  { tx, actor, audit }: Context,
  body: z.output<typeof CreateSegmentBody>,
): Promise<Segment> {
  await lockRules(tx)
  await assertNameFree(tx, body.name, null)
  assertSound(await loadScope(tx, [body.rules]))
  const id = newId()
  await insertSegment(tx, id, body, actor.name)
  const segment = await readSegment(platform, tx, id)
  audit({ targetId: id, targetName: segment.name, after: segment })
  return segment
}

export async function updateSegment(
  platform: Platform,
  { tx, audit }: Context,
  id: string,
  { updatedAt, ...given }: z.output<typeof UpdateSegmentBody>,
): Promise<Segment> {
  await lockRules(tx)
  const row = await findSegmentForUpdate(tx, id)
  if (!row) throw notFound()
  if (updatedAt !== undefined && updatedAt !== row.updated_at.toISOString()) throw stale()
  const rules = given.rules ?? rulesOf(row)
  const fields = {
    name: given.name ?? row.name,
    description: given.description ?? row.description,
    rules,
    describedAs: given.describedAs ?? row.described_as,
  }
  if (fields.name !== row.name) await assertNameFree(tx, fields.name, id)
  if (given.rules) assertSound(await loadScope(tx, [rules], id))
  const [before] = await presentSegments(platform, tx, [row])
  await writeSegment(tx, id, fields, !isDeepStrictEqual(rules, rulesOf(row)))
  const after = await readSegment(platform, tx, id)
  audit({ targetName: after.name, before, after })
  return after
}

const nameMax = 120

export async function cloneSegment(platform: Platform, { tx, actor, audit }: Context, id: string): Promise<Segment> {
  await lockRules(tx)
  const row = await findSegment(tx, id)
  if (!row) throw notFound()
  const copyId = newId()
  const fields = {
    name: await freeCopyName(tx, row.name),
    description: row.description,
    rules: rulesOf(row),
    describedAs: row.described_as,
  }
  await insertSegment(tx, copyId, fields, actor.name)
  const copy = await readSegment(platform, tx, copyId)
  audit({ targetId: copyId, targetName: copy.name, after: copy })
  return copy
}

/** "Name (Copy)", then "Name (Copy 2)" and so on. */
async function freeCopyName(tx: OrgTx, name: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const ending = copy === 1 ? ' (Copy)' : ` (Copy ${copy})`
    const candidate = `${name.slice(0, nameMax - ending.length).trimEnd()}${ending}`
    if (!(await isNameTaken(tx, candidate, null))) return candidate
  }
}

export async function removeSegment(platform: Platform, { tx, audit }: Context, id: string): Promise<null> {
  await lockRules(tx)
  const row = await findSegmentForUpdate(tx, id)
  if (!row) throw notFound()
  await assertSegmentUnused(platform, tx, id)
  await deleteSegment(tx, id)
  audit({ targetName: row.name, before: { name: row.name, rules: row.rules } })
  return null
}
