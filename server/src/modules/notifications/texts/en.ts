import type { NotificationTexts } from './texts.ts'

export const en: NotificationTexts = {
  news: {
    welcome: {
      title: 'Welcome to Imperium',
      message: 'Create your first AI agent and run it: the sandbox model is ready, no key needed.',
    },
    'run-failed': { title: '{agent} failed', titleOfMany: '{agent} failed {count} times', message: '{message}' },
    'workflow-failed': {
      title: 'The workflow {workflow} failed',
      titleOfMany: 'The workflow {workflow} failed {count} times',
      message: '{message}',
    },
    'member-joined': { title: '{name} joined the organization', message: 'Role: {role}.' },
    'role-changed': { title: 'Your role is now {role}', message: 'What you may do in {organization} has changed.' },
    'new-device': {
      title: 'New sign-in from {browser} on {device}',
      message: 'Address {address}. If it was not you, end that session and change your password.',
    },
    'api-key-created': {
      title: 'New API key: {name}',
      message: '{creator} created it. It opens the organization to a program within its scopes.',
    },
    'export-ready': { title: 'Your data is ready', message: 'Download the file from your profile within seven days.' },
    'message-received': { title: 'New message from {name}', titleOfMany: '{count} new messages from {name}', message: '{subject}' },
    'conversation-assigned': { title: '{name} gave you a conversation', message: '{subject}' },
    'message-undelivered': { title: 'Your message did not arrive: {subject}', message: '{reason}' },
    mentioned: { title: '{name} mentioned you in a note', titleOfMany: 'You were mentioned in {count} notes', message: '{subject}' },
    'ticket-answered': {
      title: '{name} answered your support ticket',
      titleOfMany: '{name} answered your support ticket {count} times',
      message: '{subject}',
    },
    'campaign-approval': { title: '{campaign} waits for your approval', message: '{name} would like to send it to {recipients} people.' },
    'campaign-paused': { title: '{campaign} was paused', message: '{reason}' },
    'campaign-alarm': { title: '{campaign} met with too many complaints or bounces', message: '{reason}' },
    'campaign-completed': { title: '{campaign} is complete', message: 'Every recipient has been handled. See the figures.' },
    'approval-requested': { title: 'Your decision is asked for: {title}', message: 'The workflow "{workflow}" waits for it.' },
    'webhook-failing': {
      title: '{webhook} keeps failing',
      message: 'No delivery has succeeded since {since}. It will be disabled on {date} unless one does.',
    },
    'webhook-disabled': {
      title: '{webhook} was disabled',
      message: 'No delivery succeeded for five days. Failed deliveries can be replayed once it is enabled again.',
    },
    'webhook-gone': {
      title: '{webhook} was disabled',
      message: 'The receiver wants no more deliveries (410). Failed deliveries can be replayed once it is enabled again.',
    },
    'domain-verified': {
      title: '{domain} is verified',
      message: 'The domain leads to your organization. Its certificate follows within minutes.',
    },
    'domain-failed': {
      title: '{domain} could not be verified',
      message: 'Its DNS records were not found in time. Open the domain settings to see what was found, and try again.',
    },
    'domain-lost': {
      title: '{domain} was taken over',
      message: 'The owner of the domain has proved it for another organization. Your pages and links no longer use it.',
    },
    'connection-failing': {
      title: '{connection} does not work',
      message:
        'Its service refuses it, so its actions and triggers stand still. It is tested again by itself; if that does not help, enter its credentials again.',
    },
    'connection-ending': {
      title: '{connection} needs a new sign-in',
      message: 'Its sign-in ends on {date} and cannot be renewed by itself. Sign in again before, so that its actions and triggers go on.',
    },
    'job-aside': {
      title: 'Background work was stopped',
      message:
        'The server ended twice while it worked on "{job}", so it is not tried again by itself. The operator of this installation can start it again (number {id}).',
    },
    'email-aside': {
      title: 'An email was set aside',
      message: 'The server ended twice while it read an email of "{job}", so it is not read again. Look at it in the mailbox itself.',
    },
    'document-aside': {
      title: 'A document was set aside',
      message: 'The server ended twice while it read "{job}", so it is not read again by itself. Split the file and upload its parts.',
    },
    'assistant-approval': {
      title: '{client} waits for your approval',
      message: 'It would like to do this: {summary}. Approve or reject it within a day.',
    },
    'subscription-renews': {
      title: 'Your {plan} plan renews on {date}',
      message: 'Pay {amount} by then to keep it. The billing page has the payment.',
    },
    'subscription-renews-itself': {
      title: 'Your {plan} plan renews on {date}',
      message: '{amount} is charged before then to the way of payment that you chose. You can switch this off on the billing page.',
    },
    'subscription-refused': {
      title: 'The automatic renewal of your {plan} plan was refused',
      message: 'Pay {amount} by {date} on the billing page to keep the plan.',
    },
    'subscription-ends': {
      title: 'Your {plan} plan ends on {date}',
      message: 'You cancelled it. You can resume it until then on the billing page.',
    },
    'subscription-due': {
      title: 'The payment for your {plan} plan is due',
      message: 'Pay {amount} by {date} to keep the plan. After that, the limits of the Free plan apply.',
    },
    'subscription-ended': {
      title: 'Your paid plan has ended',
      message: 'The limits of the Free plan apply now. Nothing was deleted, and agents above the limit are paused.',
    },
    'subscription-changed': {
      title: 'You are now on the {plan} plan',
      message: 'The change that you chose is in effect.',
    },
    'limit-near': {
      title: '{limit}: {percent} % of your plan is used',
      message: '{used} of {allowed} are used. The {plan} plan allows more.',
    },
    'limit-reached': {
      title: '{limit}: the limit of your plan is reached',
      message: '{used} of {allowed} are used. The {plan} plan allows more.',
    },
    'top-up-cap': {
      title: 'The automatic top-up was not made: the monthly cap is reached',
      message: 'Raise the cap, or top up on the billing page.',
    },
    'top-up-mandate': {
      title: 'The automatic top-up was not made: no card is kept',
      message: 'Top up once on the billing page. Your card is kept for the next ones.',
    },
    'top-up-refused': {
      title: 'The automatic top-up was refused by the payment provider',
      message: 'Top up on the billing page. It is tried again tomorrow.',
    },
    'plan-offered': {
      title: 'You have an offer for the {plan} plan: {amount} a month',
      message: 'It is valid until {date}. See its limits and accept it on the billing page.',
    },
    'credits-low': {
      title: 'AI credits are low: {balance}',
      message: 'Top up on the billing page, so that they go on paying for models.',
    },
    'usage-alert': {
      title: 'AI models cost {cost} this month',
      message: 'That is above the {amount} that was set in usage analytics.',
    },
    'metric-alert': { title: 'Alert: {name}', message: '{metric}: {value}. The limit is {bound}.' },
    'metric-silent': { title: 'Alert: {name}', message: 'Nothing was counted: {metric}.' },
    'metric-resolved': { title: 'Resolved: {name}', message: '{metric}: {value}.' },
  },
  limits: {
    maxAgents: 'AI agents',
    maxUsers: 'Members',
    storageBytes: 'Storage',
    apiCallsPerMonth: 'API calls this month',
    messagesPerMonth: 'Messages this month',
    maxContacts: 'Contacts',
    runsPerMonth: 'Agent runs this month',
    workflowRunsPerMonth: 'Workflow runs this month',
    tokensPerMonth: 'Model tokens this month',
  },
  roles: { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'User', VIEWER: 'Viewer' },
  mail: { open: 'Open', why: 'You get this email because email notifications are on. Change it in your profile: {url}' },
  digest: {
    subject: 'Your week at {organization}',
    text: 'What your AI agents did from {from} to {to}.',
    runs: 'Runs',
    success: 'Success rate',
    cost: 'AI cost',
    before: '{runs} the week before',
    open: 'Open the dashboard',
    why: 'You get this email every Monday because the weekly digest is on.',
    unsubscribe: 'End the weekly digest',
  },
}
