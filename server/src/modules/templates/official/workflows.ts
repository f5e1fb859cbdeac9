import { workflowTemplate } from './workflow-kit.ts'

const agentNamed = (name: string) => ({ [`agent:${name}`]: { kind: 'agent', name } })
/** The user of the template: `use-template.ts` inserts them. */
const you = { 'members:You': { kind: 'members', name: 'You' } }

/** The seven official workflows. Each can be published as it is, once the sender and the channels of the organization are there. */
export const officialWorkflows = [
  workflowTemplate({
    key: 'lead-qualification',
    name: 'Lead Qualification',
    description: 'Takes leads from a form, has an agent judge them, writes to the good ones at once and to the others after two days.',
    tags: ['leads', 'sales', 'follow-up'],
    icon: 'user-check',
    references: { ...agentNamed('Lead Qualifier'), ...you },
    steps: {
      trigger: { type: 'trigger_webhook', name: 'New lead', at: [1, 0], config: { path: 'new-lead', check: 'secret', respond: 'at_once' } },
      contact: {
        type: 'contact',
        name: 'Keep the contact',
        at: [1, 1],
        config: { email: '{{ trigger.body.email }}', firstName: '{{ trigger.body.name | default: "" }}', addTags: ['lead'] },
      },
      qualify: {
        type: 'agent',
        name: 'Qualify the lead',
        at: [1, 2],
        config: { agentId: 'agent:Lead Qualifier', input: '{{ trigger.body | json }}' },
        retry: { attempts: 3, delaySeconds: 30 },
      },
      good: {
        type: 'condition',
        name: 'Score above 70?',
        at: [1, 3],
        config: { match: 'all', rules: [{ left: '{{ steps.qualify.json.score | default: 0 }}', operator: 'gt', right: 70 }] },
      },
      tell: {
        type: 'message',
        name: 'Tell sales',
        at: [0, 4],
        config: {
          to: ['members:You'],
          subject: 'A good lead: {{ trigger.body.email }}',
          text: 'Score {{ steps.qualify.json.score }}: {{ steps.qualify.json.reason | default: "" }}',
          priority: 'high',
        },
      },
      welcome: {
        type: 'email',
        name: 'Personal welcome',
        at: [0, 5],
        config: {
          to: '{{ trigger.body.email }}',
          purpose: '',
          subject: 'Thank you for your interest',
          text: 'Hello {{ trigger.body.name | default: "there" }},\n\nthank you for writing to us. One of us will call you this week. Is there a day that suits you?\n',
        },
      },
      wait: { type: 'delay', name: 'Wait 2 days', at: [2, 4], config: { mode: 'for', for: { amount: 2, unit: 'days' } } },
      nurture: {
        type: 'email',
        name: 'Follow up',
        at: [2, 5],
        config: {
          to: '{{ trigger.body.email }}',
          purpose: '',
          subject: 'Still thinking about it?',
          text: 'Hello {{ trigger.body.name | default: "there" }},\n\nyou wrote to us two days ago. Here is what others asked first, and what we answered.\n',
        },
      },
    },
    edges: [
      'trigger > contact',
      'contact > qualify',
      'qualify > good',
      'good.yes > tell',
      'tell > welcome',
      'good.no > wait',
      'wait > nurture',
    ],
  }),
  workflowTemplate({
    key: 'support-triage',
    name: 'Support Triage',
    description: 'Reads tickets from your help desk, answers simple ones, and brings what is urgent to a person.',
    tags: ['customers', 'support', 'triage'],
    icon: 'message',
    references: { ...agentNamed('Customer Support'), ...you },
    steps: {
      trigger: {
        type: 'trigger_webhook',
        name: 'New ticket',
        at: [1, 0],
        config: { path: 'support-ticket', check: 'secret', respond: 'at_once' },
      },
      read: {
        type: 'agent',
        name: 'Read the ticket',
        at: [1, 1],
        config: { agentId: 'agent:Customer Support', input: '{{ trigger.body | json }}' },
        retry: { attempts: 3, delaySeconds: 30 },
      },
      urgent: {
        type: 'condition',
        name: 'For a person?',
        at: [1, 2],
        config: {
          match: 'any',
          rules: [
            { left: '{{ steps.read.json.escalate | default: true }}', operator: 'is_true', right: '' },
            { left: '{{ steps.read.json.urgency | default: "high" }}', operator: 'equals', right: 'high' },
          ],
        },
      },
      tell: {
        type: 'message',
        name: 'Tell the team',
        at: [0, 3],
        config: {
          to: ['members:You'],
          subject: 'A ticket for a person: {{ trigger.body.subject | default: "without subject" }}',
          text: 'From {{ trigger.body.email }}\n\n{{ trigger.body.text | default: "" }}\n\nSuggested answer:\n{{ steps.read.json.reply | default: "" }}',
          priority: 'urgent',
        },
      },
      answer: {
        type: 'email',
        name: 'Answer',
        at: [2, 3],
        config: {
          to: '{{ trigger.body.email }}',
          purpose: '',
          subject: 'Re: {{ trigger.body.subject | default: "your question" }}',
          text: '{{ steps.read.json.reply }}',
        },
      },
    },
    edges: ['trigger > read', 'read > urgent', 'urgent.yes > tell', 'urgent.no > answer'],
  }),
  workflowTemplate({
    key: 'approved-offer',
    name: 'Offer with Approval',
    description: 'An agent writes an offer, a person approves it, and only then it goes out. Waits two days for the answer.',
    tags: ['approval', 'sales', 'writing'],
    icon: 'reply',
    references: { ...agentNamed('Content Writer'), ...you },
    steps: {
      trigger: { type: 'trigger_manual', name: 'Started manually', at: [1, 0] },
      draft: {
        type: 'agent',
        name: 'Write the offer',
        at: [1, 1],
        config: {
          agentId: 'agent:Content Writer',
          input: 'Write a short offer by email. Brief: {{ trigger.brief | default: "our yearly plan at 10 % off" }}',
        },
        retry: { attempts: 3, delaySeconds: 30 },
      },
      approve: {
        type: 'approval',
        name: 'Approve the offer',
        at: [1, 2],
        config: {
          title: 'Offer to {{ trigger.email }}',
          message: '{{ steps.draft.text }}',
          assignees: ['members:You'],
          timeout: { amount: 2, unit: 'days' },
        },
      },
      send: {
        type: 'email',
        name: 'Send the offer',
        at: [0, 3],
        config: { to: '{{ trigger.email }}', purpose: 'marketing', subject: 'An offer for you', text: '{{ steps.draft.text }}' },
      },
      rejected: {
        type: 'stop',
        name: 'Not sent',
        at: [1, 3],
        config: { status: 'success', message: 'The submission was rejected' },
      },
      late: {
        type: 'message',
        name: 'Remind',
        at: [2, 3],
        config: {
          to: ['members:You'],
          subject: 'Nobody decided about an offer',
          text: 'The offer to {{ trigger.email }} was not sent: nobody approved it within two days.',
        },
      },
    },
    edges: ['trigger > draft', 'draft > approve', 'approve.approved > send', 'approve.rejected > rejected', 'approve.timeout > late'],
  }),
  workflowTemplate({
    key: 'weekly-report',
    name: 'Weekly Report',
    description: 'Every Monday at nine an agent reads the figures of the week before, and the report is in your inbox.',
    tags: ['analytics', 'reports', 'schedule'],
    icon: 'calendar',
    references: { ...agentNamed('Data Analyst'), ...you },
    steps: {
      trigger: {
        type: 'trigger_schedule',
        name: 'Mondays at nine',
        at: [0, 0],
        config: { cron: '0 9 * * 1', timeZone: 'UTC', missed: 'run_once' },
      },
      read: {
        type: 'agent',
        name: 'Read the figures',
        at: [0, 1],
        config: {
          agentId: 'agent:Data Analyst',
          input: 'Sum up the last seven days before {{ trigger.scheduledAt }}: runs by agent, how many failed, and what they cost.',
        },
        retry: { attempts: 3, delaySeconds: 60 },
      },
      tell: {
        type: 'message',
        name: 'Send the report',
        at: [0, 2],
        config: { to: ['members:You'], subject: 'Report of the week', text: '{{ steps.read.text }}' },
      },
    },
    edges: ['trigger > read', 'read > tell'],
  }),
  workflowTemplate({
    key: 'failed-run-alert',
    name: 'Alert on Failed Runs',
    description: 'Tells you at once when an agent’s run fails, at most one message an agent at a time.',
    tags: ['alerts', 'operations'],
    icon: 'bolt',
    references: you,
    steps: {
      trigger: { type: 'trigger_event', name: 'A run failed', at: [0, 0], config: { event: 'agent.run.failed', match: [] } },
      tell: {
        type: 'message',
        name: 'Tell me',
        at: [0, 1],
        config: {
          to: ['members:You'],
          subject: 'A run of {{ trigger.agentName }} failed',
          text: '{{ trigger.message }} ({{ trigger.code }})',
          priority: 'high',
        },
      },
    },
    edges: ['trigger > tell'],
  }),
  workflowTemplate({
    key: 'order-follow-up',
    name: 'Order Follow-up',
    description: 'Three days after an order it asks how it went, waits a week for an answer, and reminds once.',
    tags: ['customers', 'e-commerce', 'follow-up'],
    icon: 'repeat',
    steps: {
      trigger: {
        type: 'trigger_webhook',
        name: 'New order',
        at: [1, 0],
        config: { path: 'new-order', check: 'signature', respond: 'at_once' },
      },
      contact: {
        type: 'contact',
        name: 'Keep the customer',
        at: [1, 1],
        config: { email: '{{ trigger.body.email }}', firstName: '{{ trigger.body.name | default: "" }}', addTags: ['customer'] },
      },
      wait: { type: 'delay', name: 'Wait 3 days', at: [1, 2], config: { mode: 'for', for: { amount: 3, unit: 'days' } } },
      ask: {
        type: 'email',
        name: 'Ask how it went',
        at: [1, 3],
        config: {
          to: '{{ trigger.body.email }}',
          purpose: '',
          subject: 'How was your order?',
          text: 'Hello {{ trigger.body.name | default: "there" }},\n\nyour order should have arrived. Is everything as it should be? Answer this mail, a person reads it.\n',
        },
      },
      answer: {
        type: 'wait_event',
        name: 'Wait for an answer',
        at: [1, 4],
        config: {
          event: 'message.received',
          match: [{ name: 'contactId', value: '{{ steps.contact.id }}' }],
          timeout: { amount: 7, unit: 'days' },
        },
      },
      thank: {
        type: 'contact',
        name: 'Note the answer',
        at: [0, 5],
        config: { email: '{{ trigger.body.email }}', addTags: ['answered'] },
      },
      remind: {
        type: 'email',
        name: 'Remind once',
        at: [2, 5],
        config: {
          to: '{{ trigger.body.email }}',
          purpose: '',
          subject: 'One question about your order',
          text: 'Hello {{ trigger.body.name | default: "there" }},\n\nwe would still like to know whether everything was right with your order.\n',
        },
      },
    },
    edges: ['trigger > contact', 'contact > wait', 'wait > ask', 'ask > answer', 'answer > thank', 'answer.timeout > remind'],
  }),
  workflowTemplate({
    key: 'contact-intake',
    name: 'Contact Intake',
    description: 'Another system sends a list of people; each becomes a contact, and the answer says how many.',
    tags: ['contacts', 'integration', 'sync'],
    icon: 'users',
    steps: {
      trigger: {
        type: 'trigger_webhook',
        name: 'A list comes in',
        at: [0, 0],
        config: { path: 'contact-intake', check: 'signature', respond: 'workflow' },
      },
      people: {
        type: 'loop',
        name: 'For each person',
        at: [0, 1],
        config: { items: '{{ trigger.body.contacts }}', mode: 'parallel', limit: 5, maxItems: 500, onItemError: 'continue' },
      },
      keep: {
        type: 'contact',
        name: 'Keep the contact',
        at: [1, 2],
        config: { email: '{{ loop.item.email }}', firstName: '{{ loop.item.name | default: "" }}', addTags: ['intake'] },
      },
      answer: {
        type: 'respond',
        name: 'Say how many',
        at: [0, 3],
        config: { status: 200, headers: [], body: { received: '{{ steps.people.count }}' } },
      },
    },
    edges: ['trigger > people', 'people.each > keep', 'people.done > answer'],
  }),
]
