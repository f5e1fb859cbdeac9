/** The person that a transaction reads for: rows of nodes on which they have no assignment are hidden. Without one it sees every row of the tenant. */
export interface Viewer {
  userId: string
  /** Set: only rows of nodes where an assignment gives this permission. */
  scope?: { permission: string; roles: readonly string[] } | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const word = /^[\w:-]+$/

/** The settings of the transaction, as SQL text: every part is checked, because none can be a parameter. */
export function viewerSettings({ userId, scope }: Viewer): string[] {
  if (!uuid.test(userId)) throw new TypeError('A viewer is named by their id.')
  if (!scope) return [`set local app.viewer = '${userId}'`]
  const { permission, roles } = scope
  if (![permission, ...roles].every((each) => word.test(each))) throw new TypeError('A scope is a permission and the roles that have it.')
  return [
    `set local app.viewer = '${userId}'`,
    `set local app.viewer_scope = '${permission}'`,
    `set local app.viewer_scope_roles = '${roles.join(',')}'`,
  ]
}
