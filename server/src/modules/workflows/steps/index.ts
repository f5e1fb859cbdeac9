import { condition } from './condition.ts'
import { delay } from './delay.ts'
import { http } from './http.ts'
import { join } from './join.ts'
import { loop } from './loop.ts'
import { parallel } from './parallel.ts'
import { respond } from './respond.ts'
import { set } from './set.ts'
import type { StepDefinition } from './step-type.ts'
import { stop } from './stop.ts'
import { switchStep } from './switch.ts'
import { triggerEvent } from './trigger-event.ts'
import { triggerManual } from './trigger-manual.ts'
import { triggerSchedule } from './trigger-schedule.ts'
import { triggerWebhook } from './trigger-webhook.ts'

/** In the order of the palette. */
const types: readonly StepDefinition[] = [
  triggerWebhook,
  triggerSchedule,
  triggerEvent,
  triggerManual,
  http,
  set,
  condition,
  switchStep,
  loop,
  parallel,
  join,
  delay,
  respond,
  stop,
]

/** Every type of step, by name. A new one is a file beside this and a line here. */
export const stepTypes: ReadonlyMap<string, StepDefinition> = new Map(types.map((type) => [type.about.type, type]))
