import { z } from 'zod'
import { defineInternalEvent } from '../kit/event.ts'
import { Timestamp } from '../kit/fields.ts'
import { PlanType } from '../plans.ts'

export const subscriptionNews = ['renews', 'renews-itself', 'refused', 'ends', 'due', 'ended', 'changed'] as const

/** Limits that are told of before they are reached. */
export const announcedLimits = [
  ...(['maxAgents', 'maxUsers', 'storageBytes', 'apiCallsPerMonth', 'messagesPerMonth'] as const),
  ...(['maxContacts', 'runsPerMonth', 'workflowRunsPerMonth', 'tokensPerMonth'] as const),
] as const

export type AnnouncedLimit = (typeof announcedLimits)[number]

export const billingEvents = {
  /** What the owner must know of the subscription; `date`: when that happens. */
  subscription: defineInternalEvent(
    'subscription.news',
    z.object({ news: z.enum(subscriptionNews), planType: PlanType, date: Timestamp, amount: z.string() }),
  ),
  /** A limit of the plan is nearly (80) or wholly (100) used; `lifts`: the plan that allows more. */
  limit: defineInternalEvent(
    'subscription.limit',
    z.object({
      limit: z.enum(announcedLimits),
      level: z.union([z.literal(80), z.literal(100)]),
      used: z.int(),
      allowed: z.int(),
      lifts: PlanType,
    }),
  ),
  /** The AI credits fell below what the owner chose. */
  creditsLow: defineInternalEvent('credits.low', z.object({ balance: z.string() })),
  /** The operator offers the largest plan at a price of its own; `price`: a month. */
  offered: defineInternalEvent('subscription.offered', z.object({ planType: PlanType, price: z.string(), validUntil: Timestamp })),
  /** An automatic top-up was not made. */
  topUpFailed: defineInternalEvent('credits.top-up-failed', z.object({ reason: z.enum(['cap', 'mandate', 'refused']) })),
  /** The plan in force allows less than before. */
  planReduced: defineInternalEvent('subscription.reduced', z.object({ planType: PlanType, maxAgents: z.int() })),
}
