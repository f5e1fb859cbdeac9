import { idOf } from '../../../testing/matrix/sample.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** Two nodes: the first can be moved below the second. */
const twoNodes = async ({ create }: Setting): Promise<{ params: { id: string }; parentId: string }> => {
  const [moved, parent] = [await create('hierarchy.create'), await create('hierarchy.create')]
  return { params: { id: String(moved.id) }, parentId: String(parent.id) }
}
const contact = async ({ create }: Setting) => String((await create('contacts.create')).id)

export const samples: Samples<'hierarchy' | 'rights'> = {
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
  'rights.listSets': () => ({ query: { limit: '2' } }),
  'rights.createSet': ({ word }) => ({ body: { name: word('Set'), description: 'Made by a sample', permissions: ['audit:read'] } }),
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
