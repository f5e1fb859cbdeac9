import { actionSteps, storedSteps } from './integrations/action-steps.ts'
import { agent } from './agents/agent.ts'
import { approval } from './agents/approval.ts'
import { callbackAddress } from './http/callback-address.ts'
import { campaignAdd } from './contacts/campaign-add.ts'
import { code } from './code.ts'
import { condition } from './control/condition.ts'
import { contact } from './contacts/contact.ts'
import { delay } from './waits/delay.ts'
import { email } from './messages/email.ts'
import { functionStep } from './functions/function.ts'
import { http } from './http/http.ts'
import { join } from './control/join.ts'
import { loop } from './control/loop.ts'
import { message } from './messages/message.ts'
import { parallel } from './control/parallel.ts'
import { respond } from './http/respond.ts'
import { segmentAdd } from './contacts/segment-add.ts'
import { serviceTriggers } from './integrations/trigger-steps.ts'
import { set } from './control/set.ts'
import { sms } from './messages/sms.ts'
import { createRecord, findRecords, updateRecord } from './records/record-steps.ts'
import { findInvoice, issueInvoice, recordPayment, sendInvoice } from './sales/invoice-steps.ts'
import { createOrder, draftInvoice, draftQuotation } from './sales/write-documents.ts'
import type { StepDefinition } from './step-type.ts'
import { stop } from './control/stop.ts'
import { switchStep } from './control/switch.ts'
import { triggerEvent } from './triggers/trigger-event.ts'
import { triggerManual } from './triggers/trigger-manual.ts'
import { triggerSchedule } from './triggers/trigger-schedule.ts'
import { triggerWebhook } from './triggers/trigger-webhook.ts'
import { waitEvent } from './waits/wait-event.ts'
import { waitWebhook } from './waits/wait-webhook.ts'
import { whatsapp } from './messages/whatsapp.ts'
import { workflow } from './agents/workflow.ts'

const triggers = [triggerWebhook, triggerSchedule, triggerEvent, triggerManual]
const messages = [email, sms, whatsapp, message]
const data = [http, set, code, functionStep]
const logic = [condition, switchStep, loop, parallel, join]
const people = [approval, contact, segmentAdd, campaignAdd]
const sales = [findInvoice, draftInvoice, issueInvoice, sendInvoice, recordPayment, draftQuotation, createOrder]
const records = [findRecords, createRecord, updateRecord]
const flow = [delay, waitEvent, callbackAddress, waitWebhook, workflow, respond, stop]

/** In the order of the palette. */
const own: readonly StepDefinition[] = [...triggers, agent, ...messages, ...data, ...logic, ...people, ...sales, ...records, ...flow]
const ofServices = [...serviceTriggers, ...actionSteps, ...storedSteps]

/** All step types by name. A new one is a file beside this and a line here. */
export const stepTypes: ReadonlyMap<string, StepDefinition> = new Map([...own, ...ofServices].map((type) => [type.about.type, type]))
