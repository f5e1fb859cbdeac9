import { User } from '@imperium/contract/auth/auth.ts'
import type { Role } from '@imperium/contract/permissions.ts'

export const at = '2026-11-02T09:30:00.000Z'
export const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Ada Lovelace of Northwind Trading, with a role. */
export const personOf = (role: Role): User =>
  User.parse({
    id: id(1),
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    role,
    organization: {
      id: id(2),
      name: 'Northwind Trading',
      slug: 'northwind',
      planType: 'CONQUEROR',
      role,
      status: 'ACTIVE',
      billingCycle: 'MONTHLY',
      maxUsers: 10,
      maxAgents: 50,
      timeZone: 'UTC',
      monthlyBudgetMicros: null,
      billingEmail: null,
      deletesAt: null,
      grantedPermissions: [],
      createdAt: at,
      updatedAt: at,
    },
    emailVerified: true,
    twoFactorEnabled: false,
    mustSetUpTwoFactor: false,
    hasPassword: true,
    mustChangePassword: false,
    preferences: { language: 'en', timeZone: null, dateFormat: null, timeFormat: null },
    isHeld: false,
    deletesAt: null,
    createdAt: at,
  } satisfies User)
