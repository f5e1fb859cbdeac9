import { notFound } from '../../platform/errors.ts'
import type { ContactGroup } from '../contacts/index.ts'
import { audiencePage } from './audience.ts'
import { findSegment } from './store.ts'

/** A segment as a group of contacts. @throws 404 where it is gone, 422 where its rules name what no longer exists. */
export const segmentGroup: ContactGroup = {
  page: async (tx, segmentId, after, limit) => {
    if (!(await findSegment(tx, segmentId))) throw notFound()
    return audiencePage(tx, { kind: 'segments', include: [segmentId], exclude: [] }, after, limit)
  },
}
