import { none } from '../../../testing/matrix/sample.ts'
import type { Samples } from '../../../testing/matrix/sample.ts'

export const samples: Samples<'organizations'> = {
  'organizations.list': none,
  'organizations.create': ({ word }) => ({ body: { name: word('Second') } }),
  'organizations.switch': ({ org }) => ({ params: { slug: org.slug } }),
  'organizations.read': ({ org }) => ({ params: { id: org.id } }),
  'organizations.profile': ({ org }) => ({ params: { id: org.id } }),
  'organizations.updateProfile': ({ org, word }) => ({
    params: { id: org.id },
    body: { description: word('Described'), industry: 'retail' },
  }),
  'organizations.requestDeletion': ({ org }) => ({ params: { id: org.id }, body: { slug: org.slug } }),
  'organizations.restore': ({ org }) => ({ params: { id: org.id } }),
  'organizations.update': ({ org, word }) => ({ params: { id: org.id }, body: { name: word('Renamed') } }),
}
