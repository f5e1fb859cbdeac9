import { idOf, none } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** Two nodes: the first can be moved below the second. */
const twoNodes = async ({ create }: Setting): Promise<{ params: { id: string }; parentId: string }> => {
  const [moved, parent] = [await create('hierarchy.create'), await create('hierarchy.create')]
  return { params: { id: String(moved.id) }, parentId: String(parent.id) }
}
/** The code of an offer that another organization made. */
const offeredCode = async ({ t }: Setting): Promise<string> => {
  const { token } = await t.register()
  const post = async (path: string, body: object) => (await t.call<{ id: string; code: string }>('POST', path, { token, body })).body.data
  const { id: nodeId } = await post('/api/hierarchy/nodes', { name: 'Linked', type: 'subsidiary' })
  return (await post('/api/hierarchy/links', { nodeId })).code
}
const contact = async ({ create }: Setting) => String((await create('contacts.create')).id)

export const samples: Samples<'hierarchy' | 'rights' | 'hierarchy-links'> = {
  'hierarchy.tree': ({ org }) => ({ params: { id: org.id } }),
  'hierarchy.create': ({ word }) => ({ body: { name: word('Division'), type: 'division', description: 'Made by a sample' } }),
  'hierarchy.read': idOf('hierarchy.create'),
  'hierarchy.update': idOf('hierarchy.create', { description: 'Changed by a sample' }),
  'hierarchy.move': async (setting): Promise<Sample> => {
    const { params, parentId } = await twoNodes(setting)
    return { params, body: { parentId } }
  },
  'hierarchy.previewMove': async (setting): Promise<Sample> => {
    const { params, parentId } = await twoNodes(setting)
    return { params, query: { parentId } }
  },
  'hierarchy.remove': idOf('hierarchy.create'),
  'hierarchy.contents': idOf('hierarchy.create'),
  'hierarchy.place': async (setting): Promise<Sample> => ({ body: { kind: 'contact', ids: [await contact(setting)], nodeId: null } }),
  'hierarchy.placement': async (setting): Promise<Sample> => ({ query: { kind: 'contact', id: await contact(setting) } }),
  'hierarchy.explain': async (setting): Promise<Sample> => ({
    query: { kind: 'contact', id: await contact(setting), userId: setting.org.people.MEMBER.userId },
  }),
  'hierarchy-links.list': none,
  'hierarchy-links.offer': async ({ create }): Promise<Sample> => ({ body: { nodeId: String((await create('hierarchy.create')).id) } }),
  'hierarchy-links.end': idOf('hierarchy-links.offer'),
  'hierarchy-links.holding': none,
  'hierarchy-links.preview': async (setting): Promise<Sample> => ({ body: { code: await offeredCode(setting) } }),
  'hierarchy-links.join': async (setting): Promise<Sample> => {
    // An organization has one holding: that of an earlier sample is left first.
    await setting.t.owner.query('delete from app.hierarchy_links where subsidiary_org_id = $1', [setting.org.id])
    return { body: { code: await offeredCode(setting) } }
  },
  'hierarchy-links.leave': async ({ create }): Promise<Sample> => {
    await create('hierarchy-links.join')
    return {}
  },
  'rights.listSets': () => ({ query: { limit: '2' } }),
  'rights.createSet': ({ word }) => ({ body: { name: word('Set'), description: 'Made by a sample', permissions: ['contacts:read'] } }),
  'rights.updateSet': idOf('rights.createSet', { description: 'Changed by a sample' }),
  'rights.removeSet': idOf('rights.createSet'),
  'rights.listAssignments': () => ({ query: { limit: '2' } }),
  'rights.assign': async ({ org, create }): Promise<Sample> => ({
    body: { userId: org.people.VIEWER.userId, permissionSetId: String((await create('rights.createSet')).id) },
  }),
  'rights.unassign': idOf('rights.assign'),
}

const twice =
  (operation: 'rights.createSet' | 'rights.assign') =>
  async ({ create }: Setting): Promise<Sample> => {
    await create(operation)
    await create(operation)
    return {}
  }

export const pagedSamples: PagedSamples = {
  'rights.listSets': twice('rights.createSet'),
  'rights.listAssignments': twice('rights.assign'),
}
