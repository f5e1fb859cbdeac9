import { z } from 'zod'

export const planTypes = ['FREE', 'CONQUEROR', 'EMPEROR', 'OVERLORD'] as const
export const PlanType = z.enum(planTypes)
export type PlanType = z.infer<typeof PlanType>

export interface PlanLimits {
  maxAgents: number
  maxUsers: number
  storageBytes: number
  /** Calls of the API, agent runs included, per calendar month (UTC). */
  apiCallsPerMonth: number
  /** Of campaigns, conversations, workflows and agents, on all channels, per calendar month (UTC). */
  messagesPerMonth: number
  maxContacts: number
  /** Of agents, per calendar month (UTC). */
  runsPerMonth: number
  /** Of workflows, tests and inner runs excepted, per calendar month (UTC). */
  workflowRunsPerMonth: number
  /** Read and written by models, per calendar month (UTC). */
  tokensPerMonth: number
  /** The longest that activity and runs can be kept, in days. */
  retentionDays: number
}

const gib = 1024 ** 3

/** What each plan allows. An organization's row may raise single limits above its plan. */
export const planLimits: Record<PlanType, PlanLimits> = {
  FREE: {
    maxAgents: 5,
    maxUsers: 10,
    storageBytes: 10 * gib,
    apiCallsPerMonth: 10_000,
    messagesPerMonth: 250_000,
    maxContacts: 100_000,
    runsPerMonth: 25_000,
    workflowRunsPerMonth: 100_000,
    tokensPerMonth: 10_000_000,
    retentionDays: 90,
  },
  CONQUEROR: {
    maxAgents: 50,
    maxUsers: 25,
    storageBytes: 100 * gib,
    apiCallsPerMonth: 250_000,
    messagesPerMonth: 2_500_000,
    maxContacts: 500_000,
    runsPerMonth: 250_000,
    workflowRunsPerMonth: 1_000_000,
    tokensPerMonth: 100_000_000,
    retentionDays: 180,
  },
  EMPEROR: {
    maxAgents: 1_000,
    maxUsers: 100,
    storageBytes: 1024 * gib,
    apiCallsPerMonth: 2_500_000,
    messagesPerMonth: 25_000_000,
    maxContacts: 5_000_000,
    runsPerMonth: 2_500_000,
    workflowRunsPerMonth: 10_000_000,
    tokensPerMonth: 1_000_000_000,
    retentionDays: 365,
  },
  OVERLORD: {
    maxAgents: 20_000,
    maxUsers: 5_000,
    storageBytes: 10_240 * gib,
    apiCallsPerMonth: 50_000_000,
    messagesPerMonth: 500_000_000,
    maxContacts: 100_000_000,
    runsPerMonth: 50_000_000,
    workflowRunsPerMonth: 200_000_000,
    tokensPerMonth: 20_000_000_000,
    retentionDays: 365,
  },
}

export const planNames: Record<PlanType, string> = { FREE: 'Free', CONQUEROR: 'Conqueror', EMPEROR: 'Emperor', OVERLORD: 'Overlord' }

/** Returns the cheapest plan that allows `value` of `limit`, or null when none does. */
export function planThatLifts(limit: keyof PlanLimits, value: number): PlanType | null {
  return planTypes.find((plan) => planLimits[plan][limit] >= value) ?? null
}
