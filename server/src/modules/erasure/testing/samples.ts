import { idOf } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const onContact = async ({ create }: Setting): Promise<Sample> => ({
  body: { contactId: String((await create('contacts.create'))['id']), reason: 'Case 12' },
})

async function erased({ create, run, org, t }: Setting): Promise<Sample> {
  // One of an earlier sample on the whole organization.
  await t.owner.query('delete from app.legal_holds where org_id = $1 and contact_id is null', [org.id])
  const { id } = await create('contacts.create')
  await run('contacts.remove', { params: { id: String(id) } })
  const { rows } = await t.owner.query<{ id: string }>(
    'select id from app.erasure_certificates where org_id = $1 order by id desc limit 1',
    [org.id],
  )
  return { params: { id: rows[0]?.id ?? '' } }
}

export const samples: Samples<'erasure'> = {
  'erasure.holds': () => ({}),
  'erasure.hold': onContact,
  'erasure.release': idOf('erasure.hold'),
  'erasure.certificates': () => ({}),
  'erasure.certificate': erased,
}

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'erasure.certificates': async (setting): Promise<Sample> => {
    await erased(setting)
    await erased(setting)
    return {}
  },
}
