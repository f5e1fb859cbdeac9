import type { Connector } from '../kit/connector.ts'
import { googleAnalytics } from './analytics/google-analytics.ts'
import { posthog } from './analytics/posthog.ts'
import { github } from './automation/github.ts'
import { mcp } from './automation/mcp.ts'
import { mysql } from './automation/mysql.ts'
import { openapi } from './automation/openapi.ts'
import { postgresql } from './automation/postgresql.ts'
import { rss } from './automation/rss.ts'
import { s3 } from './automation/s3.ts'
import { discord } from './communication/discord.ts'
import { gmail } from './communication/gmail.ts'
import { intercom } from './communication/intercom.ts'
import { slack } from './communication/slack.ts'
import { teams } from './communication/teams.ts'
import { telegram } from './communication/telegram.ts'
import { twilio } from './communication/twilio.ts'
import { hubspot } from './crm/hubspot.ts'
import { pipedrive } from './crm/pipedrive.ts'
import { salesforce } from './crm/salesforce.ts'
import { mailchimp } from './marketing/mailchimp.ts'
import { sendgrid } from './marketing/sendgrid.ts'
import { razorpay } from './payment/razorpay.ts'
import { shopify } from './payment/shopify.ts'
import { stripe } from './payment/stripe.ts'
import { woocommerce } from './payment/woocommerce.ts'
import { airtable } from './productivity/airtable.ts'
import { caldav } from './productivity/caldav/caldav.ts'
import { calendly } from './productivity/calendly.ts'
import { clickup } from './productivity/clickup.ts'
import { googleCalendar } from './productivity/google-calendar.ts'
import { googleSheets } from './productivity/google-sheets.ts'
import { jira } from './productivity/jira.ts'
import { linear } from './productivity/linear.ts'
import { notion } from './productivity/notion.ts'
import { typeform } from './productivity/typeform.ts'
import { brave } from './web-search/brave.ts'
import { searxng } from './web-search/searxng.ts'
import { tavily } from './web-search/tavily.ts'
import { webSearchJson } from './web-search/web-search-json.ts'
import { webSearchSandbox } from './web-search/web-search-sandbox.ts'

const all: readonly Connector[] = [
  airtable,
  brave,
  caldav,
  calendly,
  clickup,
  discord,
  github,
  gmail,
  googleAnalytics,
  googleCalendar,
  googleSheets,
  hubspot,
  intercom,
  jira,
  linear,
  mailchimp,
  mcp,
  mysql,
  notion,
  openapi,
  pipedrive,
  posthog,
  postgresql,
  razorpay,
  rss,
  s3,
  salesforce,
  searxng,
  sendgrid,
  shopify,
  slack,
  stripe,
  tavily,
  teams,
  telegram,
  twilio,
  typeform,
  webSearchJson,
  webSearchSandbox,
  woocommerce,
]

/** All connectors by id. A new one is a file beside these and a line here. */
export const connectors: ReadonlyMap<string, Connector> = new Map(all.map((connector) => [connector.id, connector]))
