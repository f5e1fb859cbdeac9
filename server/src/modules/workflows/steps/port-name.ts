import { Port } from '@imperium/contract/workflows/workflow-definition.ts'

/** Port names that step types use themselves. */
const taken = new Set(['next', 'error', 'default', 'each', 'done', 'timeout'])

/** Name of a branch or a case: also the port that leads there. */
export const portName = Port.refine((name) => !taken.has(name), 'This name is taken')

/** Each of them once. */
export const areNamesUnique = (rows: readonly { name: string }[]): boolean => new Set(rows.map(({ name }) => name)).size === rows.length
