import { sql } from 'kysely'
import { findNamed } from '../../platform/db/find-named.ts'

export const namedSegments = findNamed(sql`app.segments`)
