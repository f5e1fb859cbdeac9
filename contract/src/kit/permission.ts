export const roles = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const
export type Role = (typeof roles)[number]

export const allRoles = [...roles] as const
export const workers = ['OWNER', 'ADMIN', 'MEMBER'] as const
export const managers = ['OWNER', 'ADMIN'] as const
export const owners = ['OWNER'] as const

/** What a module declares of a permission. Pages word the texts, which are their own keys. */
export interface PermissionFacts {
  /** Roles that have it. */
  roles: readonly Role[]
  /** An API key may hold it. No key manages keys, sign-in, security or the organization (SEC-22, R21). */
  scope?: {
    label: string
    group: string
    order: number
    /**
     * Its operations ask a person for a recent sign-in, which a program cannot give. It was asked when the key or connection got the scope:
     * no preset includes it, and only who names it gets it.
     */
    inPlaceOfSignIn?: true
  }
  /** Belongs to its roles alone: no assignment gives it to another member. */
  neverGranted?: true
  /** An agent's key holds it too, only for that agent. */
  ofAgentKeys?: true
  /** The reason on a disabled control, for roles without it; a general one unless given. */
  refused?: string
}

/** Keeps each name and its facts as types, so that `Permission` and `KeyScope` follow from the declarations. */
export const definePermissions = <const P extends Record<`${string}:${string}`, PermissionFacts>>(permissions: P): P => permissions
