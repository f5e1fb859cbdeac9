import type { Connector } from '../kit/connector.ts'
import { discord } from './communication/discord.ts'
import { gmail } from './communication/gmail.ts'
import { slack } from './communication/slack.ts'
import { teams } from './communication/teams.ts'
import { telegram } from './communication/telegram.ts'
import { twilio } from './communication/twilio.ts'
import { hubspot } from './crm/hubspot.ts'
import { pipedrive } from './crm/pipedrive.ts'
import { salesforce } from './crm/salesforce.ts'
import { woocommerce } from './payment/woocommerce.ts'
import { googleCalendar } from './productivity/google-calendar.ts'
import { googleSheets } from './productivity/google-sheets.ts'

const all: readonly Connector[] = [
  ...[discord, gmail, googleCalendar, googleSheets, hubspot, pipedrive, salesforce, slack],
  ...[teams, telegram, twilio, woocommerce],
]

/** All connectors by id. A new one is a file beside these and a line here. */
export const connectors: ReadonlyMap<string, Connector> = new Map(all.map((connector) => [connector.id, connector]))
