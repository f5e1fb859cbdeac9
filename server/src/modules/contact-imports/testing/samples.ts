import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const csv = (setting: Setting) =>
  Buffer.from(`Email,First name,Last name\n${setting.word('row').toLowerCase()}@example.com,Ada,${setting.word('Imported')}\n`)

const settings = {
  separator: ',',
  encoding: 'utf-8',
  hasHeader: true,
  columns: ['email', 'firstName', 'lastName'],
  dedupe: 'skip',
  consent: { kind: 'none', statement: 'no consent' },
}

/** An import with an uploaded file that was not read yet. */
async function uploaded(setting: Setting): Promise<Record<string, string>> {
  const bytes = csv(setting)
  const { id } = await setting.run('contact-imports.create', { body: { fileName: `${setting.word('list')}.csv`, sizeBytes: bytes.length } })
  await setting.run('contact-imports.upload', {
    params: { id: String(id) },
    query: { offset: '0' },
    file: { type: 'application/octet-stream', bytes },
  })
  return { id: String(id) }
}

/** An import of the caller that has ended and can be undone. */
async function ended(setting: Setting): Promise<Record<string, string>> {
  const { id } = await uploaded(setting)
  await setting.t.owner.query(
    `update app.contact_imports set status = 'completed', finished_at = now(), created_count = 1, created_by_user = $2 where id = $1`,
    [id, setting.caller.userId],
  )
  return { id: id ?? '' }
}

/** One that was stopped in the middle: its file is kept. */
async function stopped(setting: Setting): Promise<Record<string, string>> {
  const { id } = await uploaded(setting)
  await setting.t.owner.query(
    `update app.contact_imports set status = 'cancelled', settings = $2, started_at = now(), finished_at = now() where id = $1`,
    [id, JSON.stringify({ ...settings, tags: [] })],
  )
  return { id: id ?? '' }
}

export const samples: Samples<'contact-imports'> = {
  'contact-imports.list': (): Sample => ({}),
  'contact-imports.create': (setting: Setting): Sample => ({ body: { fileName: `${setting.word('list')}.csv`, sizeBytes: 100 } }),
  'contact-imports.read': async (setting: Setting): Promise<Sample> => ({ params: await uploaded(setting) }),
  'contact-imports.upload': async ({ create }: Setting): Promise<Sample> => ({
    params: { id: String((await create('contact-imports.create')).id) },
    query: { offset: '0' },
    file: { type: 'application/octet-stream', bytes: Buffer.from('Email\n') },
  }),
  'contact-imports.preview': async (setting: Setting): Promise<Sample> => ({ params: await uploaded(setting), body: { hasHeader: true } }),
  'contact-imports.start': async (setting: Setting): Promise<Sample> => ({ params: await uploaded(setting), body: { settings } }),
  'contact-imports.cancel': async (setting: Setting): Promise<Sample> => ({ params: await uploaded(setting) }),
  'contact-imports.resume': async (setting: Setting): Promise<Sample> => ({ params: await stopped(setting) }),
  'contact-imports.removeFile': async (setting: Setting): Promise<Sample> => ({ params: await stopped(setting) }),
  'contact-imports.undo': async (setting: Setting): Promise<Sample> => ({ params: await ended(setting) }),
  'contact-imports.errorRows': async (setting: Setting): Promise<Sample> => ({ params: await stopped(setting) }),
  'contact-imports.correct': async (setting: Setting): Promise<Sample> => {
    const params = await stopped(setting)
    await setting.t.owner.query(
      "insert into app.contact_import_errors (org_id, import_id, row_number, reason, line) values ($1, $2, 2, 'email: Invalid', 'x,Ada,L')",
      [setting.org.id, params['id']],
    )
    return { params, body: { rows: [{ row: 2, cells: [`${setting.word('right').toLowerCase()}@example.com`, 'Ada', 'L'] }] } }
  },
  'contact-imports.errors': async (setting: Setting): Promise<Sample> => ({ params: await uploaded(setting) }),
}

const twoImports = async ({ create }: Setting): Promise<Sample> => {
  await create('contact-imports.create')
  await create('contact-imports.create')
  return {}
}

export const pagedSamples: PagedSamples = {
  'contact-imports.list': twoImports,
}
