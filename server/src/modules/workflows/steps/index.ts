import { agent } from './agent.ts'
import { approval } from './approval.ts'
import { callbackAddress } from './callback-address.ts'
import { campaignAdd } from './campaign-add.ts'
import { code } from './code.ts'
import { condition } from './condition.ts'
import { contact } from './contact.ts'
import { delay } from './delay.ts'
import { email } from './email.ts'
import { http } from './http.ts'
import { join } from './join.ts'
import { loop } from './loop.ts'
import { message } from './message.ts'
import { parallel } from './parallel.ts'
import { respond } from './respond.ts'
import { segmentAdd } from './segment-add.ts'
import { set } from './set.ts'
import { sms } from './sms.ts'
import type { StepDefinition } from './step-type.ts'
import { stop } from './stop.ts'
import { switchStep } from './switch.ts'
import { triggerEvent } from './trigger-event.ts'
import { triggerManual } from './trigger-manual.ts'
import { triggerSchedule } from './trigger-schedule.ts'
import { triggerWebhook } from './trigger-webhook.ts'
import { waitEvent } from './wait-event.ts'
import { waitWebhook } from './wait-webhook.ts'
import { whatsapp } from './whatsapp.ts'
import { workflow } from './workflow.ts'

const triggers = [triggerWebhook, triggerSchedule, triggerEvent, triggerManual]
const messages = [email, sms, whatsapp, message]
const data = [http, set, code]
const logic = [condition, switchStep, loop, parallel, join]
const people = [approval, contact, segmentAdd, campaignAdd]
const flow = [delay, waitEvent, callbackAddress, waitWebhook, workflow, respond, stop]

/** In the order of the palette. */
const types: readonly StepDefinition[] = [...triggers, agent, ...messages, ...data, ...logic, ...people, ...flow]

/** Every type of step, by name. A new one is a file beside this and a line here. */
export const stepTypes: ReadonlyMap<string, StepDefinition> = new Map(types.map((type) => [type.about.type, type]))
