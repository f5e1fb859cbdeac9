/**
 * Every setting of Imperium, in the order in which `npm start -- --help` and `docs/operations.md` list them.
 * A setting is an environment variable, or the same name in kebab-case as an argument: `ROLE=worker` or `--role=worker`.
 */
export type OptionKind = 'text' | 'integer' | 'choice' | 'list' | 'integers' | 'cidrs' | 'domains' | 'url' | 'key' | 'keys'

export type ConfigOption = {
  kind: OptionKind
  /** The value when none is given; absent: the setting stays unset. */
  default?: string
  doc: string
  secret?: true
  choices?: readonly string[]
  minimum?: number
  maximum?: number
  /** Allowed schemes of a `url`, without the colon. */
  schemes?: readonly string[]
}

export const configOptions = {
  PORT: { kind: 'integer', default: '3000', minimum: 0, maximum: 65535, doc: 'Port of the web app and the API; 0 takes any free one.' },
  HOST: {
    kind: 'text',
    default: '127.0.0.1',
    doc: 'Address to listen on. The default is this machine only; `0.0.0.0` (or `::`) for all its addresses, best behind a reverse proxy with https.',
  },
  PUBLIC_URL: {
    kind: 'url',
    schemes: ['http', 'https'],
    doc: 'The address people use, in links and for cookies. Default: `http://localhost:` and the port.',
  },
  DATA_DIR: {
    kind: 'text',
    doc: 'Folder of the embedded database, files and generated secrets. Default: `./data`; as root, where its path is closed to other accounts, `/var/lib/imperium-` and a number.',
  },
  INSTALLATION_ID: {
    kind: 'text',
    doc: 'Names this installation, on every one of its machines the same and on no copy of it. Only needed where `DATA_DIR` does not last. Default: generated once into `<DATA_DIR>/installation.json`.',
  },
  DATABASE_URL: {
    kind: 'url',
    schemes: ['postgres', 'postgresql'],
    secret: true,
    doc: 'A PostgreSQL 15 or newer to use instead of the embedded one.',
  },
  BACKUP_BEFORE_UPGRADE: {
    kind: 'choice',
    choices: ['on', 'off'],
    default: 'on',
    doc: 'Whether the embedded database is copied into `<DATA_DIR>/before-upgrade` before a newer release changes it. The last two copies stay.',
  },
  DATABASE_POOL_MAX: { kind: 'integer', default: '20', minimum: 2, maximum: 500, doc: 'Most database connections of this process.' },
  ROLE: {
    kind: 'choice',
    choices: ['all', 'api', 'worker', 'scheduler'],
    default: 'all',
    doc: 'What this process does: everything, or one part beside other processes.',
  },
  ENCRYPTION_KEY: {
    kind: 'key',
    secret: true,
    doc: '32 bytes in base64 that encrypt stored provider keys and secrets. Default: generated once into `<DATA_DIR>/secrets.json`.',
  },
  ENCRYPTION_KEY_PREVIOUS: {
    kind: 'keys',
    default: '',
    secret: true,
    doc: 'Earlier keys (comma list) that may still decrypt, during a rotation.',
  },
  SMTP_URL: {
    kind: 'url',
    schemes: ['smtp', 'smtps'],
    secret: true,
    doc: 'Mail server, `smtp://user:password@host:587`. Unset: mail goes to the sandbox mailbox and leaves no machine.',
  },
  MAIL_FROM: {
    kind: 'text',
    default: 'no-reply@imperium.example',
    doc: 'Address that the mail of Imperium is sent from. Set it together with SMTP_URL.',
  },
  SUPPORT_EMAIL: {
    kind: 'text',
    doc: 'Your address for support, shown on the support page beside the form or instead of it. Who answers tickets: `npm run admin -- support organization <slug>`.',
  },
  EGRESS_ALLOW: {
    kind: 'list',
    default: '',
    doc: 'What URLs given by users may reach besides the public internet: comma list of host, host:port, IP address or CIDR range.',
  },
  TRUSTED_PROXIES: {
    kind: 'cidrs',
    default: '',
    doc: 'Reverse proxies (comma list of IP addresses or CIDR ranges) whose X-Forwarded-* headers are believed. Unset: none.',
  },
  RATE_LIMIT_LOGIN: { kind: 'integer', default: '10', minimum: 1, doc: 'Failed sign-ins per account in 15 minutes.' },
  RATE_LIMIT_LOGIN_ADDRESS: { kind: 'integer', default: '100', minimum: 1, doc: 'Failed sign-ins per network address in 15 minutes.' },
  RATE_LIMIT_REGISTER: { kind: 'integer', default: '20', minimum: 1, doc: 'Registrations per network address in an hour.' },
  RATE_LIMIT_API_PER_HOUR: {
    kind: 'integer',
    default: '1000',
    minimum: 1,
    doc: 'Requests per token to the public API (`/api/v1`) in an hour.',
  },
  RATE_LIMIT_APP_PER_MINUTE: {
    kind: 'integer',
    default: '1200',
    minimum: 1,
    doc: 'Requests per session to `/api` (the web app) in a minute.',
  },
  RETRY_MODEL_MS: { kind: 'integers', default: '500,2000,8000', doc: 'Waits before each repeat of a failed model call, in milliseconds.' },
  RETRY_MAIL_MS: {
    kind: 'integers',
    default: '5000,30000,120000,600000,3600000',
    doc: 'Waits before each repeat of a failed mail delivery, in milliseconds.',
  },
  WORKER_CONCURRENCY: {
    kind: 'integer',
    default: '50',
    minimum: 1,
    maximum: 1000,
    doc: 'Most runs that a worker process works on at once.',
  },
  CAMPAIGN_IN_FLIGHT: {
    kind: 'integer',
    default: '10',
    minimum: 1,
    maximum: 1000,
    doc: 'Most messages of campaigns that a worker process has handed over without having recorded the outcome: so many may go out twice if it is killed.',
  },
  CAMPAIGN_RETRY_MS: {
    kind: 'integers',
    default: '60000,300000,900000,3600000,14400000',
    doc: 'Waits before each repeat of a campaign message that the receiving side put off, in milliseconds; the last again and again, for 72 hours.',
  },
  CAMPAIGN_LEASE_MS: {
    kind: 'integer',
    default: '20000',
    minimum: 1000,
    maximum: 300000,
    doc: 'How long a worker process that is not heard of keeps the recipients it works on, in milliseconds.',
  },
  WEBHOOK_IN_FLIGHT: {
    kind: 'integer',
    default: '64',
    minimum: 1,
    maximum: 1000,
    doc: 'Most deliveries to one webhook that are sent without a recorded outcome: so many may arrive twice if the worker process is killed.',
  },
  WEBHOOK_RETRY_MS: {
    kind: 'integers',
    default: '5000,300000,1800000,7200000,18000000,28800000,36000000',
    doc: 'Waits before each repeat of a failed delivery to a webhook, in milliseconds, plus up to a fifth.',
  },
  WEBHOOK_TIMEOUT_MS: {
    kind: 'integer',
    default: '15000',
    minimum: 100,
    maximum: 60000,
    doc: 'Longest time of one delivery to a webhook, in milliseconds.',
  },
  CONFIRMATIONS_PER_MINUTE: {
    kind: 'integer',
    default: '60',
    minimum: 1,
    maximum: 10000,
    doc: 'Most letters a minute that ask imported people of one organization to confirm.',
  },
  RUN_TIMEOUT_MS: { kind: 'integer', default: '120000', minimum: 1000, doc: 'Longest time of one agent run, in milliseconds.' },
  RUN_MAX_MODEL_CALLS: { kind: 'integer', default: '25', minimum: 1, maximum: 100, doc: 'Most model calls of one agent run.' },
  SANDBOX_DELAY_MS: {
    kind: 'integer',
    default: '15',
    minimum: 0,
    maximum: 10000,
    doc: 'Pause between two pieces of text that the sandbox model streams, in milliseconds.',
  },
  SESSION_IDLE_HOURS: { kind: 'integer', default: '12', minimum: 1, maximum: 24, doc: 'A session ends after this long without a request.' },
  SESSION_ABSOLUTE_HOURS: {
    kind: 'integer',
    default: '24',
    minimum: 1,
    maximum: 24,
    doc: 'A session ends after this long in any case, unless it is refreshed, which works for 30 days after the sign-in.',
  },
  GOOGLE_CLIENT_ID: {
    kind: 'text',
    doc: 'Client id of this installation at Google, for "Continue with Google". Unset: no such button.',
  },
  GOOGLE_CLIENT_SECRET: { kind: 'text', secret: true, doc: 'Its client secret.' },
  GOOGLE_ISSUER: {
    kind: 'url',
    schemes: ['https', 'http'],
    default: 'https://accounts.google.com',
    doc: 'The OpenID Connect issuer behind "Continue with Google"; another one is for tests.',
  },
  GITHUB_CLIENT_ID: {
    kind: 'text',
    doc: 'Client id of this installation at GitHub, for "Continue with GitHub". Unset: no such button.',
  },
  GITHUB_CLIENT_SECRET: { kind: 'text', secret: true, doc: 'Its client secret.' },
  GITHUB_URL: {
    kind: 'url',
    schemes: ['https', 'http'],
    default: 'https://github.com',
    doc: 'Where people sign in at GitHub; the address of your own GitHub Enterprise Server instead.',
  },
  GITHUB_API_URL: {
    kind: 'url',
    schemes: ['https', 'http'],
    default: 'https://api.github.com',
    doc: 'The API of that GitHub; `https://<host>/api/v3` for GitHub Enterprise Server.',
  },
  PAYMENTS: {
    kind: 'choice',
    choices: ['sandbox', 'razorpay', 'stripe', 'bank', 'off'],
    doc: 'Who takes payments for plans and contributions. `sandbox` moves no money, and every owner may change plan with it; `bank`: transfers that you confirm. Unset: Razorpay where RAZORPAY_KEY_ID is set, Stripe where STRIPE_SECRET_KEY is; else the sandbox, but none with NODE_ENV=production. With OPERATOR_MODEL_KEYS or a public https PUBLIC_URL nothing starts in the sandbox unless it is written here.',
  },
  AI_CREDITS: {
    kind: 'choice',
    choices: ['on', 'off'],
    doc: 'Whether organizations buy AI credits, which pay what models cost plus the margin of their plan. Set it where you pay for the models. Unset: in the sandbox only.',
  },
  OPERATOR_MODEL_KEYS: {
    kind: 'text',
    secret: true,
    doc: 'Your own keys at the built-in model providers, by their code: `openai=sk-...; anthropic=sk-...`. Organizations then need no key of their own there, and their AI credits pay for the calls; without credits these models are not called, and credits of the sandbox do not count. A model with a key of its own never draws on credits.',
  },
  AI_CREDIT_RATE: {
    kind: 'integer',
    default: '8800',
    minimum: 1,
    maximum: 1_000_000,
    doc: 'Paise of AI credits for a US dollar of model cost.',
  },
  RAZORPAY_KEY_ID: { kind: 'text', doc: 'Key id of your account at Razorpay.' },
  RAZORPAY_KEY_SECRET: { kind: 'text', secret: true, doc: 'Its secret.' },
  RAZORPAY_WEBHOOK_SECRET: {
    kind: 'text',
    secret: true,
    doc: 'Secret of the webhook that you enter at Razorpay: `<PUBLIC_URL>/api/payments/webhooks/razorpay` with the events payment.captured, payment.failed, order.paid, refund.processed and refund.failed.',
  },
  RAZORPAY_API_URL: {
    kind: 'url',
    schemes: ['https', 'http'],
    default: 'https://api.razorpay.com',
    doc: "Razorpay's API; another one is for tests.",
  },
  STRIPE_SECRET_KEY: { kind: 'text', secret: true, doc: 'Secret key of your account at Stripe.' },
  STRIPE_WEBHOOK_SECRET: {
    kind: 'text',
    secret: true,
    doc: 'Signing secret of the webhook that you enter at Stripe: `<PUBLIC_URL>/api/payments/webhooks/stripe` with the events checkout.session.completed, checkout.session.async_payment_succeeded, checkout.session.async_payment_failed, refund.updated and refund.failed.',
  },
  STRIPE_API_URL: {
    kind: 'url',
    schemes: ['https', 'http'],
    default: 'https://api.stripe.com',
    doc: "Stripe's API; another one is for tests.",
  },
  BANK_DETAILS: { kind: 'text', doc: 'Where bank transfers go, as buyers read it; `;` begins a new line. With PAYMENTS=bank.' },
  OPERATOR_NAME: { kind: 'text', doc: 'Your legal name on the invoices for plans. Default: the host of PUBLIC_URL.' },
  OPERATOR_ADDRESS: { kind: 'text', default: '', doc: 'Your address on them; `;` begins a new line.' },
  OPERATOR_TAX_REGIME: {
    kind: 'choice',
    choices: ['NONE', 'GST', 'VAT'],
    default: 'NONE',
    doc: 'Tax that the prices of plans include. `GST`: CGST and SGST, or IGST, by the place of supply.',
  },
  OPERATOR_TAX_ID: { kind: 'text', default: '', doc: 'Your GSTIN or VAT number. With `GST`, nothing starts without a valid one.' },
  OPERATOR_TAX_PERCENT: { kind: 'integer', default: '18', minimum: 0, maximum: 50, doc: 'Rate of that tax.' },
  OPERATOR_SAC: { kind: 'text', default: '998315', doc: 'Service accounting code of plans on invoices under GST.' },
  OPERATOR_LUT: {
    kind: 'text',
    default: '',
    doc: 'Number of your letter of undertaking under GST. With it, customers outside of India pay no tax.',
  },
  OPERATOR_INVOICE_PREFIX: { kind: 'text', default: 'IMP', doc: 'Begins the numbers of your invoices; at most three letters or digits.' },
  LANDING_CLAIMS: {
    kind: 'text',
    doc: 'Claims on the landing page, separated by `;`, instead of "Built for 10,000+ AI agents" and "97% precision target". A single `;` shows none.',
  },
  CUSTOM_DOMAINS: {
    kind: 'domains',
    default: '',
    doc: "Domains of single organizations, as a comma list of `host=slug`. At the start they are added to the organizations' domain settings without a proof: you vouch for them.",
  },
  DOMAINS_TARGET: {
    kind: 'text',
    doc: 'Host name that CNAME records of custom domains point to. Default: the host of PUBLIC_URL.',
  },
  DOMAINS_ADDRESSES: {
    kind: 'list',
    default: '',
    doc: 'IP addresses (comma list) that A and AAAA records of custom domains point to. Default: those of DOMAINS_TARGET.',
  },
  DNS_SERVERS: {
    kind: 'list',
    default: '',
    doc: 'DNS resolvers (comma list of `address` or `address:port`) for checking domains. Default: those of this machine.',
  },
  BRAND_ALONE_FROM: {
    kind: 'choice',
    choices: ['FREE', 'CONQUEROR', 'EMPEROR', 'OVERLORD', 'never'],
    default: 'CONQUEROR',
    doc: 'Smallest plan whose organizations show no name but their own: pages, emails and documents do not name this product. `never`: all do.',
  },
  METRICS_TOKEN: {
    kind: 'text',
    secret: true,
    doc: 'Bearer token for `/metrics`. Unset: `/metrics` answers only requests from this machine, and none where PUBLIC_URL or TRUSTED_PROXIES says that others come through here.',
  },
  LOG_LEVEL: {
    kind: 'choice',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    doc: 'Least important log line that is written.',
  },
  LOG_FORMAT: { kind: 'choice', choices: ['json', 'pretty'], doc: 'Form of the log. Default: `pretty` in a terminal, else `json`.' },
  SHUTDOWN_GRACE_MS: {
    kind: 'integer',
    default: '20000',
    minimum: 0,
    maximum: 600000,
    doc: 'How long running work may finish after Ctrl-C or SIGTERM before it is handed back, in milliseconds.',
  },
  NODE_ENV: {
    kind: 'choice',
    choices: ['production', 'development', 'test'],
    doc: '`production` for real use: it closes the mailbox at `/dev/mailbox`, which otherwise shows the mail of a machine that has no SMTP_URL to that machine itself. Unset: as `production`, but for the mailbox.',
  },
} as const satisfies Record<string, ConfigOption>

export type OptionName = keyof typeof configOptions

export const optionNames = Object.keys(configOptions).filter((name): name is OptionName => name in configOptions)

/** The option as its common shape: `configOptions[name]` alone has a different literal type for each name. */
export const describeOption = (name: OptionName): ConfigOption => configOptions[name]

/** `DATA_DIR` -> `data-dir`. */
export const argumentOf = (name: OptionName): string => name.toLowerCase().replaceAll('_', '-')
