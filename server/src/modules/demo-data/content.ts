/** Names end with "(demo)", so that demo data is known everywhere: in lists, runs, search and reports. */
export const labelled = (name: string) => `${name} (demo)`

interface DemoAgent {
  body: { name: string; type: string; category: string; description: string; config: object; capabilities: string[] }
  /** Requests and responses of its past runs. */
  dialogues: readonly (readonly [input: string, output: string])[]
  /** Runs on a working day, about. */
  perDay: number
}

export const demoAgents: readonly DemoAgent[] = [
  {
    body: {
      name: labelled('Lead Qualifier'),
      type: 'LEAD_GENERATOR',
      category: 'Sales',
      description: 'Scores enquiries from 0 to 100 and proposes the next step.',
      config: { systemPrompt: 'Score each enquiry from 0 to 100 by need, budget and time frame. Propose one next step.', temperature: 0.3 },
      capabilities: ['database_query', 'sentiment_analysis'],
    },
    dialogues: [
      [
        'We need 40 seats before January and have a budget of 12,000 a year.',
        'Score 88. Clear need, budget and date. Next step: offer a call this week.',
      ],
      [
        'Just looking around, what does it cost?',
        'Score 35. No need or date named. Next step: send the price list and ask for the team size.',
      ],
      [
        'Our contract with another vendor ends in March. Can you migrate us?',
        'Score 76. A date and a need; budget unknown. Next step: ask for the current price.',
      ],
      ['Please add me to the newsletter.', 'Score 12. No purchase in sight. Next step: newsletter only.'],
      [
        'Can we pay by invoice? 15 users, starting next month.',
        'Score 81. Size and date are known. Next step: send an offer with payment by invoice.',
      ],
    ],
    perDay: 7,
  },
  {
    body: {
      name: labelled('Customer Support'),
      type: 'CUSTOMER_SERVICE',
      category: 'Support',
      description: 'Drafts replies to questions about orders and deliveries.',
      config: {
        systemPrompt: 'Answer questions about orders in a friendly and brief way. Ask for the order number if it is missing.',
        temperature: 0.4,
      },
      capabilities: ['database_query', 'sentiment_analysis'],
    },
    dialogues: [
      ['Where is my order 10482?', 'Order 10482 left our warehouse yesterday and usually arrives within two working days.'],
      [
        'The parcel came damaged.',
        'I am sorry about that. Please send a photo of the parcel; we will replace the contents or refund them.',
      ],
      [
        'Can I change the delivery address?',
        'Yes, as long as the parcel has not left. What is your order number, and what is the new address?',
      ],
      ['How long does delivery to Portugal take?', 'Delivery to Portugal takes three to five working days.'],
      ['I was charged twice.', 'I am sorry. Please tell me the order number and the date of both charges, and we will check it today.'],
    ],
    perDay: 10,
  },
  {
    body: {
      name: labelled('Campaign Writer'),
      type: 'EMAIL_MARKETER',
      category: 'Marketing',
      description: 'Writes subject lines and short marketing emails.',
      config: {
        systemPrompt: 'Write clear and lively marketing copy. Offer three subject lines and one text of at most 120 words.',
        temperature: 0.9,
      },
      capabilities: [],
    },
    dialogues: [
      [
        'An email for our spring sale, 20 % off until Sunday.',
        'Subjects: "Spring is here: 20 % off", "Fresh start, fresh prices", "Four days of spring savings". Text: Your garden is waking up. Until Sunday, everything green is 20 % off: herbs, perennials and the first tomatoes. Order today and plant at the weekend.',
      ],
      [
        'Invite past customers to a free workshop.',
        'Subjects: "A free hour that saves you ten", "Your seat is waiting", "Learn with us on Thursday". Text: Plan a garden that looks after itself. One hour, free of charge, with time for your questions. Seats are limited to thirty.',
      ],
      [
        'Thank customers for a year with us.',
        'Subjects: "A year together", "Thank you for twelve months", "Our gift for your first year". Text: A year ago you ordered from us for the first time. As a thank you, your next delivery is on us, whatever its size.',
      ],
    ],
    perDay: 3,
  },
]

export const demoReports = [
  {
    name: labelled('Agents every Monday'),
    description: 'Runs, success and cost of agents.',
    chartType: 'line',
    metrics: ['agent_runs', 'agent_success_rate', 'agent_cost'],
    groupBy: 'time',
    schedule: { every: 'Weekly', weekday: 1, day: 1, hour: 9, timeZone: 'UTC' },
  },
  {
    name: labelled('Campaigns by channel'),
    description: 'Messages sent and opened, and answers to them.',
    chartType: 'bar',
    metrics: ['campaigns_sent', 'campaigns_opened', 'campaign_response_rate'],
    groupBy: 'type',
  },
]

export const demoSegments = [
  {
    name: labelled('VIP customers'),
    description: 'Customers with the tag vip.',
    rules: {
      match: 'all',
      rules: [
        { kind: 'tags', op: 'any_of', tags: ['vip'] },
        { kind: 'tags', op: 'any_of', tags: ['demo'] },
      ],
    },
  },
  {
    name: labelled('Leads'),
    description: 'People who asked for an offer.',
    rules: {
      match: 'all',
      rules: [
        { kind: 'tags', op: 'any_of', tags: ['lead'] },
        { kind: 'tags', op: 'any_of', tags: ['demo'] },
      ],
    },
  },
]

const email = (subject: string, heading: string, text: string) => ({
  subject,
  preheader: '',
  html: `<!doctype html><html><body style="font-family:Arial,sans-serif"><h1>${heading}</h1><p>Hello {{ first_name | default: "there" }},</p><p>${text}</p></body></html>`,
  text: `${heading}\n\nHello {{ first_name | default: "there" }},\n\n${text}\n`,
})

/** With the number of recipients, the days since the send, and how many of a hundred came how far. */
export const demoCampaigns = [
  {
    name: labelled('Spring offers'),
    description: 'A seasonal offer to all contacts.',
    content: email('Spring offers for {{ first_name | default: "you" }}', 'Spring is here', 'All plants are 20 % off until Sunday.'),
    sent: { recipients: 1_200, daysAgo: 12, opened: 46, clicked: 14, responded: 2, unsubscribed: 1, bounced: 2 },
  },
  {
    name: labelled('Workshop invitation'),
    description: 'An invitation to a free workshop.',
    content: email('Your seat on Thursday', 'A free workshop', 'Learn in one hour how to plan a garden that looks after itself.'),
    sent: { recipients: 640, daysAgo: 4, opened: 58, clicked: 22, responded: 5, unsubscribed: 1, bounced: 1 },
  },
  {
    name: labelled('Winter care tips'),
    description: 'A draft to look at and change.',
    content: email('Winter care for your plants', 'Winter is coming', 'Five things that your plants need before the first frost.'),
    sent: null,
  },
] as const

/** Takes an order, marks large ones, and keeps a note. It calls and sends nothing. */
export const demoWorkflow = (path: string) => ({
  name: labelled('Sort incoming orders'),
  description: 'Marks large orders. Started by a webhook or manually.',
  definition: {
    steps: [
      { id: 'order', type: 'trigger_webhook', name: 'New order', config: { path, check: 'secret' }, position: { x: 0, y: 0 } },
      {
        id: 'large',
        type: 'condition',
        name: 'Above 500?',
        config: { match: 'all', rules: [{ left: '{{ trigger.total | default: 0 }}', operator: 'gt', right: 500 }] },
        position: { x: 0, y: 140 },
      },
      {
        id: 'personal',
        type: 'set',
        name: 'Personal thanks',
        config: { values: [{ name: 'handling', value: 'A member says thank you.' }] },
        position: { x: -160, y: 280 },
      },
      {
        id: 'usual',
        type: 'set',
        name: 'Usual handling',
        config: { values: [{ name: 'handling', value: 'The usual confirmation.' }] },
        position: { x: 160, y: 280 },
      },
    ],
    edges: [
      { from: 'order', to: 'large' },
      { from: 'large', port: 'yes', to: 'personal' },
      { from: 'large', port: 'no', to: 'usual' },
    ],
  },
})

export const demoOrders = [120, 860, 45, 2_300, 310, 75, 640, 199, 980, 55, 430, 1_150].map((total, index) => ({
  orderId: `D-${1_001 + index}`,
  total,
}))

export const demoConversations = [
  {
    subject: 'Where is my order?',
    priority: 'high',
    texts: [
      ['contact', 'Hello, I ordered two weeks ago and nothing has arrived. My order number is 10482.'],
      ['member', 'I am sorry about the wait. The parcel was held at customs and is on its way again. It should arrive on Friday.'],
      ['contact', 'Thank you for the quick reply!'],
    ],
  },
  {
    subject: 'Re: Your seat on Thursday',
    priority: 'normal',
    texts: [['contact', 'I would like to come with a colleague. Is there a second seat?']],
  },
  {
    subject: 'Invoice address',
    priority: 'normal',
    texts: [
      ['contact', 'Please send the invoice to our new address from now on.'],
      ['member', 'Of course. Which address should we use?'],
    ],
  },
  {
    subject: 'Offer for 15 users',
    priority: 'high',
    texts: [['contact', 'We would like to start next month with 15 users. Can you send us an offer?']],
  },
] as const

export const importName = 'Demo contacts.csv'
