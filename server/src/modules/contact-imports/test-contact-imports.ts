import { expect } from 'vitest'
import type { ContactImport, ImportPreview, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

/** Imports files over HTTP as the current owner. */
export function importTools(app: () => TestApp, owner: () => TestUser) {
  async function upload(text: string | Buffer, pieceBytes = 4 * 1024 * 1024): Promise<string> {
    const bytes = Buffer.from(text)
    const { body } = await app().call<ContactImport>('POST', '/api/contacts/import', {
      token: owner().token,
      body: { fileName: 'list.csv', sizeBytes: bytes.length },
    })
    for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
      const response = await put(body.data.id, offset, bytes.subarray(offset, offset + pieceBytes))
      expect(response.statusCode).toBe(200)
    }
    return body.data.id
  }

  const put = (id: string, offset: number, payload: Buffer) =>
    app().app.inject({
      method: 'PUT',
      url: `/api/contacts/import/${id}/pieces?offset=${offset}`,
      headers: { authorization: `Bearer ${owner().token}`, 'content-type': 'application/octet-stream' },
      payload,
    })

  const preview = async (id: string, body: object = {}) =>
    (await app().call<ImportPreview>('POST', `/api/contacts/import/${id}/preview`, { token: owner().token, body })).body.data

  async function ended(id: string): Promise<ContactImport> {
    for (let tries = 0; tries < 300; tries++) {
      const { body } = await app().call<ContactImport>('GET', `/api/contacts/import/${id}`, { token: owner().token })
      if (!['running', 'undoing'].includes(body.data.status)) return body.data
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the import did not end')
  }

  async function run(id: string, settings: Partial<ImportSettings> & Pick<ImportSettings, 'columns'>): Promise<ContactImport> {
    const body = {
      settings: {
        separator: ',',
        encoding: 'utf-8',
        hasHeader: true,
        dedupe: 'skip',
        consent: { kind: 'none', statement: 'no consent' },
        ...settings,
      },
    }
    const started = await app().call<ContactImport>('POST', `/api/contacts/import/${id}/start`, { token: owner().token, body })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    return ended(id)
  }

  const contactsOf = async () =>
    (
      await app().owner.query(
        `select c.email, c.phone, c.first_name, c.last_name, c.tags, c.custom, c.locale,
         (select string_agg(channel || ':' || status, ',' order by channel) from app.consents s where s.contact_id = c.id) as consents,
         (select count(*)::int from app.contact_events e where e.contact_id = c.id and e.type = 'contact.imported') as told
       from app.contacts c where org_id = $1 order by coalesce(c.email, c.phone)`,
        [owner().orgId],
      )
    ).rows

  const addField = (body: object) => app().call('POST', '/api/contacts/fields', { token: owner().token, body })

  const act = (id: string, verb: 'cancel' | 'resume' | 'undo') =>
    app().call<ContactImport>('POST', `/api/contacts/import/${id}/${verb}`, { token: owner().token })
  return { upload, put, preview, ended, run, contactsOf, addField, act }
}
