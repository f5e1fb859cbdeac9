// Written by `node scripts/openapi.ts --write` from the contract.
import type { OperationRoute } from './core.ts'

export type ActivityItem = { id: string; type: "agent_created" | "agent_executed" | "user_joined" | "workflow_executed" | "change"; message: string; sentence: string; values: Record<string, string>; timestamp: string; actor: string; link: string | null }
export type Agent = { id: string; name: string; description: string; type: "LEAD_GENERATOR" | "EMAIL_MARKETER" | "SOCIAL_MEDIA" | "CONTENT_CREATOR" | "ANALYTICS" | "CUSTOMER_SERVICE" | "SALES" | "SEO_OPTIMIZER" | "CONVERSATIONAL" | "TASK_AUTOMATION" | "DATA_PROCESSOR"; category: string; status: "ACTIVE" | "RUNNING" | "PAUSED" | "DRAFT" | "READY" | "TESTING" | "ERROR" | "MAINTENANCE" | "DEPRECATED" | "ARCHIVED"; model: string; systemPrompt: string; temperature: number | null; maxTokens: number; capabilities: (("web_search" | "database_query" | "email_send" | "calendar_integration" | "sentiment_analysis" | "image_generation" | "knowledge_search" | "read_page" | "run_code" | "remember" | "sales_lookup" | "sales_drafts" | "sales_documents" | "records_find" | "records_create" | "records_update" | "write_artifacts" | "use_artifacts") | string)[]; outputSchema: Record<string, unknown> | null; isPublic: boolean; version: number; monthlyBudgetMicros: number | null; usageCount: number; lastUsedAt: string | null; successRate: number | null; createdAt: string; updatedAt: string; warnings?: { path: string; message: string; key?: string; values?: unknown }[] }
export type AgentCapability = { capability: "web_search" | "calendar_integration" | "image_generation"; isReady: boolean; servedBy: string | null; isSandbox: boolean }
export type AgentChat = { enabled: boolean; hasPage: boolean; title: string; welcome: string; accent: string | null; origins: string[]; perHour: number; dailyBudgetMicros: number | null; openingHours: { day: number; from: string; to: string }[] | null; handsOver: boolean; mailsTranscript: boolean; publicId: string | null; pageUrl: string | null; embedHtml: string | null; spentTodayMicros: number; updatedAt: string | null }
export type AgentConfigInput = { model: string; temperature: number | null; maxTokens: number; systemPrompt: string; capabilities: (("web_search" | "database_query" | "email_send" | "calendar_integration" | "sentiment_analysis" | "image_generation" | "knowledge_search" | "read_page" | "run_code" | "remember" | "sales_lookup" | "sales_drafts" | "sales_documents" | "records_find" | "records_create" | "records_update" | "write_artifacts" | "use_artifacts") | string)[]; outputSchema?: Record<string, unknown> | null }
export type AgentMetrics = { period: "7d" | "30d" | "90d"; runs: number; completed: number; failed: number; cancelled: number; successRate: number | null; avgLatencyMs: number | null; p95LatencyMs: number | null; inputTokens: number; outputTokens: number; costMicros: number; trend: { date: string; runs: number; failed: number; costMicros: number }[] }
export type AgentProposal = { name: string; description: string; type: "LEAD_GENERATOR" | "EMAIL_MARKETER" | "SOCIAL_MEDIA" | "CONTENT_CREATOR" | "ANALYTICS" | "CUSTOMER_SERVICE" | "SALES" | "SEO_OPTIMIZER" | "CONVERSATIONAL" | "TASK_AUTOMATION" | "DATA_PROCESSOR"; category: string; systemPrompt: string; capabilities: ("web_search" | "database_query" | "email_send" | "calendar_integration" | "sentiment_analysis" | "image_generation" | "knowledge_search" | "read_page" | "run_code" | "remember" | "sales_lookup" | "sales_drafts" | "sales_documents" | "records_find" | "records_create" | "records_update" | "write_artifacts" | "use_artifacts")[]; temperature: number; model: string | null; isSandbox: boolean; reason: { message: string; key?: string; values?: unknown } | null; costMicros: number }
export type AgentStats = { matching: number; total: number; active: number; totalRuns: number; successRate: number | null; models: string[]; maxAgents: number }
export type AgentVersion = { version: number; model: string; systemPrompt: string; temperature: number | null; maxTokens: number; capabilities: (("web_search" | "database_query" | "email_send" | "calendar_integration" | "sentiment_analysis" | "image_generation" | "knowledge_search" | "read_page" | "run_code" | "remember" | "sales_lookup" | "sales_drafts" | "sales_documents" | "records_find" | "records_create" | "records_update" | "write_artifacts" | "use_artifacts") | string)[]; outputSchema: Record<string, unknown> | null; createdAt: string; createdBy: string }
export type AiModelConfig = { id: string; providerId: string; provider: { id: string; code: string; name: string; displayName: string; icon: string; color: string; adapter: "sandbox" | "openai" | "anthropic" | "google" | "openai-compatible"; isActive: boolean; supportsFunctionCalling: boolean; supportsVision: boolean }; modelId: string; displayName: string; description: string; apiKeyPreview: string | null; maxTokens: number; temperature: number; topP: number | null; frequencyPenalty: number | null; fallbackConfigId: string | null; isDefault: boolean; isActive: boolean; currentMonthUsage: number; monthlyUsageLimit: number | null; inputMicrosPerMillion: number | null; outputMicrosPerMillion: number | null; imageMicros: number | null; failure: { message: string; at: string; calls: number } | null; createdAt: string; updatedAt: string }
export type Analytics = { days: number; overview: { totalAgents: number; activeAgents: number; totalUsers: number }; growth: { agentsGrowth: number | null; executionsGrowth: number | null; usersGrowth: number | null; successRateGrowth: number | null; responseTimeGrowth: number | null; costGrowth: number | null }; usage: { agentExecutionsToday: number; agentExecutionsThisMonth: number; agentExecutionsInPeriod: number }; performance: { totalCostThisMonth: number; totalCostThisMonthMicros: number; costInPeriodMicros: number; avgAgentResponseTime: number | null; p95AgentResponseTime: number | null; avgSuccessRate: number | null }; trend: ({ date: string; count: number; successRate: number | null; avgLatencyMs: number | null })[]; agents: { agentId: string; name: string; successRate: number; runs: number }[]; models: { model: string; count: number; percentage: number }[]; timeZone: string }
export type AnalyticsAnswer = { state: "query" | "choice" | "unknown" | "refused"; queries: ({ metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; period: "7d" | "30d" | "90d" | "365d"; by: "time" | "organization" | "user" | "type" | "agent" | "agent-type" | "model" | "campaign" | "channel" | "workflow" | "trigger" | "source" | "key" | "caller" | "role" | "document" | "interval"; compare: "previous" | "year" | "none"; label: string })[]; unread: string[] }
export type Attachment = { id: string; name: string; size: number; type: string }
export type Attribution = { model: "first" | "last" | "linear" | "decay"; days: number; from: string; to: string; timeZone: string; asOf: string; currencies: ({ currency: string; total: number; credits: ({ kind: "campaign" | "agent" | "none"; key: string; label: string; path: string | null; amount: number; documents: number })[] })[] }
export type Audience = { kind: "all" } | { kind: "segments"; include: string[]; exclude: string[] } | { kind: "import"; importId: string } | { kind: "contacts"; contactIds: string[] }
export type AudienceInput = { kind: "all" } | { kind: "segments"; include: string[]; exclude?: string[] } | { kind: "import"; importId: string } | { kind: "contacts"; contactIds: string[] }
export type BundleComparison = { differences: BundleDifference[]; refused: ("record-types" | "permission-sets" | "segments" | "agents" | "workflows" | "templates" | "reports" | "branding")[] }
export type BundleDifference = { noun: "record-types" | "permission-sets" | "segments" | "agents" | "workflows" | "templates" | "reports" | "branding"; name: string; change: "create" | "update" | "same" | "wait"; values: ({ path: string; before: string | null; after: string | null })[]; missing: string[]; reason: { message: string; key?: string; values?: unknown } | null }
export type BundleInput = { format: "organization-bundle"; formatVersion: 1; nouns?: Record<string, Record<string, unknown>> }
export type Campaign = { id: string; name: string; description: string; channel: "email" | "sms" | "webhook" | "whatsapp"; status: "draft" | "scheduled" | "running" | "paused" | "completed"; agentId: string | null; agentName: string | null; writerName: string | null; audienceSummary: string; audienceSummaryKey?: { key: string; values: unknown }; definition: CampaignDefinition; version: number; stats: SendStats; nextAt: string | null; pauseReason: string; pauseReasonKey?: { key: string; values: unknown }; approval: "none" | "requested" | "approved" | "rejected"; approvalBy: string; needsReview: boolean; createdBy: string; launchedAt: string | null; completedAt: string | null; createdAt: string; updatedAt: string }
export type CampaignAnalytics = { stats: SendStats; timeZone: string; bucket: "hour" | "day"; series: { at: string; sent: number; delivered: number; opened: number; clicked: number; responded: number; bounced: number; complained: number; unsubscribed: number }[]; variants: ({ variant: number; name: string; total: number; sent: number; delivered: number; opened: number; clicked: number; responded: number; bounced: number; complained: number; unsubscribed: number; responseRate: number | null })[]; links: { url: string; clicks: number; people: number }[]; reasons: ({ status: "queued" | "sending" | "sent" | "delivered" | "opened" | "clicked" | "responded" | "bounced" | "complained" | "unsubscribed" | "failed" | "skipped" | "held"; reason: string; count: number })[] }
export type CampaignDefinition = { content: MessageContent; audience: Audience | null; purpose: string; schedule: CampaignSchedule; senderId: string | null; accountId: string | null; ab: { variants: { name: string; content: MessageContent; share: number }[]; testPercent: number; winnerBy: "opened" | "clicked" | "responded" | "manual"; waitHours: number } | null; agent: { agentId: string; instructions: string; budgetMicros: number; review: boolean } | null; throttlePerMinute: number | null; window: { from: string; until: string; days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] } | null; tracking: { opens: boolean; clicks: boolean }; guard: { complaintPercent: number; bouncePercent: number } }
export type CampaignDefinitionInput = { content?: MessageContentInput; audience?: AudienceInput | null; purpose?: string; schedule?: CampaignScheduleInput; senderId?: string | null; accountId?: string | null; ab?: { variants: { name: string; content: MessageContentInput; share: number }[]; testPercent?: number; winnerBy?: "opened" | "clicked" | "responded" | "manual"; waitHours?: number } | null; agent?: { agentId: string; instructions?: string; budgetMicros: number; review?: boolean } | null; throttlePerMinute?: number | null; window?: { from: string; until: string; days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] } | null; tracking?: { opens?: boolean; clicks?: boolean }; guard?: { complaintPercent?: number; bouncePercent?: number } }
export type CampaignRecipient = { contactId: string; name: string | null; address: string; status: "queued" | "sending" | "sent" | "delivered" | "opened" | "clicked" | "responded" | "bounced" | "complained" | "unsubscribed" | "failed" | "skipped" | "held"; reason: string | null; detail: string | null; variant: number | null; copies: number; nextAt: string | null; sentAt: string | null; deliveredAt: string | null; openedAt: string | null; clickedAt: string | null; respondedAt: string | null; bouncedAt: string | null; complainedAt: string | null; unsubscribedAt: string | null }
export type CampaignSchedule = { type: "now" } | { type: "scheduled"; startAt: string; timeZone: string } | { type: "recurring"; startAt: string; timeZone: string; frequency: "daily" | "weekly" | "monthly"; endAt: string | null; missed: "skip" | "run_once" }
export type CampaignScheduleInput = { type: "now" } | { type: "scheduled"; startAt: string; timeZone: string } | { type: "recurring"; startAt: string; timeZone: string; frequency: "daily" | "weekly" | "monthly"; endAt?: string | null; missed?: "skip" | "run_once" }
export type CampaignSend = { id: string; step: number; version: number; status: "building" | "drafting" | "review" | "sending" | "testing" | "paused" | "completed" | "cancelled"; stats: SendStats; ab: { names: string[]; testPercent: number } | null; winner: number | null; winnerDueAt: string | null; winnerScores: { by: "opened" | "clicked" | "responded"; variants: { variant: number; sent: number; hits: number }[] } | null; startedAt: string; finishedAt: string | null; recipientsErasedAt: string | null }
export type CampaignStats = { total: number; active: number; sentToday: number; responseRate: number | null }
export type CampaignVersion = { version: number; definition: CampaignDefinition; createdBy: string; createdAt: string }
export type ChannelAccount = { id: string; channel: "email" | "sms" | "webhook" | "whatsapp"; name: string; provider: "platform-smtp" | "smtp" | "twilio" | "whatsapp-cloud" | "webhook" | "sandbox"; isSandbox: boolean; settings: { host?: string; port?: number; security?: "tls" | "starttls" | "none"; username?: string; bounceDomain?: string; reports?: "standard-webhooks" | "ses" | "sendgrid" | "mailgun" | "postmark"; baseUrl?: string; accountSid?: string; from?: string; dltEntityId?: string; phoneNumberId?: string; businessAccountId?: string; url?: string; headerNames?: string[]; formerSecretUntil?: string }; secretHint: string; isDefault: boolean; isActive: boolean; ratePerSecond: number | null; domainRatePerSecond: number | null; priceMicros: number | null; unknownPolicy: "repeat" | "hold"; acceptanceDelivers: boolean; health: { state: "ok" | "failing" | "resting" | "off"; failures: number; restsUntil: string | null; lastError: string; lastErrorKey?: { key: string; values: unknown } }; inbound: { host: string; port: number; security: "tls" | "starttls" | "none"; username: string; folder: string; authservId: string; readAt: string | null; lastError: string; lastErrorKey?: { key: string; values: unknown } } | null; createdAt: string; updatedAt: string }
export type ChannelAgent = { id: string; channel: "email" | "sms" | "whatsapp"; accountId: string | null; accountName: string | null; senderId: string | null; senderEmail: string | null; agentId: string; agentName: string; enabled: boolean; mode: "auto" | "draft"; hours: { day: number; from: string; to: string }[] | null; hoursMode: "within" | "outside"; dailyBudgetMicros: number | null; perDay: number; inRow: number; spentTodayMicros: number; updatedAt: string }
export type Citation = { number: number; source: "article" | "document"; id: string; title: string; headings: string[]; position: number; passage: string }
export type ConsentEntry = { id: string; channel: "email" | "sms" | "webhook" | "whatsapp"; purpose: string; purposeName: string; status: "granted" | "pending" | "withdrawn"; source: string; proof: { name: string; value: string }[]; actorName: string; at: string }
export type ConsentPurpose = { key: string; name: string; description: string; archivedAt: string | null }
export type Contact = { id: string; email: string | null; phone: string | null; firstName: string; lastName: string; name: string; locale: string | null; timeZone: string | null; tags: string[]; custom: Record<string, string | number | boolean>; source: "manual" | "import" | "api" | "form" | "reply" | "agent" | "workflow"; sourceDetail: string; emailState: "active" | "bounced"; createdAt: string; updatedAt: string }
export type ContactConsents = { contactId: string; standing: ({ channel: "email" | "sms" | "webhook" | "whatsapp"; purpose: string; purposeName: string; status: "granted" | "pending" | "withdrawn"; source: string; at: string })[]; suppressions: ({ id: string | null; channel: "email" | "sms" | "whatsapp"; reason: string; at: string })[]; purposes: ConsentPurpose[]; doubleOptIn: boolean; doubleOptInSms: boolean }
export type ContactDuplicates = { reason: "phone" | "name"; value: string; contacts: Contact[] }
export type ContactField = { id: string; key: string; label: string; type: "text" | "number" | "boolean" | "date" | "choice"; choices: string[]; createdAt: string; updatedAt: string }
export type ContactImport = { id: string; fileName: string; status: "uploading" | "uploaded" | "running" | "completed" | "failed" | "cancelled" | "undoing" | "undone"; settings: { separator: "," | ";" | "\t" | "|"; encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | "windows-1250" | "iso-8859-2" | "windows-1251" | "koi8-r" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-874" | "shift_jis" | "euc-jp" | "iso-2022-jp" | "gb18030" | "big5" | "euc-kr"; hasHeader: boolean; titleRows?: number; dateOrder?: "dmy" | "mdy"; columns: (("email" | "phone" | "firstName" | "lastName" | "name" | "locale" | "timeZone" | "tags" | "consentStatus" | "consentSource" | "consentDate" | "consentOptOut" | "ignore") | string)[]; dedupe: "skip" | "update" | "fill"; tags: string[]; consent: { kind: "granted"; channels: ("email" | "sms" | "webhook" | "whatsapp")[]; purpose: string; source: string; obtainedAt?: string } | { kind: "confirm"; purpose: string; source: string } | { kind: "none"; statement: "no consent"; rows?: { channels: ("email" | "sms" | "webhook" | "whatsapp")[]; purpose: string } } } | null; totalBytes: number; doneBytes: number; rowsRead: number; createdCount: number; updatedCount: number; skippedCount: number; failedCount: number; askWaitingCount: number; askedCount: number; unaskedCount: number; undoneCount: number; message: string; messageKey?: { key: string; values: unknown }; undoableUntil: string | null; resumableUntil: string | null; createdBy: string; createdByUser: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null; updatedAt: string }
export type ContactMemory = { id: string; fact: string; agentName: string | null; updatedAt: string }
export type ContactStats = { matching: number; total: number; withEmail: number; bounced: number; withPhone: number; added: number }
export type ContactTag = { tag: string; count: number }
export type Conversation = { id: string; kind: "internal" | "contact" | "support"; subject: string; contactName: string; direction: "internal" | "inbound" | "outbound"; isMine: boolean; sender: string; senderEmail: string; recipient: string; recipientEmail: string; preview: string; timestamp: string; isRead: boolean; isFlagged: boolean; isArchived: boolean; priority: "urgent" | "high" | "normal" | "low"; channel: ("email" | "sms" | "webhook" | "whatsapp" | "chat") | null; contactId: string | null; campaignId: string | null; campaignName: string | null; status: "open" | "closed"; assigneeId: string | null; assigneeName: string | null; hasAttachments: boolean; messageCount: number; messages: MessageReply[]; participants: { id: string; name: string; email: string }[]; windowUntil: string | null; accountId: string | null; chatState: ("agent" | "waiting" | "person") | null; agentMode: ("auto" | "draft") | null; draft: ReplyDraft | null; isDrafting: boolean; blocked: ("suppressed" | "window_closed" | "no_address" | "erased" | "no_contact") | null }
export type CorrectedRows = { import: ContactImport; rows: ({ row: number; state: "imported" | "wrong" | "gone"; faults: ({ column: number | null; message: string; key?: string; values?: unknown })[] })[] }
export type CreateChannelAccountInput = { provider: "smtp"; name: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; settings: { host: string; port?: number; security?: "tls" | "starttls" | "none"; username?: string; bounceDomain?: "" | string }; secret?: { password?: string }; inbound?: { host: string; port?: number; security?: "tls" | "starttls" | "none"; username: string; folder?: string; authservId?: string; password?: string } | null } | { provider: "twilio"; name: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; settings: { baseUrl?: string; accountSid: string; from: string; dltEntityId?: string }; secret: { authToken?: string } } | { provider: "whatsapp-cloud"; name: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; settings: { baseUrl?: string; phoneNumberId: string; businessAccountId: string }; secret: { accessToken?: string; appSecret?: string } } | { provider: "webhook"; name: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; settings: { url: string }; secret?: { signingSecret?: string }; headers?: { name: string; value?: string }[] }
export type CreatedChannelAccount = { id: string; channel: "email" | "sms" | "webhook" | "whatsapp"; name: string; provider: "platform-smtp" | "smtp" | "twilio" | "whatsapp-cloud" | "webhook" | "sandbox"; isSandbox: boolean; settings: { host?: string; port?: number; security?: "tls" | "starttls" | "none"; username?: string; bounceDomain?: string; reports?: "standard-webhooks" | "ses" | "sendgrid" | "mailgun" | "postmark"; baseUrl?: string; accountSid?: string; from?: string; dltEntityId?: string; phoneNumberId?: string; businessAccountId?: string; url?: string; headerNames?: string[]; formerSecretUntil?: string }; secretHint: string; isDefault: boolean; isActive: boolean; ratePerSecond: number | null; domainRatePerSecond: number | null; priceMicros: number | null; unknownPolicy: "repeat" | "hold"; acceptanceDelivers: boolean; health: { state: "ok" | "failing" | "resting" | "off"; failures: number; restsUntil: string | null; lastError: string; lastErrorKey?: { key: string; values: unknown } }; inbound: { host: string; port: number; security: "tls" | "starttls" | "none"; username: string; folder: string; authservId: string; readAt: string | null; lastError: string; lastErrorKey?: { key: string; values: unknown } } | null; createdAt: string; updatedAt: string; newSecret: string | null }
export type CreatedWebhook = { id: string; name: string; description: string; url: string; events: string[]; isEnabled: boolean; disabledReason: ("member" | "gone" | "failing") | null; disabledAt: string | null; secretKey: string; formerSecretUntil: string | null; headers: { key: string }[]; filter: ({ path: string; operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "gt" | "gte" | "lt" | "lte" | "exists" | "is_empty" | "matches_one_of" | "is_true" | "is_false"; value: string })[]; orderingKey: string | null; ratePerSecond: number | null; includesContact: boolean; failingSince: string | null; lastTriggered: string | null; createdBy: string; createdAt: string; updatedAt: string; deliveryStats: { total: number; successful: number; failed: number }; plainSecretKey: string }
export type CustomerCredit = { contactId: string; customer: string; balances: ({ currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; balance: number })[]; moves: ({ id: string; kind: "advance" | "overpaid" | "credited" | "applied" | "refunded"; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; amount: number; date: string; number: string | null; invoiceId: string | null; invoiceNumber: string | null; method: string; reference: string })[] }
export type DashboardCharts = { agentExecutionsTrend: ({ date: string; count: number; successRate: number | null; avgLatencyMs: number | null })[]; agentPerformance: { agentId: string; name: string; successRate: number; runs: number }[]; modelUsage: { model: string; count: number; percentage: number }[] }
export type DashboardStats = { overview: { totalAgents: number; activeAgents: number; totalUsers: number }; growth: { agentsGrowth: number | null; executionsGrowth: number | null; usersGrowth: number | null; successRateGrowth: number | null; responseTimeGrowth: number | null; costGrowth: number | null }; usage: { agentExecutionsToday: number; agentExecutionsThisMonth: number; agentExecutionsInPeriod: number }; performance: { totalCostThisMonth: number; totalCostThisMonthMicros: number; costInPeriodMicros: number; avgAgentResponseTime: number | null; p95AgentResponseTime: number | null; avgSuccessRate: number | null }; timeZone: string }
export type DashboardWork = { from: string; campaigns: { running: number; scheduled: number; sends: number; sent: number; sentGrowth: number | null; delivered: number; opened: number; clicked: number; responded: number; costMicros: number }; workflows: { active: number; runs: number; runsGrowth: number | null; failed: number; successRate: number | null; costMicros: number }; conversations: { open: number; unread: number; unassigned: number; received: number; receivedGrowth: number | null } }
export type DryRun = { id: string; status: "running" | "completed" | "failed"; version: number; examined: number; total: number; result: { startsAt: string; audience: number; examined: number; now: number; rest: number; later: ({ reason: "quiet_hours" | "window"; count: number; earliest: string; latest: string })[]; skipped: ({ reason: "no_address" | "invalid_address" | "suppressed" | "platform_suppressed" | "bounced" | "no_consent" | "cap" | "window_closed" | "missing_field" | "rendering_error" | "no_template_approval" | "agent_rejected" | "agent_failed" | "erased" | "window_missed" | "duplicate_address" | "merged"; count: number; examples: { contactId: string; name: string; address: string }[] })[]; errors: ({ part: string; message: string; key?: string; values?: unknown; field: string | null; count: number; examples: { contactId: string; name: string; address: string }[] })[]; variants: { variant: number; name: string; count: number }[]; samples: { contactId: string; name: string; address: string; at: string; variant: number; subject: string; text: string }[]; cost: { messages: number; smsParts: number | null; channelMicros: number | null; agentMicros: number | null; agentBudgetMicros: number | null }; pace: { perMinute: number | null; lastAt: string | null }; problems: { path: string; message: string; key?: string; values?: unknown }[] } | null; message: string; messageKey?: { key: string; values: unknown }; createdBy: string; createdAt: string; finishedAt: string | null }
export type EmailBlock = EmailHeadingBlock | EmailTextBlock | EmailImageBlock | EmailButtonBlock | EmailDividerBlock | EmailSpacerBlock | EmailSocialBlock | EmailRecordBlock | EmailHtmlBlock | EmailColumnsBlock | EmailFooterBlock
export type EmailBlockInput = EmailHeadingBlockInput | EmailTextBlockInput | EmailImageBlockInput | EmailButtonBlockInput | EmailDividerBlockInput | EmailSpacerBlockInput | EmailSocialBlockInput | EmailRecordBlockInput | EmailHtmlBlockInput | EmailColumnsBlockInput | EmailFooterBlockInput
export type EmailButtonBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "button"; label: string; url: string; align: "left" | "center" | "right"; look: "filled" | "outline"; isWide: boolean }
export type EmailButtonBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "button"; label?: string; url?: string; align?: "left" | "center" | "right"; look?: "filled" | "outline"; isWide?: boolean }
export type EmailColumnsBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "columns"; ratio: "1:1" | "1:2" | "2:1" | "1:1:1"; columns: EmailLeafBlock[][]; stacks: boolean; valign: "top" | "middle" }
export type EmailColumnsBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "columns"; ratio?: "1:1" | "1:2" | "2:1" | "1:1:1"; columns: EmailLeafBlockInput[][]; stacks?: boolean; valign?: "top" | "middle" }
export type EmailDesign = { version: 1; style: EmailStyle; blocks: EmailBlock[] }
export type EmailDesignInput = { version?: 1; style?: EmailStyleInput; blocks?: EmailBlockInput[] }
export type EmailDividerBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "divider"; color: "" | string }
export type EmailDividerBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "divider"; color?: "" | string }
export type EmailFooterBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "footer"; text: string; align: "left" | "center" | "right" }
export type EmailFooterBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "footer"; text?: string; align?: "left" | "center" | "right" }
export type EmailHeadingBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "heading"; level: number; align: "left" | "center" | "right"; spans: EmailSpan[] }
export type EmailHeadingBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "heading"; level?: number; align?: "left" | "center" | "right"; spans?: EmailSpanInput[] }
export type EmailHtmlBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "html"; html: string }
export type EmailHtmlBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "html"; html?: string }
export type EmailImageBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "image"; src: string; alt: string; isDecorative: boolean; link: string; align: "left" | "center" | "right"; width: number; isRounded: boolean }
export type EmailImageBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "image"; src?: string; alt?: string; isDecorative?: boolean; link?: string; align?: "left" | "center" | "right"; width?: number; isRounded?: boolean }
export type EmailLeafBlock = EmailHeadingBlock | EmailTextBlock | EmailImageBlock | EmailButtonBlock | EmailDividerBlock | EmailSpacerBlock | EmailSocialBlock | EmailRecordBlock | EmailHtmlBlock
export type EmailLeafBlockInput = EmailHeadingBlockInput | EmailTextBlockInput | EmailImageBlockInput | EmailButtonBlockInput | EmailDividerBlockInput | EmailSpacerBlockInput | EmailSocialBlockInput | EmailRecordBlockInput | EmailHtmlBlockInput
export type EmailRecordBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "record"; title: string; rows: { label: string; value: string }[] }
export type EmailRecordBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "record"; title?: string; rows?: { label: string; value: string }[] }
export type EmailSocialBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "social"; align: "left" | "center" | "right"; look: "badges" | "names"; links: ({ network: "website" | "linkedin" | "x" | "facebook" | "instagram" | "youtube" | "tiktok" | "whatsapp" | "github" | "mastodon"; url: string })[] }
export type EmailSocialBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "social"; align?: "left" | "center" | "right"; look?: "badges" | "names"; links?: ({ network: "website" | "linkedin" | "x" | "facebook" | "instagram" | "youtube" | "tiktok" | "whatsapp" | "github" | "mastodon"; url: string })[] }
export type EmailSpacerBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "spacer"; height: number }
export type EmailSpacerBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "spacer"; height?: number }
export type EmailSpan = { text: string; bold?: true; italic?: true; underline?: true; strike?: true; link?: string } | { field: string; fallback: string; bold?: true; italic?: true; underline?: true; strike?: true; link?: string }
export type EmailSpanInput = { text: string; bold?: true; italic?: true; underline?: true; strike?: true; link?: string } | { field: string; fallback?: string; bold?: true; italic?: true; underline?: true; strike?: true; link?: string }
export type EmailStyle = { width: number; font: "system" | "arial" | "georgia" | "verdana" | "trebuchet" | "courier"; headingFont: "system" | "arial" | "georgia" | "verdana" | "trebuchet" | "courier"; textSize: number; pageColor: string; panelColor: string; headingColor: string; textColor: string; mutedColor: string; linkColor: string; buttonColor: string; buttonTextColor: string; radius: number }
export type EmailStyleInput = { width?: number; font?: "system" | "arial" | "georgia" | "verdana" | "trebuchet" | "courier"; headingFont?: "system" | "arial" | "georgia" | "verdana" | "trebuchet" | "courier"; textSize?: number; pageColor?: string; panelColor?: string; headingColor?: string; textColor?: string; mutedColor?: string; linkColor?: string; buttonColor?: string; buttonTextColor?: string; radius?: number }
export type EmailTextBlock = { id: string; visibility: { segmentId: string; show: "inside" | "outside" } | null; background: "" | string; padding: number; isSample: boolean; type: "text"; align: "left" | "center" | "right"; paragraphs: ({ list: "none" | "bullet" | "number"; spans: EmailSpan[] })[] }
export type EmailTextBlockInput = { id: string; visibility?: { segmentId: string; show: "inside" | "outside" } | null; background?: "" | string; padding?: number; isSample?: boolean; type: "text"; align?: "left" | "center" | "right"; paragraphs?: ({ list?: "none" | "bullet" | "number"; spans: EmailSpanInput[] })[] }
export type EntityDefinition = { id: string; entityName: string; displayName: string; description: string; tableName: string; status: "draft" | "active" | "deprecated" | "archived"; category: "transactional" | "master" | "reference"; vertical: string; module: string; tags: string[]; version: number; isSystemEntity: boolean; fields: EntityField[]; schemaDefinition: { columns: { name: string; type: string; nullable: boolean; unique: boolean }[] }; hasChanges: boolean; change: { state: "waiting" | "failed"; message: string; key?: string; values?: unknown } | null; createdAt: string; updatedAt: string }
export type EntityField = { id: string; name: string; label: string; type: "text" | "long-text" | "number" | "money" | "date" | "date-time" | "boolean" | "choice" | "choices" | "email" | "phone" | "url" | "relation" | "relations" | "autonumber"; required: boolean; unique: boolean; indexed: boolean; personal: boolean; help: string; defaultValue: (string | number | boolean | string[]) | null; pattern: string; options: { value: string; label: string }[]; currency: string; decimals: number; entity: string; prefix: string }
export type EntityRecord = { id: string; entity: string; label: string; values: Record<string, (string | number | boolean | string[]) | null>; related: Record<string, ({ id: string; label: string | null })[]>; createdByName: string; createdAt: string; updatedAt: string; deletedAt: string | null }
export type EntityStats = { total: number; active: number; draft: number; system: number }
export type Funnel = { from: string; to: string; timeZone: string; days: number; asOf: string; steps: ({ step: "sent" | "delivered" | "opened" | "clicked" | "responded" | "invoiced"; people: number; ofFirst: number | null; ofPrevious: number | null })[] }
export type GraphProblem = { stepId: string | null; path: string; message: string; key?: string; values?: unknown }
export type HierarchyNode = { id: string; name: string; slug: string; type: "holding" | "subsidiary" | "division" | "department" | "team"; level: number; description: string; userCount: number; parentId: string | null; updatedAt: string; children: HierarchyNode[] }
export type ImportErrorRows = { columns: ({ name: string; target: ("email" | "phone" | "firstName" | "lastName" | "name" | "locale" | "timeZone" | "tags" | "consentStatus" | "consentSource" | "consentDate" | "consentOptOut" | "ignore") | string })[]; rows: ({ row: number; cells: string[]; faults: ({ column: number | null; message: string; key?: string; values?: unknown })[]; isWhole: boolean })[]; hasMore: boolean }
export type ImportPreview = { separator: "," | ";" | "\t" | "|"; encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | "windows-1250" | "iso-8859-2" | "windows-1251" | "koi8-r" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-874" | "shift_jis" | "euc-jp" | "iso-2022-jp" | "gb18030" | "big5" | "euc-kr"; isEncodingSure: boolean; hasHeader: boolean; titleRows: number; dateOrder: ("dmy" | "mdy" | "open") | null; columns: ({ name: string; target: ("email" | "phone" | "firstName" | "lastName" | "name" | "locale" | "timeZone" | "tags" | "consentStatus" | "consentSource" | "consentDate" | "consentOptOut" | "ignore") | string; examples: string[]; fieldType: "text" | "number" | "boolean" | "date" | "choice"; outlierCount: number; outliers: { row: number; text: string }[]; decimalSign: ("comma" | "point" | "mixed" | "open") | null })[]; rows: ({ row: number; cells: string[]; values: Record<string, string | number | boolean | string[]>; errors: { column: string; message: string; key?: string; values?: unknown }[] })[] }
export type IntegrationAction = { id: string; title: string; description: string; isReadOnly: boolean; form: StepFormField[]; sample: unknown }
export type IntegrationAuthField = { key: string; label: string; hint: string; placeholder: string; isSecret: boolean; isOptional: boolean; kind: "text" | "address" | "host" | "number" }
export type IntegrationAuthMethod = { kind: "key" | "basic" | "oauth2"; label: string; fields: IntegrationAuthField[] }
export type IntegrationConnection = { id: string; connectorId: string; name: string; status: "connected" | "waiting" | "failing"; auth: number; fields: Record<string, string>; keyPreview: string; account: string | null; error: string | null; errorKey?: { key: string; values: unknown }; roles: ("OWNER" | "ADMIN" | "MEMBER" | "VIEWER")[]; isForAutomation: boolean; connectedAt: string | null; lastSync: string | null; testedAt: string | null; webhookUrl: string | null; hasHookSecret: boolean; leftOut: number; createdBy: string; createdAt: string; updatedAt: string }
export type IntegrationConnector = { id: string; name: string; description: string; category: "Communication" | "CRM" | "Analytics" | "Marketing" | "Productivity" | "Payment" | "Automation"; isPopular: boolean; logo: string | null; auth: IntegrationAuthMethod[]; actions: IntegrationAction[]; triggers: IntegrationTrigger[]; isDocumented: boolean; isDiscovered: boolean }
export type IntegrationDependant = { kind: "workflow" | "agent"; id: string; name: string }
export type IntegrationStats = { available: number; connected: number; failing: number; webhookUrls: number }
export type IntegrationTrigger = { id: string; title: string; description: string; kind: "poll" | "hook"; setup: string; form: StepFormField[]; sample: unknown }
export type KnowledgeArticle = { id: string; source: "product" | "organization"; title: string; category: "getting-started" | "api-reference" | "guides" | "faqs" | "troubleshooting"; excerpt: string; tags: string[]; featured: boolean; language: "en" | "es" | "fr" | "de" | "ja"; status: "DRAFT" | "PUBLISHED"; hasDraft: boolean; visibility: "organization" | "roles" | "agents" | "public"; roles: ("OWNER" | "ADMIN" | "MEMBER" | "VIEWER")[]; views: number; helpfulCount: number; collectionId: string | null; updatedAt: string }
export type KnowledgeArticleDetail = { id: string; source: "product" | "organization"; title: string; category: "getting-started" | "api-reference" | "guides" | "faqs" | "troubleshooting"; excerpt: string; tags: string[]; featured: boolean; language: "en" | "es" | "fr" | "de" | "ja"; status: "DRAFT" | "PUBLISHED"; hasDraft: boolean; visibility: "organization" | "roles" | "agents" | "public"; roles: ("OWNER" | "ADMIN" | "MEMBER" | "VIEWER")[]; views: number; helpfulCount: number; collectionId: string | null; updatedAt: string; body: string; version: number | null; publishedVersion: number | null; isHelpful: boolean | null; related: KnowledgeArticle[] }
export type KnowledgeCollection = { id: string; name: string; description: string; answersContacts: boolean; leastStrength: number | null; passages: number | null; articles: number; documents: number; createdAt: string; updatedAt: string }
export type KnowledgeDocument = { id: string; name: string; format: "markdown" | "html" | "text" | "csv" | "pdf" | "docx" | "xlsx"; sizeBytes: number; status: "queued" | "processing" | "ready" | "failed"; error: { message: string; key?: string; values?: unknown } | null; passages: number; language: "en" | "es" | "fr" | "de" | "ja"; visibility: "organization" | "agents" | "public"; collectionId: string | null; metadata: Record<string, string | number | boolean>; sourceUrl: string | null; createdAt: string; updatedAt: string }
export type KnowledgeDocumentDetail = { id: string; name: string; format: "markdown" | "html" | "text" | "csv" | "pdf" | "docx" | "xlsx"; sizeBytes: number; status: "queued" | "processing" | "ready" | "failed"; error: { message: string; key?: string; values?: unknown } | null; passages: number; language: "en" | "es" | "fr" | "de" | "ja"; visibility: "organization" | "agents" | "public"; collectionId: string | null; metadata: Record<string, string | number | boolean>; sourceUrl: string | null; createdAt: string; updatedAt: string; shown: { position: number; headings: string[]; passage: string }[] }
export type KnowledgePassage = { articleId: string | null; documentId: string | null; title: string; category: ("getting-started" | "api-reference" | "guides" | "faqs" | "troubleshooting") | null; position: number; headings: string[]; passage: string; score: number; matched: "all" | "some" | "meaning"; words: string[]; similarity: number | null; strength: number }
export type KnowledgeSource = { id: string; name: string; kind: "address" | "sitemap"; url: string; depth: number; maxPages: number; schedule: "manual" | "daily" | "weekly"; status: "queued" | "syncing" | "ready" | "failed"; error: { message: string; key?: string; values?: unknown } | null; pages: number; failedPages: number; failures: { url: string; message: string; key?: string; values?: unknown }[]; language: "en" | "es" | "fr" | "de" | "ja"; visibility: "organization" | "agents" | "public"; collectionId: string | null; metadata: Record<string, string | number | boolean>; syncedAt: string | null; createdAt: string }
export type LaunchChecklist = { version: number; checks: ({ check: "own_address" | "sender" | "postal_address" | "account" | "audience" | "consent" | "message" | "sample_text" | "links" | "merge_fields" | "images" | "agent" | "schedule"; state: "ok" | "warning" | "error"; findings: LaunchFinding[] })[]; canLaunch: boolean }
export type LaunchFinding = { check: "own_address" | "sender" | "postal_address" | "account" | "audience" | "consent" | "message" | "sample_text" | "links" | "merge_fields" | "images" | "agent" | "schedule"; level: "error" | "warning"; path: string; message: string; key?: string; values?: unknown; blockId: string | null }
export type LeftOutOperation = { name: string; reason: "reference" | "body" | "too-many" | "path" | "name" | "method" | "server" | "tool" | "parts" | "fields" }
export type ListedCampaign = { id: string; name: string; description: string; channel: "email" | "sms" | "webhook" | "whatsapp"; status: "draft" | "scheduled" | "running" | "paused" | "completed"; agentId: string | null; agentName: string | null; writerName: string | null; audienceSummary: string; audienceSummaryKey?: { key: string; values: unknown }; definition: { schedule: CampaignSchedule }; version: number; stats: SendStats; nextAt: string | null; pauseReason: string; pauseReasonKey?: { key: string; values: unknown }; approval: "none" | "requested" | "approved" | "rejected"; approvalBy: string; needsReview: boolean; createdBy: string; launchedAt: string | null; completedAt: string | null; createdAt: string; updatedAt: string }
export type ListedSend = { id: string; step: number; version: number; status: "building" | "drafting" | "review" | "sending" | "testing" | "paused" | "completed" | "cancelled"; stats: SendStats; ab: { names: string[]; testPercent: number } | null; winner: number | null; winnerDueAt: string | null; winnerScores: { by: "opened" | "clicked" | "responded"; variants: { variant: number; sent: number; hits: number }[] } | null; startedAt: string; finishedAt: string | null; recipientsErasedAt: string | null; waiting: ({ reason: string | null; count: number; more: boolean; nextAt: string })[] }
export type ListedWebhook = { id: string; name: string; description: string; url: string; events: string[]; isEnabled: boolean; disabledReason: ("member" | "gone" | "failing") | null; disabledAt: string | null; secretKey: string; formerSecretUntil: string | null; headers: { key: string }[]; filter: ({ path: string; operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "gt" | "gte" | "lt" | "lte" | "exists" | "is_empty" | "matches_one_of" | "is_true" | "is_false"; value: string })[]; orderingKey: string | null; ratePerSecond: number | null; includesContact: boolean; failingSince: string | null; lastTriggered: string | null; createdBy: string; createdAt: string; updatedAt: string; deliveryStats: { total: number; successful: number; failed: number }; recentDeliveries: WebhookDelivery[] }
export type Message = { id: string; kind: "internal" | "contact" | "support"; subject: string; contactName: string; direction: "internal" | "inbound" | "outbound"; isMine: boolean; sender: string; senderEmail: string; recipient: string; recipientEmail: string; preview: string; timestamp: string; isRead: boolean; isFlagged: boolean; isArchived: boolean; priority: "urgent" | "high" | "normal" | "low"; channel: ("email" | "sms" | "webhook" | "whatsapp" | "chat") | null; contactId: string | null; campaignId: string | null; campaignName: string | null; status: "open" | "closed"; assigneeId: string | null; assigneeName: string | null; hasAttachments: boolean; messageCount: number }
export type MessageContent = { subject: string; preheader: string; design: EmailDesign | null; html: string; text: string; whatsappTemplateId: string | null; whatsappVariables: string[]; dltTemplateId: string }
export type MessageContentInput = { subject?: string; preheader?: string; design?: EmailDesignInput | null; html?: string; text?: string; whatsappTemplateId?: string | null; whatsappVariables?: string[]; dltTemplateId?: string }
export type MessagePreview = { contactId: string | null; contactName: string; subject: string; html: string | null; text: string; whatsappVariables: string[]; sms: { encoding: "gsm-7" | "ucs-2"; parts: number; units: number; unitsLeft: number } | null; issues: ({ part: string; kind: "syntax" | "unknown_variable" | "missing_field" | "rendering_error"; message: string; key?: string; values?: unknown; field: string | null; line: number | null; column: number | null })[] }
export type MessageReply = { id: string; direction: "internal" | "inbound" | "outbound"; sender: string; senderEmail: string; senderVerified: boolean; content: string; quotedFrom: number | null; subject: string; timestamp: string; status: "received" | "queued" | "sending" | "sent" | "delivered" | "bounced" | "failed" | "held"; detail: string; detailKey?: { key: string; values: unknown }; attachments: Attachment[]; isMine: boolean; isByAgent: boolean }
export type MessageStats = { total: number; unread: number; flagged: number; sentToday: number }
export type MetricAlert = { id: string; name: string; metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; currency: string | null; period: "1d" | "7d" | "30d"; condition: "above" | "below" | "rises" | "falls" | "missing"; threshold: number | null; recovery: number | null; needed: number; of: number; quietFrom: number; quietTo: number; recipients: string[]; workflowId: string | null; isEnabled: boolean; state: "new" | "ok" | "firing" | "missing"; isFiring: boolean; lastValue: number | null; checkedAt: string | null; changedAt: string | null; createdBy: string; isEditable: boolean; createdAt: string; updatedAt: string }
export type MetricAnswer = { from: string; to: string; previousFrom: string | null; previousTo: string | null; timeZone: string; grain: "day" | "week" | "month"; asOf: string; results: MetricResult[]; withheld: ("agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active")[]; failed: ("agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active")[] }
export type MetricDefinition = { id: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; area: "agents" | "campaigns" | "workflows" | "conversations" | "contacts" | "revenue" | "api" | "users"; label: string; text: string; unit: "count" | "percent" | "milliseconds" | "usd-micros" | "money"; additivity: "sum" | "ratio" | "distinct" | "last"; splits: ("organization" | "user" | "type" | "agent" | "agent-type" | "model" | "campaign" | "channel" | "workflow" | "trigger" | "source" | "key" | "caller" | "role" | "document" | "interval")[]; timeZone: string; empty: "zero" | "none"; counted: string; version: number; goodWhen: ("up" | "down") | null; hasRows: boolean }
export type MetricGoal = { id: string; metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; label: string; unit: string; currency: string | null; every: "month" | "quarter"; target: number; isLimit: boolean; from: string; to: string; value: number; forecast: { value: number; low: number; high: number } | null; state: "reached" | "likely" | "open" | "unlikely" | "missed"; createdBy: string; isEditable: boolean; createdAt: string }
export type MetricResult = { metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; label: string; unit: "count" | "percent" | "milliseconds" | "usd-micros" | "money"; additivity: "sum" | "ratio" | "distinct" | "last"; goodWhen: ("up" | "down") | null; version: number; currency: string | null; value: number | null; previous: number | null; change: number | null; points: ({ date: string; value: number | null; previous: number | null })[]; rows: ({ key: string; label: string; value: number | null; previous: number | null; change: number | null; path: string | null })[]; moreRows: number; path: string | null }
export type MetricRows = { rows: ({ at: string; label: string; detail: string; value: number; currency: string | null; path: string })[]; isMore: boolean }
export type MetricView = { id: string; name: string; metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; period: "7d" | "30d" | "90d" | "365d"; compare: "previous" | "year" | "none"; by: "time" | "organization" | "user" | "type" | "agent" | "agent-type" | "model" | "campaign" | "channel" | "workflow" | "trigger" | "source" | "key" | "caller" | "role" | "document" | "interval"; isTable: boolean; position: number | null; createdBy: string; isEditable: boolean; createdAt: string }
export type ModelUsage = { configId: string; modelId: string; modelName: string; provider: string; providerColor: string; apiCalls: number; dietPlansGenerated: number; inputTokens: number; outputTokens: number; costMicros: number; lastUsedAt: string | null }
export type PublishedWorkflow = { id: string; name: string; description: string; status: "draft" | "active" | "paused"; trigger: { type: "webhook" | "schedule" | "event" | "manual"; value: string }; actions: number; executions: number; lastRun: string | null; successRate: number | null; version: number | null; hasChanges: boolean; createdBy: string; createdAt: string; updatedAt: string; draft: WorkflowDefinition; revision: number; problems: GraphProblem[]; webhookUrl: string | null; nextAt: string | null; newSecret: string | null }
export type RecipientStory = { contactId: string; name: string | null; answer: string; sends: ({ sendId: string; step: number; startedAt: string; recipientsErasedAt: string | null; recipient: CampaignRecipient | null; events: ({ at: string; type: string; machine: boolean; detail: string; url: string | null })[] })[]; checks: ({ check: "contact" | "audience" | "reach" | "message"; ok: boolean; reason: string | null; detail: string; detailKey?: { key: string; values: unknown }; until: string | null })[] }
export type RecurringInvoice = { id: string; status: "Active" | "Paused" | "Ended"; contactId: string | null; customer: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; amount: number; every: "week" | "month" | "year"; interval: number; startsOn: string; nextOn: string | null; endsOn: string | null; mode: "draft" | "send"; made: number; failure: string; createdAt: string; updatedAt: string }
export type RecurringInvoiceDetail = { id: string; status: "Active" | "Paused" | "Ended"; contactId: string | null; customer: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; amount: number; every: "week" | "month" | "year"; interval: number; startsOn: string; nextOn: string | null; endsOn: string | null; mode: "draft" | "send"; made: number; failure: string; createdAt: string; updatedAt: string; customerEmail: string; customerAddress: string; customerTaxId: string; customerCountry: string; placeOfSupply: string | null; supplyType: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; buyerReference: string; exchangeRate: number | null; discountBasisPoints: number; discountAmount: number; reverseCharge: boolean; notes: string; lines: ({ description: string; code: string; productId: string | null; quantity: number; unit: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints: number; discountAmount: number; taxBasisPoints: number; taxCategory: "standard" | "nil" | "exempt" | "outside"; orderLine: number | null; amount: number; taxable: number })[]; invoices: ({ id: string; number: string | null; status: "Draft" | "Pending" | "Paid" | "Overdue" | "Credited" | "Void" })[]; missingLetters: string[] }
export type RefusedTriggerItem = { id: string; itemId: string; reason: string; reasonKey?: { key: string; values: unknown }; isShortened: boolean; refusedAt: string; retryAt: string | null }
export type ReplyDraft = { id: string; agentName: string; text: string; sources: { number: number; title: string }[]; createdAt: string }
export type Report = { id: string; name: string; description: string; type: "agents" | "campaigns" | "api" | "users" | "revenue" | "workflows" | "conversations" | "contacts"; chartType: "line" | "bar" | "pie" | "table"; metrics: ("agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active")[]; groupBy: "time" | "user" | "organization" | "type"; period: ("7d" | "30d" | "90d" | "365d") | null; schedule: ReportSchedule | null; nextAt: string | null; recipients: string[]; lastRun: ReportRun | null; createdBy: string; isTemplate: boolean; isEditable: boolean; createdAt: string; updatedAt: string }
export type ReportFigures = { report: Report; run: ReportRun | null; answer: MetricAnswer }
export type ReportRun = { id: string; reportId: string; state: "queued" | "running" | "done" | "failed"; cause: "manual" | "schedule"; slot: string | null; createdAt: string; finishedAt: string | null; failure: string }
export type ReportRunDetail = { id: string; reportId: string; state: "queued" | "running" | "done" | "failed"; cause: "manual" | "schedule"; slot: string | null; createdAt: string; finishedAt: string | null; failure: string; answer: MetricAnswer | null }
export type ReportSchedule = { every: "Weekly" | "Monthly"; weekday: number; day: number; hour: number; timeZone: string }
export type ReportScheduleInput = { every: "Weekly" | "Monthly"; weekday: number; day: number; hour: number; timeZone: string }
export type Run = { id: string; agentId: string; agentName: string; agentVersion: number; status: "queued" | "running" | "completed" | "failed" | "cancelled"; model: string; input: unknown; inputImages?: string[]; output: string | null; citations?: Citation[]; result?: unknown; images?: string[]; error: RunError | null; inputTokens: number; outputTokens: number; costMicros: number; unknownCostMicros?: number; latencyMs: number | null; recoveries: number; startedBy: string; afterRunId: string | null; isDraft: boolean; createdAt: string; startedAt: string | null; finishedAt: string | null; needs?: string[]; isHidden?: boolean }
export type RunDetail = { id: string; agentId: string; agentName: string; agentVersion: number; status: "queued" | "running" | "completed" | "failed" | "cancelled"; model: string; input: unknown; inputImages?: string[]; output: string | null; citations?: Citation[]; result?: unknown; images?: string[]; error: RunError | null; inputTokens: number; outputTokens: number; costMicros: number; unknownCostMicros?: number; latencyMs: number | null; recoveries: number; startedBy: string; afterRunId: string | null; isDraft: boolean; createdAt: string; startedAt: string | null; finishedAt: string | null; needs?: string[]; isHidden?: boolean; steps: RunStep[] }
export type RunError = { code: "model_not_configured" | "model_auth" | "model_rate_limited" | "model_unavailable" | "model_refused" | "model_blocked_address" | "budget_exceeded" | "usage_limit" | "timeout" | "too_many_steps" | "agent_deleted" | "internal" | "output_invalid"; message: string; key?: string; values?: unknown }
export type RunStep = { seq: number; kind: "model_call" | "tool_call" | "result"; name: string; status: "running" | "completed" | "failed" | "unknown"; input: unknown; output: unknown; error: string | null; errorKey?: { key: string; values: unknown }; errorCode?: "RUN_ENDED"; attempt: number; inputTokens: number; outputTokens: number; costMicros: number; startedAt: string; finishedAt: string | null; needs?: string[]; isHidden?: boolean }
export type SalesAgeing = { day: string; rows: ({ contactId: string | null; customer: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notDue: number; to30: number; to60: number; to90: number; over90: number; total: number })[] }
export type SalesBankLine = { id: string; date: string; amount: number; currency: string; party: string; partyAccount: string; text: string; status: "Open" | "Matched" | "Ignored"; invoiceId: string | null; invoiceNumber: string | null; proposals: ({ invoiceId: string; number: string; customer: string; due: number; matches: ("reference" | "amount" | "customer")[] })[]; createdAt: string }
export type SalesCreditNote = { id: string; number: string; date: string; reason: string; amount: number }
export type SalesDocument = { html: string }
export type SalesExpense = { id: string; status: "Draft" | "Recorded"; supplier: string; supplierTaxId: string; supplierCountry: string; number: string; date: string; dueDate: string | null; currency: string; net: number; tax: number; amount: number; notes: string; source: "" | "UBL" | "CII" | "Factur-X"; createdAt: string; updatedAt: string }
export type SalesInvoice = { id: string; contactId: string | null; customer: string; customerEmail: string; customerAddress: string; customerTaxId: string; customerCountry: string; placeOfSupply: string | null; supplyType: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; notes: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; subtotal: number; discount: number; tax: number; amount: number; createdAt: string; updatedAt: string; number: string | null; orderId: string | null; orderRef: string | null; status: "Draft" | "Pending" | "Paid" | "Overdue" | "Credited" | "Void"; date: string | null; dueDate: string | null; reverseCharge: boolean; buyerReference: string; exchangeRate: number | null; paid: number; credited: number; released: number; paymentMethod: ("Bank transfer" | "UPI" | "Card" | "Cash" | "Cheque" | "Online" | "Other" | "Credit balance") | null }
export type SalesInvoiceDetail = { id: string; contactId: string | null; customer: string; customerEmail: string; customerAddress: string; customerTaxId: string; customerCountry: string; placeOfSupply: string | null; supplyType: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; notes: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; subtotal: number; discount: number; tax: number; amount: number; createdAt: string; updatedAt: string; number: string | null; orderId: string | null; orderRef: string | null; status: "Draft" | "Pending" | "Paid" | "Overdue" | "Credited" | "Void"; date: string | null; dueDate: string | null; reverseCharge: boolean; buyerReference: string; exchangeRate: number | null; paid: number; credited: number; released: number; paymentMethod: ("Bank transfer" | "UPI" | "Card" | "Cash" | "Cheque" | "Online" | "Other" | "Credit balance") | null; lines: SalesLine[]; discountBasisPoints: number; discountAmount: number; taxes: SalesTax[]; roundOff: number; payments: SalesPayment[]; creditNotes: SalesCreditNote[]; eInvoice: { irn: string; ackNumber: string; ackDate: string; signedQr: string } | null; voidReason: string; missing: { path: string; message: string; key?: string; values?: unknown }[]; overpaid: number; payUrl: string | null; missingLetters: string[] }
export type SalesInvoiceStats = { total: number; draft: number; paid: number; pending: number; overdue: number; credited: number; paidAmount: number; pendingAmount: number; overdueAmount: number; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF" }
export type SalesLine = { description: string; code: string; productId: string | null; quantity: number; unit: string; unitPrice: number; discountBasisPoints: number; discountAmount: number; taxBasisPoints: number; taxCategory: "standard" | "nil" | "exempt" | "outside"; orderLine: number | null; amount: number; taxable: number }
export type SalesOrder = { id: string; contactId: string | null; customer: string; customerEmail: string; customerAddress: string; customerTaxId: string; customerCountry: string; placeOfSupply: string | null; supplyType: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; notes: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; subtotal: number; discount: number; tax: number; amount: number; createdAt: string; updatedAt: string; number: string; status: "Pending" | "Confirmed" | "Completed" | "Cancelled"; date: string; items: number }
export type SalesOrderDetail = { id: string; contactId: string | null; customer: string; customerEmail: string; customerAddress: string; customerTaxId: string; customerCountry: string; placeOfSupply: string | null; supplyType: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; notes: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; subtotal: number; discount: number; tax: number; amount: number; createdAt: string; updatedAt: string; number: string; status: "Pending" | "Confirmed" | "Completed" | "Cancelled"; date: string; items: number; lines: SalesLine[]; discountBasisPoints: number; discountAmount: number; taxes: SalesTax[]; roundOff: number; invoices: ({ id: string; number: string | null; status: "Draft" | "Pending" | "Paid" | "Overdue" | "Credited" | "Void" })[]; uninvoiced: number[] }
export type SalesOrderStats = { total: number; pending: number; confirmed: number; completed: number; value: number; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF" }
export type SalesPayment = { id: string; date: string; amount: number; withheld: number; method: "Bank transfer" | "UPI" | "Card" | "Cash" | "Cheque" | "Online" | "Other" | "Credit balance"; reference: string }
export type SalesProduct = { id: string; name: string; sku: string; code: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; unitPrice: number; prices: ({ currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; unitPrice: number })[]; unit: string; taxBasisPoints: number; taxCategory: "standard" | "nil" | "exempt" | "outside"; stock: number | null; archivedAt: string | null; createdAt: string; updatedAt: string }
export type SalesQuotation = { id: string; contactId: string | null; customer: string; customerEmail: string; customerAddress: string; customerTaxId: string; customerCountry: string; placeOfSupply: string | null; supplyType: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; notes: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; subtotal: number; discount: number; tax: number; amount: number; createdAt: string; updatedAt: string; number: string; status: "Draft" | "Sent" | "Accepted" | "Declined" | "Expired"; date: string; validUntil: string; items: number; sentAt: string | null; decidedAt: string | null }
export type SalesQuotationDetail = { id: string; contactId: string | null; customer: string; customerEmail: string; customerAddress: string; customerTaxId: string; customerCountry: string; placeOfSupply: string | null; supplyType: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; notes: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; subtotal: number; discount: number; tax: number; amount: number; createdAt: string; updatedAt: string; number: string; status: "Draft" | "Sent" | "Accepted" | "Declined" | "Expired"; date: string; validUntil: string; items: number; sentAt: string | null; decidedAt: string | null; lines: SalesLine[]; discountBasisPoints: number; discountAmount: number; taxes: SalesTax[]; roundOff: number; decidedBy: string; declineReason: string; order: { id: string; number: string; status: "Pending" | "Confirmed" | "Completed" | "Cancelled" } | null; publicUrl: string | null; missingLetters: string[] }
export type SalesQuotationStats = { total: number; sent: number; accepted: number; openAmount: number; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF" }
export type SalesSettings = { currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; taxRegime: "NONE" | "GST" | "VAT"; taxId: string; isComposition: boolean; lutNumber: string; iban: string; bic: string; roundTotal: boolean; quotationPrefix: string; quotationDays: number; orderPrefix: string; invoicePrefix: string; creditPrefix: string; receiptPrefix: string; yearStartMonth: number; paymentDays: number; footer: string; accent: string | null; hasLogo: boolean; updatedAt: string | null }
export type SalesStatement = { contactId: string; customer: string; from: string; to: string; currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; opening: number; entries: ({ date: string; kind: "invoice" | "credit" | "payment"; invoiceId: string; number: string; amount: number; balance: number })[]; closing: number }
export type SalesTax = { kind: "CGST" | "SGST" | "UTGST" | "IGST" | "VAT"; basisPoints: number; base: number; amount: number }
export type SearchHit = { kind: string; id: string; title: string; detail: string; at?: string; link: string }
export type Segment = { id: string; name: string; description: string; rules: unknown; describedAs: string; summary: string; summaryKey?: { key: string; values: unknown }; problems: string[]; problemKeys?: ({ key: string; values: unknown } | null)[]; count: number | null; countedAt: string | null; usedBy: ({ kind: "campaign" | "segment" | "workflow"; id: string; name: string; blocks: boolean })[]; createdBy: string; createdAt: string; updatedAt: string }
export type SegmentChoices = { tags: string[]; fields: ({ key: string; label: string; type: "text" | "number" | "boolean" | "date" | "choice"; choices: string[] })[]; purposes: { key: string; name: string }[]; campaigns: { id: string; name: string }[]; segments: { id: string; name: string }[]; events: string[]; records: ({ entity: string; relation: string; label: string; fields: ({ name: string; label: string; type: string; options: { value: string; label: string }[]; operators: ("is" | "isNot" | "contains" | "startsWith" | "atLeast" | "atMost" | "anyOf" | "isEmpty" | "isNotEmpty")[] })[] })[] }
export type SegmentConditionInput = { kind: "field"; field: "email" | "phone" | "firstName" | "lastName" | "locale" | "timeZone"; op: "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty"; value?: string } | { kind: "custom"; type: "text"; field: string; op: "is" | "is_not" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty"; value?: string } | { kind: "custom"; type: "number"; field: string; op: "is" | "is_not" | "greater" | "at_least" | "less" | "at_most" | "is_empty" | "is_not_empty"; value?: number } | { kind: "custom"; type: "date"; field: string; op: "is" | "before" | "after" | "last_days" | "next_days" | "anniversary_days" | "is_empty" | "is_not_empty"; date?: string; days?: number } | { kind: "custom"; type: "boolean"; field: string; op: "is_true" | "is_false" | "is_empty" } | { kind: "custom"; type: "choice"; field: string; op: "any_of" | "none_of" | "is_empty" | "is_not_empty"; values?: string[] } | { kind: "tags"; op: "any_of" | "all_of" | "none_of"; tags: string[] } | { kind: "source"; op: "any_of" | "none_of"; sources: ("manual" | "import" | "api" | "form" | "reply" | "agent" | "workflow")[] } | { kind: "created"; op: "is" | "before" | "after" | "last_days" | "not_last_days"; date?: string; days?: number } | { kind: "emailState"; state: "active" | "bounced" } | { kind: "event"; type: string; op: "at_least" | "at_most" | "exactly"; count: number; days?: number; data?: { property: string; op: "is" | "contains" | "at_least" | "at_most"; value: number | string } } | { kind: "campaign"; did: "sent" | "delivered" | "opened" | "clicked" | "responded" | "bounced" | "unsubscribed" | "complained" | "failed" | "skipped" | "not_sent" | "not_opened" | "not_clicked" | "not_responded"; campaignId?: string; days?: number; link?: string } | { kind: "record"; entity: string; relation: string; in: boolean; where?: ({ field: string; operator: "is" | "isNot" | "contains" | "startsWith" | "atLeast" | "atMost" | "anyOf" | "isEmpty" | "isNotEmpty"; value?: string | number | boolean | string[] })[]; days?: number } | { kind: "consent"; channel: "email" | "sms" | "webhook" | "whatsapp"; purpose?: string; status: "granted" | "pending" | "withdrawn" | "none" } | { kind: "reach"; channel: "email" | "sms" | "webhook" | "whatsapp"; purpose?: string; state: "reachable" | "not_reachable" | "suppressed" } | { kind: "segment"; segmentId: string; in: boolean }
export type SegmentGroupInput = { match: "all" | "any" | "none"; rules: (SegmentConditionInput | SegmentGroupInput)[] }
export type SegmentMember = { id: string; name: string; email: string | null; phone: string | null; tags: string[]; createdAt: string }
export type SegmentProposal = { rules: unknown | null; summary: string; summaryKey?: { key: string; values: unknown }; notUnderstood: string[]; model: string; isSandbox: boolean; costMicros: number }
export type SendStats = { total: number; queued: number; sent: number; delivered: number; opened: number; clicked: number; responded: number; bounced: number; complained: number; unsubscribed: number; failed: number; skipped: number; held: number; repeats: number; responseRate: number | null; deliveryRate: number | null; costMicros: number }
export type Sender = { id: string; name: string; email: string; replyTo: string | null; isVerified: boolean; verifiedBy: "domain" | "letter" | "none"; isDefault: boolean; letterSentAt: string | null; createdAt: string; updatedAt: string }
export type SignUpForm = { name: string; heading: string; text: string; purposes: string[]; fields: ({ field: ("firstName" | "lastName" | "phone") | string; required: boolean })[]; smsConsent: boolean; smsConsentText: string; tags: string[]; consentText: string; thanks: string; redirectUrl: string | null; language: ("en" | "es" | "fr" | "de" | "ja") | null; doubleOptIn: boolean; id: string; version: number; url: string; embedHtml: string; submittedCount: number; confirmedCount: number; createdBy: string; archivedAt: string | null; createdAt: string; updatedAt: string }
export type StartedRun = { runId: string; status: "queued" | "running" | "completed" | "failed" | "cancelled" }
export type StepFormField = { path: string; label: string; kind: "text" | "number" | "switch" | "select" | "duration" | "code" | "json" | "cron" | "timezone" | "datetime" | "weekdays" | "time" | "template" | "longTemplate" | "htmlTemplate" | "emailDesign" | "pairs" | "conditions" | "cases" | "names" | "agent" | "workflow" | "sender" | "account" | "whatsappTemplate" | "purpose" | "segment" | "campaign" | "members" | "credential" | "eventType" | "contactField" | "tags" | "connection" | "connectionAction" | "connectionInput"; hint: string; placeholder: string; options: { value: string; label: string }[]; required: boolean; min?: number; max?: number; when?: { path: string; in: (string | boolean)[] } }
export type StepType = { type: string; label: string; description: string; category: "trigger" | "ai" | "message" | "data" | "logic" | "people" | "sales" | "flow" | "integration"; icon: "webhook" | "calendar" | "bolt" | "hand" | "robot" | "mail" | "message" | "whatsapp" | "bell" | "http" | "branch" | "switch" | "edit" | "code" | "clock" | "hourglass" | "user-check" | "repeat" | "parallel" | "join" | "workflow" | "contact" | "users" | "speakerphone" | "reply" | "stop" | "plug" | "invoice" | "table"; ports: { port: string; label: string }[]; connectorId: string | null; portsFrom: { path: string; key: string; label: string } | null; isTrigger: boolean; hasEffect: boolean; form: StepFormField[]; defaults: Record<string, unknown>; sample: unknown }
export type Suppression = { id: string; channel: "email" | "sms" | "whatsapp"; hint: string; reason: "unsubscribed" | "bounced" | "complained" | "stop" | "manual" | "erased" | "imported"; detail: string; createdBy: string; at: string }
export type TeamMember = { id: string; name: string; email: string; role: "OWNER" | "ADMIN" | "MEMBER" | "VIEWER"; status: "ACTIVE" | "PENDING" | "INACTIVE"; joinedAt: string | null; lastActive: string | null; expiresAt: string | null; isExpired: boolean; updatedAt: string }
export type TeamStats = { maxUsers: number; used: number; pending: number; available: number; inactive: number; matching: number }
export type Template = { key: string; name: string; description: string; category: "agent" | "campaign" | "workflow"; type: "official" | "community"; tags: string[]; icon: string; author: string; uses: number; rating: number | null; ratings: number; myRating: number | null; trending: boolean; popular: boolean; preview: string; included: string[]; includedKeys: ({ key: string; values: unknown } | null)[]; workflow: { category: string; triggers: ("webhook" | "schedule" | "event" | "manual")[]; actions: number } | null; visibility: "organization" | "community"; review: "none" | "pending" | "approved" | "rejected"; isMine: boolean; createdAt: string }
export type TemplateStats = { total: number; official: number; community: number; uses: number }
export type TestSendResult = { results: { to: string; ok: boolean; detail: string }[] }
export type TimelineEntry = { id: string; at: string; kind: "contact" | "events" | "consent" | "campaigns" | "messages" | "workflows" | "agents"; type: string; title: string; actor: string; detail: Record<string, unknown>; link: { kind: "campaign" | "conversation" | "workflow-run" | "agent-run" | "import" | "segment"; id: string; agentId?: string } | null }
export type TriggerSubscription = { workflowId: string; workflowName: string; connectionId: string; connectionName: string; title: string; kind: "poll" | "hook"; error: string | null; errorKey?: { key: string; values: unknown }; failures: number; refused: number; dropped: number; lastReadAt: string | null; nextAt: string | null }
export type UpdateChannelAccountInput = { provider: "smtp"; name?: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; updatedAt?: string; settings?: { host: string; port?: number; security?: "tls" | "starttls" | "none"; username?: string; bounceDomain?: "" | string }; secret?: { password?: string }; inbound?: { host: string; port?: number; security?: "tls" | "starttls" | "none"; username: string; folder?: string; authservId?: string; password?: string } | null } | { provider: "twilio"; name?: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; updatedAt?: string; settings?: { baseUrl?: string; accountSid: string; from: string; dltEntityId?: string }; secret?: { authToken?: string } } | { provider: "whatsapp-cloud"; name?: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; updatedAt?: string; settings?: { baseUrl?: string; phoneNumberId: string; businessAccountId: string }; secret?: { accessToken?: string; appSecret?: string } } | { provider: "webhook"; name?: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; updatedAt?: string; settings?: { url: string }; secret?: { signingSecret?: string }; headers?: { name: string; value?: string }[]; formerSecretHours?: number } | { provider: "platform-smtp"; name?: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; updatedAt?: string; inbound?: { host: string; port?: number; security?: "tls" | "starttls" | "none"; username: string; folder?: string; authservId?: string; password?: string } | null } | { provider: "sandbox"; name?: string; isActive?: boolean; isDefault?: boolean; ratePerSecond?: number | null; domainRatePerSecond?: number | null; priceMicros?: number | null; unknownPolicy?: "repeat" | "hold"; acceptanceDelivers?: boolean; updatedAt?: string; settings?: { dltEntityId?: string } }
export type Usage = { planType: "FREE" | "CONQUEROR" | "EMPEROR" | "OVERLORD"; storageBytes: number; storageLimitBytes: number; apiCalls: number; apiCallsLimit: number; messages: number; messagesLimit: number; contacts: number; contactsLimit: number; runs: number; runsLimit: number; tokens: number; tokensLimit: number; agents: number; agentsLimit: number; costMicros: number; budgetMicros: number | null }
export type UsageBreakdown = { rows: UsageRow[]; totals: UsageFigures }
export type UsageDashboard = { overview: { totalApiCalls: number; activeModels: number; totalModels: number }; chartData: { date: string; count: number }[]; usageByModel: ModelUsage[]; totals: UsageFigures; timeZone: string; credits: { balance: number; spentThisMonth: number; currency: string } | null }
export type UsageFigures = { modelCalls: number; apiCalls: number; runs: number; failedRuns: number; inputTokens: number; outputTokens: number; costMicros: number; messages: number }
export type UsageRow = { subjectId: string | null; name: string | null; modelCalls: number; apiCalls: number; runs: number; failedRuns: number; inputTokens: number; outputTokens: number; costMicros: number; messages: number; lastUsedAt: string | null }
export type Webhook = { id: string; name: string; description: string; url: string; events: string[]; isEnabled: boolean; disabledReason: ("member" | "gone" | "failing") | null; disabledAt: string | null; secretKey: string; formerSecretUntil: string | null; headers: { key: string }[]; filter: ({ path: string; operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "gt" | "gte" | "lt" | "lte" | "exists" | "is_empty" | "matches_one_of" | "is_true" | "is_false"; value: string })[]; orderingKey: string | null; ratePerSecond: number | null; includesContact: boolean; failingSince: string | null; lastTriggered: string | null; createdBy: string; createdAt: string; updatedAt: string; deliveryStats: { total: number; successful: number; failed: number } }
export type WebhookAttempt = { attempt: number; at: string; url: string; statusCode: number | null; responseTime: number; errorMessage: string | null; requestHeaders: Record<string, string>; responseHeaders: Record<string, string>; responseBody: string }
export type WebhookDelivery = { id: string; webhookId: string; eventId: string; event: string; status: "pending" | "success" | "failed"; statusCode: number | null; timestamp: string; responseTime: number | null; errorMessage: string | null; attempts: number; nextAttemptAt: string | null; isTest: boolean; payload: Record<string, unknown> }
export type WebhookDeliveryDetail = { id: string; webhookId: string; eventId: string; event: string; status: "pending" | "success" | "failed"; statusCode: number | null; timestamp: string; responseTime: number | null; errorMessage: string | null; attempts: number; nextAttemptAt: string | null; isTest: boolean; payload: Record<string, unknown>; attemptLog: WebhookAttempt[] }
export type WebhookEvent = { type: string; label: string; schema: Record<string, unknown>; example: Record<string, unknown> }
export type WebhookStats = { total: number; active: number; deliveries: number; successRate: number | null }
export type WhatsappTemplate = { id: string; accountId: string; accountName: string; name: string; language: string; category: string; body: string; variables: number; status: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED"; detail: string; syncedAt: string | null; createdAt: string }
export type Workflow = { id: string; name: string; description: string; status: "draft" | "active" | "paused"; trigger: { type: "webhook" | "schedule" | "event" | "manual"; value: string }; actions: number; executions: number; lastRun: string | null; successRate: number | null; version: number | null; hasChanges: boolean; createdBy: string; createdAt: string; updatedAt: string }
export type WorkflowApproval = { id: string; runId: string; workflowId: string; workflowName: string; stepName: string; title: string; message: string; status: "pending" | "approved" | "rejected" | "expired" | "cancelled"; assignees: { id: string; name: string }[]; isMine: boolean; decidedBy: string | null; comment: string; expiresAt: string | null; createdAt: string; decidedAt: string | null }
export type WorkflowDefinition = { steps: WorkflowStep[]; edges: WorkflowEdge[]; settings: WorkflowSettings }
export type WorkflowDefinitionInput = { steps?: WorkflowStepInput[]; edges?: WorkflowEdgeInput[]; settings?: WorkflowSettingsInput }
export type WorkflowDetail = { id: string; name: string; description: string; status: "draft" | "active" | "paused"; trigger: { type: "webhook" | "schedule" | "event" | "manual"; value: string }; actions: number; executions: number; lastRun: string | null; successRate: number | null; version: number | null; hasChanges: boolean; createdBy: string; createdAt: string; updatedAt: string; draft: WorkflowDefinition; revision: number; problems: GraphProblem[]; webhookUrl: string | null; nextAt: string | null }
export type WorkflowEdge = { from: string; port: string; to: string }
export type WorkflowEdgeInput = { from: string; port?: string; to: string }
export type WorkflowFileInput = { format: "imperium/workflow"; formatVersion: 1; name: string; description: string; definition: WorkflowDefinitionInput; references?: Record<string, { kind: string; name: string }> }
export type WorkflowRun = { id: string; workflowId: string; workflowName: string; version: number; status: "queued" | "running" | "waiting" | "paused" | "quarantined" | "success" | "failed" | "cancelled"; trigger: "webhook" | "schedule" | "event" | "manual" | "workflow" | "retry" | "test"; triggeredBy: string; startedAt: string; endedAt: string | null; durationMs: number; errorStep: string | null; error: { code: string; message: string; key?: string; values?: unknown } | null; costMicros: number; isTest: boolean; retryOf: string | null; parentRun: string | null; skippedSteps: number }
export type WorkflowRunDetail = { id: string; workflowId: string; workflowName: string; version: number; status: "queued" | "running" | "waiting" | "paused" | "quarantined" | "success" | "failed" | "cancelled"; trigger: "webhook" | "schedule" | "event" | "manual" | "workflow" | "retry" | "test"; triggeredBy: string; startedAt: string; endedAt: string | null; durationMs: number; errorStep: string | null; error: { code: string; message: string; key?: string; values?: unknown } | null; costMicros: number; isTest: boolean; retryOf: string | null; parentRun: string | null; skippedSteps: number; definition: WorkflowDefinition; input: unknown | null; output: unknown | null; steps: WorkflowStepRun[]; moreSteps: boolean; retries: string[] }
export type WorkflowSettings = { concurrency: { key: string; limit: number; onLimit: "queue" | "skip" | "cancel" } | null; timeoutSeconds: number | null }
export type WorkflowSettingsInput = { concurrency?: { key?: string; limit?: number; onLimit?: "queue" | "skip" | "cancel" } | null; timeoutSeconds?: number | null }
export type WorkflowStats = { total: number; active: number; executions: number; successRate: number | null }
export type WorkflowStep = { id: string; type: string; name: string; config: Record<string, unknown>; onError: "stop" | "continue" | "branch"; retry: { attempts: number; delaySeconds: number }; note: string; position: { x: number; y: number } }
export type WorkflowStepInput = { id: string; type: string; name: string; config?: Record<string, unknown>; onError?: "stop" | "continue" | "branch"; retry?: { attempts?: number; delaySeconds?: number }; note?: string; position?: { x: number; y: number } }
export type WorkflowStepRun = { seq: number; stepId: string; stepName: string; type: string; scope: string; attempt: number; status: "running" | "waiting" | "success" | "failed" | "skipped" | "unknown" | "cancelled" | "reused"; port: string | null; startedAt: string; endedAt: string | null; input: unknown | null; output: unknown | null; isExpired: boolean; error: { code: string; message: string; key?: string; values?: unknown } | null; repeats: number; costMicros: number; link: { kind: string; id: string } | null; waitingFor: { kind: string; until: string | null; resumeUrl: string | null } | null }
export type WorkflowVersion = { version: number; note: string; publishedBy: string; publishedAt: string; steps: number; isCurrent: boolean }

/** The operations of the public API by their names. */
export interface Operations {
  /** List members and open invitations: the owner first, then by name */
  'team.members': { input: { query?: { q?: string; role?: "OWNER" | "ADMIN" | "MEMBER" | "USER" | "VIEWER"; status?: "ACTIVE" | "PENDING" | "INACTIVE"; limit?: number; cursor?: string } }; data: TeamMember[]; paged: true }
  /** List the users of the organization: the owner first, then by name */
  'team.users': { input: { query?: { q?: string; role?: "OWNER" | "ADMIN" | "MEMBER" | "USER" | "VIEWER"; status?: "ACTIVE" | "INACTIVE"; limit?: number; cursor?: string } }; data: TeamMember[]; paged: true }
  /** Count seats and members */
  'team.stats': { input: { query?: { q?: string; role?: "OWNER" | "ADMIN" | "MEMBER" | "USER" | "VIEWER"; status?: "ACTIVE" | "PENDING" | "INACTIVE" } }; data: TeamStats }
  /** Change a member's role, or deactivate or activate a member */
  'team.changeMember': { input: { params: { id: string }; body: { role?: "ADMIN" | "MEMBER" | "USER" | "VIEWER"; status?: "ACTIVE" | "INACTIVE"; updatedAt?: string } }; data: TeamMember }
  /** List agents */
  'agents.list': { input: { query?: { q?: string; status?: string; type?: string; model?: string; isPublic?: "true" | "false"; sort?: "createdAt" | "name" | "status" | "model" | "usageCount" | "successRate" | "lastUsedAt"; direction?: "asc" | "desc"; limit?: number; cursor?: string } }; data: Agent[]; paged: true }
  /** Count agents and their runs */
  'agents.stats': { input: { query?: { q?: string; status?: string; type?: string; model?: string; isPublic?: "true" | "false" } }; data: AgentStats }
  /** List the capabilities that need a service, and what serves them */
  'agents.capabilities': { input: {  }; data: AgentCapability[] }
  /** Create an agent */
  'agents.create': { input: { body: { name: string; type: "LEAD_GENERATOR" | "EMAIL_MARKETER" | "SOCIAL_MEDIA" | "CONTENT_CREATOR" | "ANALYTICS" | "CUSTOMER_SERVICE" | "SALES" | "SEO_OPTIMIZER" | "CONVERSATIONAL" | "TASK_AUTOMATION" | "DATA_PROCESSOR"; category?: string; description?: string; config?: { model?: string; temperature?: number | null; maxTokens?: number; systemPrompt?: string; outputSchema?: Record<string, unknown> | null }; capabilities?: (("web_search" | "database_query" | "email_send" | "calendar_integration" | "sentiment_analysis" | "image_generation" | "knowledge_search" | "read_page" | "run_code" | "remember" | "sales_lookup" | "sales_drafts" | "sales_documents" | "records_find" | "records_create" | "records_update" | "write_artifacts" | "use_artifacts") | string)[]; isPublic?: boolean; monthlyBudgetMicros?: number | null } }; data: Agent }
  /** Propose an agent for a task in one sentence; nothing is saved */
  'agents.propose': { input: { body: { text: string } }; data: AgentProposal }
  /** Read an agent */
  'agents.read': { input: { params: { id: string } }; data: Agent }
  /** List the versions of an agent, newest first */
  'agents.versions': { input: { params: { id: string } }; data: AgentVersion[] }
  /** Change an agent; a changed model, prompt or tool makes a new version */
  'agents.update': { input: { params: { id: string }; body: { name?: string; type?: "LEAD_GENERATOR" | "EMAIL_MARKETER" | "SOCIAL_MEDIA" | "CONTENT_CREATOR" | "ANALYTICS" | "CUSTOMER_SERVICE" | "SALES" | "SEO_OPTIMIZER" | "CONVERSATIONAL" | "TASK_AUTOMATION" | "DATA_PROCESSOR"; category?: string; description?: string; config?: { model?: string; temperature?: number | null; maxTokens?: number; systemPrompt?: string; outputSchema?: Record<string, unknown> | null }; capabilities?: (("web_search" | "database_query" | "email_send" | "calendar_integration" | "sentiment_analysis" | "image_generation" | "knowledge_search" | "read_page" | "run_code" | "remember" | "sales_lookup" | "sales_drafts" | "sales_documents" | "records_find" | "records_create" | "records_update" | "write_artifacts" | "use_artifacts") | string)[]; isPublic?: boolean; monthlyBudgetMicros?: number | null; updatedAt?: string } }; data: Agent }
  /** Set the status of an agent */
  'agents.setStatus': { input: { params: { id: string }; body: { status: string } }; data: Agent }
  /** Activate, deactivate or delete many agents; retired ones are skipped on activation */
  'agents.bulk': { input: { body: { ids: string[]; action: "activate" | "deactivate" | "delete" } }; data: { changed: string[]; skipped: string[] } }
  /** Copy an agent under the name "{name} (Copy)" */
  'agents.clone': { input: { params: { id: string } }; data: Agent }
  /** Delete an agent; running runs are cancelled, finished ones stay in the history */
  'agents.remove': { input: { params: { id: string } }; data: null }
  /** Run an agent; answers with the run id at once, or streams the run with `Accept: text/event-stream` */
  'agents.execute': { input: { params: { id: string }; body: { input: string | Record<string, unknown>; images?: string[]; after?: string; draft?: AgentConfigInput } }; data: StartedRun }
  /** Upload an image for a message to an agent; it is kept for a day until it is sent */
  'agents.uploadImage': { input: { params: { id: string }; body: Blob }; data: { id: string } }
  /** List the runs of all agents, newest first */
  'runs.list': { input: { query?: { agentId?: string; status?: "queued" | "running" | "completed" | "failed" | "cancelled" | "open" | "ended"; q?: string; from?: string; limit?: number; cursor?: string } }; data: Run[]; paged: true }
  /** List the runs of an agent, newest first */
  'runs.listForAgent': { input: { params: { id: string }; query?: { status?: "queued" | "running" | "completed" | "failed" | "cancelled"; limit?: number; cursor?: string } }; data: Run[]; paged: true }
  /** Read a run with its steps */
  'runs.read': { input: { params: { id: string } }; data: RunDetail }
  /** Read the chat up to a run, oldest turn first */
  'runs.conversation': { input: { params: { id: string } }; data: Run[] }
  /** Read an image that a run made, or that its input has attached */
  'runs.image': { input: { params: { id: string; imageId: string } }; data: Blob }
  /** Cancel a run; 409 where it has already finished */
  'runs.cancel': { input: { params: { id: string } }; data: Run }
  /** Runs, tokens, cost, latency and errors of an agent over a period */
  'runs.metrics': { input: { params: { id: string }; query?: { period?: "7d" | "30d" | "90d" } }; data: AgentMetrics }
  /** List AI model configurations */
  'ai-models.listConfigs': { input: {  }; data: AiModelConfig[] }
  /** Counts, growth, usage and performance of the organization */
  'dashboard.stats': { input: { query?: { days?: "7" | "30" | "90" } }; data: DashboardStats }
  /** Runs a day, performance of agents and usage of models */
  'dashboard.charts': { input: { query?: { days?: "7" | "30" | "90" } }; data: DashboardCharts }
  /** Figures of a period: what the dashboard shows, with the busiest agents in pages */
  'dashboard.analytics': { input: { query?: { days?: "7" | "30" | "90"; limit?: number; offset?: number } }; data: Analytics }
  /** Figures of campaigns, workflows and conversations, with their cost */
  'dashboard.work': { input: { query?: { days?: "7" | "30" | "90" } }; data: DashboardWork }
  /** What happened last in the organization */
  'dashboard.activity': { input: { query?: { limit?: number } }; data: ActivityItem[] }
  /** Metered usage of this month against the limits of the plan */
  'dashboard.usage': { input: {  }; data: Usage }
  /** Calls of AI models in a period, by day and by model */
  'usage-analytics.dashboard': { input: { query?: { period?: "7d" | "30d" | "90d" } }; data: UsageDashboard }
  /** Metered usage in a period by model, agent, campaign, workflow, API key or member */
  'usage-analytics.breakdown': { input: { query?: { period?: "7d" | "30d" | "90d"; by?: "model" | "agent" | "campaign" | "workflow" | "key" | "member" } }; data: UsageBreakdown }
  /** List the metrics that the caller may see, with what each number is */
  'analytics.metrics': { input: {  }; data: MetricDefinition[] }
  /** List the rows behind a number, newest first, with what each adds to it */
  'analytics.rows': { input: { query: { metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; from: string; to: string; by?: "organization" | "user" | "type" | "agent" | "agent-type" | "model" | "campaign" | "channel" | "workflow" | "trigger" | "source" | "key" | "caller" | "role" | "document" | "interval"; key?: string } }; data: MetricRows }
  /** Values of metrics in a period, by time or by one of their parts, beside the period before */
  'analytics.query': { input: { query: { metrics: string; period?: "7d" | "30d" | "90d" | "365d"; from?: string; to?: string; by?: "time" | "none" | "organization" | "user" | "type" | "agent" | "agent-type" | "model" | "campaign" | "channel" | "workflow" | "trigger" | "source" | "key" | "caller" | "role" | "document" | "interval"; compare?: "previous" | "year" | "none"; grain?: "day" | "week" | "month" } }; data: MetricAnswer }
  /** List the alerts on metrics that the caller may see */
  'metric-alerts.list': { input: {  }; data: MetricAlert[] }
  /** Create an alert on a metric */
  'metric-alerts.create': { input: { body: { name: string; metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; currency?: string | null; period?: "1d" | "7d" | "30d"; condition: "above" | "below" | "rises" | "falls" | "missing"; threshold?: number | null; recovery?: number | null; needed?: number; of?: number; quietFrom?: number; quietTo?: number; recipients?: string[]; workflowId?: string | null; isEnabled?: boolean } }; data: MetricAlert }
  /** Change an alert; its checks begin anew */
  'metric-alerts.update': { input: { params: { id: string }; body: { name?: string; metric?: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; currency?: string | null; period?: "1d" | "7d" | "30d"; condition?: "above" | "below" | "rises" | "falls" | "missing"; threshold?: number | null; recovery?: number | null; needed?: number; of?: number; quietFrom?: number; quietTo?: number; recipients?: string[]; workflowId?: string | null; isEnabled?: boolean; updatedAt?: string } }; data: MetricAlert }
  /** Delete an alert */
  'metric-alerts.remove': { input: { params: { id: string } }; data: null }
  /** List the goals of metrics that the caller may see, with their forecast */
  'metric-goals.list': { input: {  }; data: MetricGoal[] }
  /** Set a goal of a metric */
  'metric-goals.create': { input: { body: { metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; currency?: string | null; every?: "month" | "quarter"; target: number } }; data: MetricGoal }
  /** Delete a goal */
  'metric-goals.remove': { input: { params: { id: string } }; data: null }
  /** List saved views of metrics that the caller may see, by name */
  'metric-views.list': { input: {  }; data: MetricView[] }
  /** Save a view of a metric */
  'metric-views.create': { input: { body: { name: string; metric: "agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active"; period?: "7d" | "30d" | "90d" | "365d"; compare?: "previous" | "year" | "none"; by?: "time" | "organization" | "user" | "type" | "agent" | "agent-type" | "model" | "campaign" | "channel" | "workflow" | "trigger" | "source" | "key" | "caller" | "role" | "document" | "interval"; isTable?: boolean } }; data: MetricView }
  /** Delete a saved view */
  'metric-views.remove': { input: { params: { id: string } }; data: null }
  /** Turn a question in words into a query over the metrics, or ask back */
  'ask.read': { input: { body: { question: string } }; data: AnalyticsAnswer }
  /** Revenue of a period, credited to the campaigns and agents that touched its contacts before */
  'attribution.read': { input: { query?: { model?: "first" | "last" | "linear" | "decay"; days?: number; period?: "7d" | "30d" | "90d" | "365d"; from?: string; to?: string } }; data: Attribution }
  /** List the documents behind a credit, newest first, with the part that was credited */
  'attribution.rows': { input: { query: { model?: "first" | "last" | "linear" | "decay"; days?: number; period?: "7d" | "30d" | "90d" | "365d"; from?: string; to?: string; currency: string; kind: "campaign" | "agent" | "none"; key?: string } }; data: MetricRows }
  /** How many contacts of the sends of a period went from step to step within some days */
  'funnels.read': { input: { query?: { period?: "7d" | "30d" | "90d" | "365d"; from?: string; to?: string; steps?: string; days?: number; campaignId?: string } }; data: Funnel }
  /** List reports: templates first, then those of the organization, newest first */
  'reports.list': { input: { query?: { type?: "agents" | "campaigns" | "api" | "users" | "revenue" | "workflows" | "conversations" | "contacts"; q?: string } }; data: Report[] }
  /** Read a report */
  'reports.read': { input: { params: { id: string } }; data: Report }
  /** Create a custom report */
  'reports.create': { input: { body: { name: string; description?: string; chartType?: "line" | "bar" | "pie" | "table"; metrics: ("agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active")[]; groupBy?: "time" | "user" | "organization" | "type"; period?: "7d" | "30d" | "90d" | "365d"; schedule?: ReportScheduleInput | null; recipients?: string[] } }; data: Report }
  /** Change a report */
  'reports.update': { input: { params: { id: string }; body: { name?: string; description?: string; chartType?: "line" | "bar" | "pie" | "table"; metrics?: ("agents_created" | "agents_active" | "agent_runs" | "agent_runs_failed" | "agent_success_rate" | "agent_response_time" | "agent_cost" | "campaigns_started" | "campaigns_sent" | "campaigns_delivered" | "campaigns_opened" | "campaigns_clicked" | "campaigns_responded" | "campaigns_bounced" | "campaigns_unsubscribed" | "campaign_open_rate" | "campaign_click_rate" | "campaign_response_rate" | "campaign_cost" | "workflows_active" | "workflow_runs" | "workflow_runs_failed" | "workflow_success_rate" | "workflow_cost" | "messages_received" | "messages_answered" | "messages_by_agents" | "conversations_started" | "contacts_new" | "contacts_total" | "revenue_total" | "revenue_received" | "revenue_mrr" | "api_calls" | "api_errors" | "model_calls" | "model_tokens" | "model_cost" | "users_new" | "users_active")[]; groupBy?: "time" | "user" | "organization" | "type"; period?: "7d" | "30d" | "90d" | "365d"; schedule?: ReportScheduleInput | null; recipients?: string[]; updatedAt?: string } }; data: Report }
  /** Delete a report with its runs and links */
  'reports.remove': { input: { params: { id: string } }; data: null }
  /** Figures of a report as of now, without those that the caller may not see */
  'reports.figures': { input: { params: { id: string }; query?: { period?: "7d" | "30d" | "90d" | "365d" } }; data: ReportFigures }
  /** Run a report now: its figures are kept */
  'reports.run': { input: { params: { id: string } }; data: ReportRun }
  /** List the newest runs of a report */
  'reports.runs': { input: { params: { id: string } }; data: ReportRun[] }
  /** Read a run with the figures that it kept, without those that the caller may not see */
  'reports.readRun': { input: { params: { id: string } }; data: ReportRunDetail }
  /** List articles, the latest first */
  'knowledge.list': { input: { query?: { q?: string; category?: "getting-started" | "api-reference" | "guides" | "faqs" | "troubleshooting"; status?: "DRAFT" | "PUBLISHED"; limit?: number; cursor?: string } }; data: KnowledgeArticle[]; paged: true }
  /** Read an article with its body */
  'knowledge.read': { input: { params: { id: string } }; data: KnowledgeArticleDetail }
  /** Write an article */
  'knowledge.create': { input: { body: { title: string; category?: "getting-started" | "api-reference" | "guides" | "faqs" | "troubleshooting"; excerpt?: string; body?: string; tags?: string[]; featured?: boolean; language?: "en" | "es" | "fr" | "de" | "ja"; visibility?: "organization" | "roles" | "agents" | "public"; roles?: ("OWNER" | "ADMIN" | "MEMBER" | "VIEWER")[]; collectionId?: string | null; status?: "DRAFT" | "PUBLISHED"; answers?: string } }; data: KnowledgeArticleDetail }
  /** Change, publish or take back an article */
  'knowledge.update': { input: { params: { id: string }; body: { title?: string; category?: "getting-started" | "api-reference" | "guides" | "faqs" | "troubleshooting"; excerpt?: string; body?: string; tags?: string[]; featured?: boolean; language?: "en" | "es" | "fr" | "de" | "ja"; visibility?: "organization" | "roles" | "agents" | "public"; roles?: ("OWNER" | "ADMIN" | "MEMBER" | "VIEWER")[]; collectionId?: string | null; status?: "DRAFT" | "PUBLISHED"; updatedAt?: string } }; data: KnowledgeArticleDetail }
  /** Delete an article and its versions */
  'knowledge.remove': { input: { params: { id: string } }; data: null }
  /** Search passages of articles and documents, the best first */
  'knowledge.search': { input: { query: { q: string; category?: "getting-started" | "api-reference" | "guides" | "faqs" | "troubleshooting"; collectionId?: string; filter?: string; limit?: number } }; data: KnowledgePassage[] }
  /** List collections by name */
  'knowledge.listCollections': { input: {  }; data: KnowledgeCollection[] }
  /** Make a collection */
  'knowledge.createCollection': { input: { body: { name: string; description?: string; answersContacts?: boolean; leastStrength?: number | null; passages?: number | null } }; data: KnowledgeCollection }
  /** Rename a collection */
  'knowledge.updateCollection': { input: { params: { id: string }; body: { name: string; description?: string; answersContacts?: boolean; leastStrength?: number | null; passages?: number | null } }; data: KnowledgeCollection }
  /** Delete an empty collection */
  'knowledge.removeCollection': { input: { params: { id: string } }; data: null }
  /** List documents, the latest first */
  'knowledge.listDocuments': { input: { query?: { q?: string; status?: "queued" | "processing" | "ready" | "failed"; collectionId?: string; limit?: number; cursor?: string } }; data: KnowledgeDocument[]; paged: true }
  /** Upload a document (Markdown, HTML, text, CSV, PDF, DOCX or XLSX); it is read in the background */
  'knowledge.uploadDocument': { input: { query: { name: string; language?: "en" | "es" | "fr" | "de" | "ja"; visibility?: "organization" | "agents" | "public"; collectionId?: string; metadata?: string }; body: Blob }; data: KnowledgeDocument }
  /** Read a document with some of its passages */
  'knowledge.readDocument': { input: { params: { id: string }; query?: { from?: number } }; data: KnowledgeDocumentDetail }
  /** Change the collection, visibility, language or metadata of a document */
  'knowledge.updateDocument': { input: { params: { id: string }; body: { language?: "en" | "es" | "fr" | "de" | "ja"; visibility?: "organization" | "agents" | "public"; collectionId?: string | null; metadata?: Record<string, string | number | boolean> } }; data: KnowledgeDocument }
  /** Read a failed document again */
  'knowledge.retryDocument': { input: { params: { id: string } }; data: KnowledgeDocument }
  /** Delete a document and all of its passages */
  'knowledge.removeDocument': { input: { params: { id: string } }; data: null }
  /** List web addresses and sitemaps that become documents */
  'knowledge-sources.list': { input: {  }; data: KnowledgeSource[] }
  /** Add a web address or a sitemap; its pages are read in the background */
  'knowledge-sources.create': { input: { body: { kind?: "address" | "sitemap"; url: string; name?: string; depth?: number; maxPages?: number; schedule?: "manual" | "daily" | "weekly"; language?: "en" | "es" | "fr" | "de" | "ja"; visibility?: "organization" | "agents" | "public"; collectionId?: string | null; metadata?: Record<string, string | number | boolean> } }; data: KnowledgeSource }
  /** Change a source; its pages follow where they are as it was */
  'knowledge-sources.update': { input: { params: { id: string }; body: { name?: string; depth?: number; maxPages?: number; schedule?: "manual" | "daily" | "weekly"; language?: "en" | "es" | "fr" | "de" | "ja"; visibility?: "organization" | "agents" | "public"; collectionId?: string | null; metadata?: Record<string, string | number | boolean> } }; data: KnowledgeSource }
  /** Read a source again now */
  'knowledge-sources.sync': { input: { params: { id: string } }; data: KnowledgeSource }
  /** Delete a source and the documents of its pages */
  'knowledge-sources.remove': { input: { params: { id: string } }; data: null }
  /** Search everything the caller may read in the organization */
  'search.find': { input: { query: { q: string; limit?: number } }; data: SearchHit[] }
  /** List contacts */
  'contacts.list': { input: { query?: { q?: string; tag?: string; source?: "manual" | "import" | "api" | "form" | "reply" | "agent" | "workflow"; reach?: "email" | "phone" | "bounced"; importId?: string; email?: string; phone?: string; updatedSince?: string; sort?: "createdAt" | "name" | "email"; direction?: "asc" | "desc"; limit?: number; cursor?: string } }; data: Contact[]; paged: true }
  /** Count contacts */
  'contacts.stats': { input: { query?: { q?: string; tag?: string; source?: "manual" | "import" | "api" | "form" | "reply" | "agent" | "workflow"; reach?: "email" | "phone" | "bounced"; importId?: string; email?: string; phone?: string; updatedSince?: string } }; data: ContactStats }
  /** List the tags of contacts, the most used first */
  'contacts.tags': { input: {  }; data: ContactTag[] }
  /** List contacts that may be the same person */
  'contacts.duplicates': { input: {  }; data: ContactDuplicates[] }
  /** Contacts as CSV: all, those that the filter finds, or those of a segment */
  'contacts.exportList': { input: { query?: { q?: string; tag?: string; source?: "manual" | "import" | "api" | "form" | "reply" | "agent" | "workflow"; reach?: "email" | "phone" | "bounced"; importId?: string; email?: string; phone?: string; updatedSince?: string; segmentId?: string } }; data: Blob }
  /** List the custom fields of contacts */
  'contacts.fields': { input: {  }; data: ContactField[] }
  /** Add a custom field to contacts */
  'contacts.createField': { input: { body: { key: string; label: string; type: "text" | "number" | "boolean" | "date" | "choice"; choices?: string[] } }; data: ContactField }
  /** Change the label or the choices of a custom field; a choice that contacts have cannot be taken away */
  'contacts.updateField': { input: { params: { id: string }; body: { label?: string; choices?: string[]; updatedAt?: string } }; data: ContactField }
  /** Create a contact; an email address that another one has answers 409 */
  'contacts.create': { input: { body: { email?: string | null; phone?: string | null; firstName?: string; lastName?: string; locale?: string | null; timeZone?: string | null; tags?: string[]; custom?: Record<string, (string | number | boolean) | null> } }; data: Contact }
  /** Add a tag to contacts, or remove it */
  'contacts.bulk': { input: { body: { ids: string[]; action: "add_tag" | "remove_tag"; tag: string } }; data: { changed: number } }
  /** Read a contact */
  'contacts.read': { input: { params: { id: string } }; data: Contact }
  /** Change a contact; what is not named stays as it is */
  'contacts.update': { input: { params: { id: string }; body: { email?: string | null; phone?: string | null; firstName?: string; lastName?: string; locale?: string | null; timeZone?: string | null; tags?: string[]; custom?: Record<string, (string | number | boolean) | null>; updatedAt?: string } }; data: Contact }
  /** Merge two contacts: the other one’s history comes along, and it is gone afterwards */
  'contacts.merge': { input: { params: { id: string }; body: { otherId: string; take?: (("email" | "phone" | "firstName" | "lastName" | "locale" | "timeZone") | string)[] } }; data: Contact }
  /** What happened with a contact, newest first, as far as the reader may see it where it is kept */
  'contacts.timeline': { input: { params: { id: string }; query?: { kind?: "contact" | "events" | "consent" | "campaigns" | "messages" | "workflows" | "agents"; limit?: number; cursor?: string } }; data: TimelineEntry[]; paged: true }
  /** Record that something happened with a contact, for the timeline and for segments */
  'contacts.recordEvent': { input: { params: { id: string }; body: { type: string; data?: Record<string, string | number | boolean> } }; data: TimelineEntry }
  /** All data stored about a contact, as JSON */
  'contacts.exportOne': { input: { params: { id: string } }; data: Blob }
  /** List what agents remember about a contact */
  'contact-memories.list': { input: { params: { id: string } }; data: ContactMemory[] }
  /** Erase a fact that agents remember about a contact */
  'contact-memories.remove': { input: { params: { id: string; memoryId: string } }; data: null }
  /** List imports of contacts, the newest first */
  'contact-imports.list': { input: { query?: { limit?: number; cursor?: string } }; data: ContactImport[]; paged: true }
  /** Start an import: its file is sent in pieces afterwards */
  'contact-imports.create': { input: { body: { fileName: string; sizeBytes: number } }; data: ContactImport }
  /** Read an import, its progress included */
  'contact-imports.read': { input: { params: { id: string } }; data: ContactImport }
  /** Send the next piece of the file; the same piece again does no harm, and the last one completes it */
  'contact-imports.upload': { input: { params: { id: string }; query: { offset: number }; body: Blob }; data: { receivedBytes: number; status: "uploading" | "uploaded" | "running" | "completed" | "failed" | "cancelled" | "undoing" | "undone" } }
  /** See how the first rows would be read, with what was recognised where nothing is given */
  'contact-imports.preview': { input: { params: { id: string }; body: { separator?: "," | ";" | "\t" | "|"; encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | "windows-1250" | "iso-8859-2" | "windows-1251" | "koi8-r" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-874" | "shift_jis" | "euc-jp" | "iso-2022-jp" | "gb18030" | "big5" | "euc-kr"; hasHeader?: boolean; titleRows?: number; dateOrder?: "dmy" | "mdy"; columns?: (("email" | "phone" | "firstName" | "lastName" | "name" | "locale" | "timeZone" | "tags" | "consentStatus" | "consentSource" | "consentDate" | "consentOptOut" | "ignore") | string)[] } }; data: ImportPreview }
  /** Start the import; where these people agreed is part of it */
  'contact-imports.start': { input: { params: { id: string }; body: { settings: { separator: "," | ";" | "\t" | "|"; encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | "windows-1250" | "iso-8859-2" | "windows-1251" | "koi8-r" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-874" | "shift_jis" | "euc-jp" | "iso-2022-jp" | "gb18030" | "big5" | "euc-kr"; hasHeader: boolean; titleRows?: number; dateOrder?: "dmy" | "mdy"; columns: (("email" | "phone" | "firstName" | "lastName" | "name" | "locale" | "timeZone" | "tags" | "consentStatus" | "consentSource" | "consentDate" | "consentOptOut" | "ignore") | string)[]; dedupe: "skip" | "update" | "fill"; tags?: string[]; consent: { kind: "granted"; channels: ("email" | "sms" | "webhook" | "whatsapp")[]; purpose: string; source: string; obtainedAt?: string } | { kind: "confirm"; purpose: string; source: string } | { kind: "none"; statement: "no consent"; rows?: { channels: ("email" | "sms" | "webhook" | "whatsapp")[]; purpose: string } } } } }; data: ContactImport }
  /** Stop an import; what it has done stays until it is undone */
  'contact-imports.cancel': { input: { params: { id: string } }; data: ContactImport }
  /** Resume an import that failed or was stopped: it goes on behind the last rows that it wrote, with the same settings */
  'contact-imports.resume': { input: { params: { id: string } }; data: ContactImport }
  /** Delete the file of an import that failed or was stopped: it cannot be resumed any more */
  'contact-imports.removeFile': { input: { params: { id: string } }; data: ContactImport }
  /** List the rows that an import skipped, with what is wrong in each */
  'contact-imports.errorRows': { input: { params: { id: string }; query?: { after?: number } }; data: ImportErrorRows }
  /** Import skipped rows, corrected, into the same import: none is imported twice */
  'contact-imports.correct': { input: { params: { id: string }; body: { rows: { row: number; cells: string[] }[] } }; data: CorrectedRows }
  /** The skipped rows as CSV: their own columns, and the reason of each, to be put right and imported again */
  'contact-imports.errors': { input: { params: { id: string } }; data: Blob }
  /** List what the organization asks consent for, the archived too */
  'consents.listPurposes': { input: {  }; data: ConsentPurpose[] }
  /** Read what a contact agreed to, and what keeps them from being reached */
  'consents.ofContact': { input: { params: { id: string } }; data: ContactConsents }
  /** Page through the consent ledger of a contact, newest first */
  'consents.history': { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; data: ConsentEntry[]; paged: true }
  /** Record that a contact agreed, with its source and proof; under double opt-in it waits for the contact to confirm */
  'consents.grant': { input: { params: { id: string }; body: { channel: "email" | "sms" | "webhook" | "whatsapp"; purpose: string; source: "manual" | "form" | "api"; proof: string } }; data: ContactConsents }
  /** Resend the email or SMS of a pending consent */
  'consents.remind': { input: { params: { id: string }; body: { purpose: string; channel?: "email" | "sms" } }; data: ContactConsents }
  /** Record that a contact withdrew consent; without a purpose to none, and the address is suppressed */
  'consents.withdraw': { input: { params: { id: string }; body: { channel: "email" | "sms" | "webhook" | "whatsapp"; purpose: string | null; proof?: string } }; data: ContactConsents }
  /** Page through the addresses that must not be reached, newest first; `address` finds one exactly */
  'consents.listSuppressions': { input: { query?: { address?: string; channel?: "email" | "sms" | "whatsapp"; reason?: "unsubscribed" | "bounced" | "complained" | "stop" | "manual" | "erased" | "imported"; limit?: number; cursor?: string } }; data: Suppression[]; paged: true }
  /** Add an address to the suppression list */
  'consents.addSuppression': { input: { body: { channel: "email" | "sms" | "whatsapp"; address: string; detail?: string } }; data: Suppression }
  /** Add a list of addresses to the suppression list */
  'consents.addSuppressions': { input: { body: { channel: "email" | "sms" | "whatsapp"; addresses: string; detail?: string } }; data: { added: number; alreadyThere: number; invalid: number; examples: string[] } }
  /** List the sign-up forms with their addresses and figures, the archived too */
  'sign-up-forms.list': { input: {  }; data: SignUpForm[] }
  /** List segments, newest first */
  'segments.list': { input: { query?: { q?: string; limit?: number; cursor?: string } }; data: Segment[]; paged: true }
  /** List what rules may name: tags, custom fields, purposes, campaigns, segments, events */
  'segments.choices': { input: {  }; data: SegmentChoices }
  /** List the links of a campaign that rules about clicks may name */
  'segments.links': { input: { params: { id: string } }; data: string[] }
  /** Turn a description of an audience into rules, by the default AI model; nothing is saved */
  'segments.describe': { input: { body: { text: string } }; data: SegmentProposal }
  /** Read a segment */
  'segments.read': { input: { params: { id: string } }; data: Segment }
  /** Create a segment */
  'segments.create': { input: { body: { name: string; description?: string; rules: SegmentGroupInput; describedAs?: string } }; data: Segment }
  /** Change a segment; a changed rule takes its count away */
  'segments.update': { input: { params: { id: string }; body: { name?: string; description?: string; rules?: SegmentGroupInput; describedAs?: string; updatedAt?: string } }; data: Segment }
  /** Delete a segment that no draft or scheduled campaign and no other segment uses */
  'segments.remove': { input: { params: { id: string } }; data: null }
  /** Copy a segment under the name "{name} (Copy)" */
  'segments.clone': { input: { params: { id: string } }; data: Segment }
  /** Count the contacts of a segment and keep the number */
  'segments.count': { input: { params: { id: string } }; data: { count: number; countedAt: string } }
  /** Count the contacts that rules hold for, and show ten of them */
  'segments.preview': { input: { body: { rules: SegmentGroupInput } }; data: { count: number; sample: SegmentMember[]; tookMs: number } }
  /** List the contacts of a segment */
  'segments.contacts': { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; data: SegmentMember[]; paged: true }
  /** List the accounts that messages go out through */
  'channels.listAccounts': { input: {  }; data: ChannelAccount[] }
  /** Add an account with an email, SMS or WhatsApp provider, or a webhook */
  'channels.createAccount': { input: { body: CreateChannelAccountInput }; data: CreatedChannelAccount }
  /** Change a channel account; a blank secret keeps the stored one, unless the server it is for changes */
  'channels.updateAccount': { input: { params: { id: string }; body: UpdateChannelAccountInput }; data: ChannelAccount }
  /** List WhatsApp templates */
  'channels.listTemplates': { input: { query?: { accountId?: string } }; data: WhatsappTemplate[] }
  /** List who mail may come from */
  'channels.listSenders': { input: {  }; data: Sender[] }
  /** Export the organization as code: agents, workflows, templates, segments, record types, reports, brand, permission sets */
  'bundles.export': { input: {  }; data: Blob }
  /** What applying a bundle would change, without changing it */
  'bundles.compare': { input: { body: BundleInput }; data: BundleComparison }
  /** Create and change what a bundle names; what it does not name stays */
  'bundles.apply': { input: { body: BundleInput }; data: BundleComparison }
  /** List campaigns, without their messages */
  'campaigns.list': { input: { query?: { q?: string; status?: "draft" | "scheduled" | "running" | "paused" | "completed"; channel?: "email" | "sms" | "webhook" | "whatsapp"; sentSince?: string; sort?: "createdAt" | "updatedAt" | "name" | "status"; direction?: "asc" | "desc"; limit?: number; cursor?: string } }; data: ListedCampaign[]; paged: true }
  /** Count campaigns, messages of today and responses */
  'campaigns.stats': { input: {  }; data: CampaignStats }
  /** Create a campaign as a draft */
  'campaigns.create': { input: { body: { name: string; description?: string; channel: "email" | "sms" | "webhook" | "whatsapp"; agentId?: string | null; definition?: CampaignDefinitionInput } }; data: Campaign }
  /** Read a campaign */
  'campaigns.read': { input: { params: { id: string } }; data: Campaign }
  /** Change a campaign; what is under way keeps the version it began with, but for its send window, throttle and guard */
  'campaigns.update': { input: { params: { id: string }; body: { name?: string; description?: string; channel?: "email" | "sms" | "webhook" | "whatsapp"; agentId?: string | null; definition?: CampaignDefinitionInput; updatedAt?: string } }; data: Campaign }
  /** Launch a campaign: now, or as its schedule says; 422 with everything that stands against it */
  'campaigns.send': { input: { params: { id: string }; body?: { version?: number } }; data: Campaign }
  /** Pause a campaign: what is in flight is finished, nothing new is taken */
  'campaigns.pause': { input: { params: { id: string } }; data: Campaign }
  /** Resume a campaign exactly where it stopped */
  'campaigns.resume': { input: { params: { id: string } }; data: Campaign }
  /** Copy a campaign as a draft under the name "{name} (Copy)" */
  'campaigns.clone': { input: { params: { id: string } }; data: Campaign }
  /** Delete a campaign that is not running; what was sent stays in the history of each contact */
  'campaigns.remove': { input: { params: { id: string } }; data: null }
  /** List the versions of a campaign, newest first */
  'campaigns.versions': { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; data: CampaignVersion[]; paged: true }
  /** Fill a message in for a contact, saved or not, and say what is wrong with it */
  'campaigns.preview': { input: { body: { channel: "email" | "sms" | "webhook" | "whatsapp"; content: MessageContentInput; campaignName?: string; purpose?: string; byAgent?: boolean; trackClicks?: boolean; contactId?: string | null; audience?: AudienceInput | null } }; data: MessagePreview }
  /** Send a message marked [Test] to members, to oneself or to contacts tagged as test; it counts nowhere */
  'campaigns.testSend': { input: { params: { id: string }; body: { to?: string[]; contactId?: string | null; variant?: number } }; data: TestSendResult }
  /** Check the real audience without sending: who gets what when, who does not and why, errors and cost */
  'campaigns.dryRun': { input: { params: { id: string } }; data: DryRun }
  /** Read the last dry run of a campaign; null before the first */
  'campaigns.readDryRun': { input: { params: { id: string } }; data: DryRun | null }
  /** List the occurrences of a campaign, newest first */
  'campaigns.sends': { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; data: ListedSend[]; paged: true }
  /** List the recipients of one occurrence, the newest unless named */
  'campaigns.recipients': { input: { params: { id: string }; query?: { sendId?: string; status?: "queued" | "sending" | "sent" | "delivered" | "opened" | "clicked" | "responded" | "bounced" | "complained" | "unsubscribed" | "failed" | "skipped" | "held"; reason?: string; variant?: number; q?: string; limit?: number; cursor?: string } }; data: CampaignRecipient[]; paged: true }
  /** Say why somebody did or did not get a campaign */
  'campaigns.why': { input: { params: { id: string; contactId: string } }; data: RecipientStory }
  /** Numbers of a campaign by time, variant, link and reason */
  'campaigns.analytics': { input: { params: { id: string }; query?: { sendId?: string; bucket?: "hour" | "day" } }; data: CampaignAnalytics }
  /** End the A/B test of a campaign: the rest of the audience gets this variant */
  'campaigns.chooseWinner': { input: { params: { id: string }; body: { variant: number; sendId?: string } }; data: CampaignSend }
  /** Resolve messages with an unknown outcome after a crash: send them again, or drop them */
  'campaigns.decideHeld': { input: { params: { id: string }; body: { decision: "send" | "drop"; sendId?: string; contactIds?: string[] | null } }; data: { decided: number } }
  /** Send again to recipients with a temporary failure; a campaign that had ended goes on */
  'campaigns.retryFailed': { input: { params: { id: string }; body: { sendId?: string; reasons?: ("rejected" | "put_off_too_long" | "undelivered" | "agent_failed")[] } }; data: { again: number } }
  /** List what a campaign still needs before its launch: an error here refuses the launch */
  'campaigns.checklist': { input: { params: { id: string } }; data: LaunchChecklist }
  /** List conversations, those with the newest message first */
  'messages.list': { input: { query?: { box?: "inbox" | "sent" | "archived" | "all"; q?: string; priority?: "urgent" | "high" | "normal" | "low"; unread?: "true" | "false"; flagged?: "true" | "false"; status?: "open" | "closed"; channel?: "email" | "sms" | "webhook" | "whatsapp" | "chat"; assigned?: "me" | "nobody"; campaignId?: string; contactId?: string; limit?: number; cursor?: string } }; data: Message[]; paged: true }
  /** Count messages of the signed-in user */
  'messages.stats': { input: {  }; data: MessageStats }
  /** Write to members or to a contact */
  'messages.create': { input: { body: { to: { kind: "members"; userIds: string[] } | { kind: "contact"; contactId: string; channel: "email" | "sms" | "whatsapp" }; subject: string; message: string; priority?: "urgent" | "high" | "normal" | "low"; attachmentIds?: string[]; template?: { id: string; variables: string[] } | null } }; data: Conversation }
  /** Read a conversation */
  'messages.read': { input: { params: { id: string } }; data: Conversation }
  /** Reply on the channel of the conversation */
  'messages.reply': { input: { params: { id: string }; body: { message: string; attachmentIds?: string[]; template?: { id: string; variables: string[] } | null } }; data: Conversation }
  /** Retry a message that was not sent, or resolve one with an unknown outcome */
  'messages.decide': { input: { params: { id: string; messageId: string }; body: { decision: "send" | "sent" | "drop" } }; data: Conversation }
  /** Upload a file for a message that is being written; it is kept for a day until it is sent */
  'messages.attach': { input: { query: { name: string }; body: Blob }; data: Attachment }
  /** Download an attachment */
  'messages.attachment': { input: { params: { id: string } }; data: Blob }
  /** Read how visitors can talk to an agent */
  'chat.read': { input: { params: { id: string } }; data: AgentChat }
  /** Publish an agent for visitors, or stop it at once */
  'chat.save': { input: { params: { id: string }; body: { enabled: boolean; hasPage: boolean; title: string; welcome: string; accent: string | null; origins: string[]; perHour: number; dailyBudgetMicros: number | null; openingHours: { day: number; from: string; to: string }[] | null; handsOver: boolean; mailsTranscript: boolean; updatedAt?: string | null } }; data: AgentChat }
  /** Answer a visitor in the agent's place; the agent is silent until it is handed back */
  'chat.takeOver': { input: { params: { id: string } }; data: { state: "agent" | "waiting" | "person" } }
  /** Let the agent answer a visitor's conversation again */
  'chat.handBack': { input: { params: { id: string } }; data: { state: "agent" | "waiting" | "person" } }
  /** List the agents that answer contacts, by channel */
  'channel-agents.list': { input: {  }; data: ChannelAgent[] }
  /** List workflows */
  'workflows.list': { input: { query?: { q?: string; status?: "draft" | "active" | "paused"; sort?: "createdAt" | "updatedAt" | "name" | "executions" | "lastRun"; order?: "asc" | "desc"; limit?: number; cursor?: string } }; data: Workflow[]; paged: true }
  /** Count workflows and their runs */
  'workflows.stats': { input: {  }; data: WorkflowStats }
  /** List the types of steps with their forms */
  'workflows.stepTypes': { input: {  }; data: StepType[] }
  /** Create a workflow, as a draft */
  'workflows.create': { input: { body: { name: string; description?: string; definition?: WorkflowDefinitionInput } }; data: WorkflowDetail }
  /** Read a workflow with its draft */
  'workflows.read': { input: { params: { id: string } }; data: WorkflowDetail }
  /** Change a workflow or its draft; 409 where somebody saved in between */
  'workflows.update': { input: { params: { id: string }; body: { name?: string; description?: string; draft?: WorkflowDefinitionInput; revision: number } }; data: WorkflowDetail }
  /** Pause an active workflow, or activate a paused one; a draft stays a draft */
  'workflows.toggle': { input: { params: { id: string } }; data: Workflow }
  /** Delete a workflow; what runs is cancelled, its history stays for as long as it is kept */
  'workflows.remove': { input: { params: { id: string } }; data: null }
  /** Duplicate a workflow as a draft */
  'workflows.duplicate': { input: { params: { id: string } }; data: Workflow }
  /** Check a definition without saving it */
  'workflows.validate': { input: { body: { definition: WorkflowDefinitionInput } }; data: { problems: GraphProblem[] } }
  /** Publish the draft as a new version and activate the workflow; 422 names the steps that stand against it */
  'workflows.publish': { input: { params: { id: string }; body: { note?: string; revision: number } }; data: PublishedWorkflow }
  /** List the published versions of a workflow, newest first */
  'workflows.versions': { input: { params: { id: string }; query?: { limit?: number; cursor?: string } }; data: WorkflowVersion[]; paged: true }
  /** Read the definition of a version */
  'workflows.readVersion': { input: { params: { id: string; version: number } }; data: { version: number; note: string; publishedBy: string; publishedAt: string; steps: number; isCurrent: boolean; definition: WorkflowDefinition } }
  /** Publish an earlier version again */
  'workflows.rollBack': { input: { params: { id: string; version: number } }; data: WorkflowDetail }
  /** Export a workflow as a file without secrets */
  'workflows.export': { input: { params: { id: string } }; data: Blob }
  /** Create a workflow from a file, as a draft; what it names is found by name or left to be chosen */
  'workflows.import': { input: { body: WorkflowFileInput }; data: WorkflowDetail }
  /** Start the published version manually */
  'workflow-runs.start': { input: { params: { id: string }; body: { input?: unknown } }; data: { runId: string; status: "queued" | "running" | "waiting" | "paused" | "quarantined" | "success" | "failed" | "cancelled" } }
  /** List runs of workflows, newest first */
  'workflow-runs.list': { input: { query?: { workflowId?: string; status?: "queued" | "running" | "waiting" | "paused" | "quarantined" | "success" | "failed" | "cancelled" | "open" | "ended"; trigger?: "webhook" | "schedule" | "event" | "manual" | "workflow" | "retry" | "test"; q?: string; from?: string; to?: string; limit?: number; cursor?: string } }; data: WorkflowRun[]; paged: true }
  /** Read a run with its steps */
  'workflow-runs.read': { input: { params: { id: string } }; data: WorkflowRunDetail }
  /** Cancel a run; what is in hand is finished or left unknown */
  'workflow-runs.cancel': { input: { params: { id: string } }; data: WorkflowRun }
  /** Pause a run after its current steps */
  'workflow-runs.pause': { input: { params: { id: string } }; data: WorkflowRun }
  /** Resume a paused or quarantined run */
  'workflow-runs.resume': { input: { params: { id: string } }; data: WorkflowRun }
  /** Run again: from the failed step, from the start, from any step, or as a replay of what was recorded */
  'workflow-runs.retry': { input: { params: { id: string }; body: { from?: "failed" | "start" | "step" | "replay"; stepId?: string; version?: "same" | "current"; effects?: Record<string, "reuse" | "redo"> } }; data: { runId: string; status: "queued" | "running" | "waiting" | "paused" | "quarantined" | "success" | "failed" | "cancelled" } }
  /** Resolve a step with an unknown outcome: it was done, or it is done again */
  'workflow-runs.decide': { input: { params: { id: string; seq: number }; body: { decision: "done" | "again" | "failed"; output?: unknown } }; data: WorkflowRun }
  /** List approvals that workflows ask for, newest first */
  'workflow-approvals.list': { input: { query?: { status?: "pending" | "approved" | "rejected" | "expired" | "cancelled"; runId?: string; workflowId?: string; mine?: "true"; limit?: number; cursor?: string } }; data: WorkflowApproval[]; paged: true }
  /** Read an approval */
  'workflow-approvals.read': { input: { params: { id: string } }; data: WorkflowApproval }
  /** Approve or reject; the first decision stands */
  'workflow-approvals.decide': { input: { params: { id: string }; body: { decision: "approved" | "rejected"; comment?: string } }; data: WorkflowApproval }
  /** Delegate an approval to another member */
  'workflow-approvals.delegate': { input: { params: { id: string }; body: { userId: string } }; data: WorkflowApproval }
  /** List templates: official ones, those of the own organization, and those of the community */
  'templates.list': { input: { query?: { category?: "agent" | "campaign" | "workflow"; type?: "official" | "community"; q?: string; tags?: string; sort?: "popular" | "recent" | "trending"; limit?: number; cursor?: string } }; data: Template[]; paged: true }
  /** Count templates and show the popular and trending ones of a category */
  'templates.overview': { input: { query?: { category?: "agent" | "campaign" | "workflow" } }; data: { stats: TemplateStats; tags: string[]; popular: Template[]; trending: Template[] } }
  /** Read a template with its content */
  'templates.read': { input: { params: { key: string } }; data: { key: string; name: string; description: string; category: "agent" | "campaign" | "workflow"; type: "official" | "community"; tags: string[]; icon: string; author: string; uses: number; rating: number | null; ratings: number; myRating: number | null; trending: boolean; popular: boolean; preview: string; included: string[]; includedKeys: ({ key: string; values: unknown } | null)[]; workflow: { category: string; triggers: ("webhook" | "schedule" | "event" | "manual")[]; actions: number } | null; visibility: "organization" | "community"; review: "none" | "pending" | "approved" | "rejected"; isMine: boolean; createdAt: string; content: unknown } }
  /** Create an agent, campaign or workflow from a template */
  'templates.use': { input: { params: { key: string }; body: { name?: string } }; data: { category: "agent" | "campaign" | "workflow"; id: string } }
  /** List webhooks with their latest deliveries, newest first */
  'webhooks.list': { input: { query?: { q?: string; limit?: number; cursor?: string } }; data: ListedWebhook[]; paged: true }
  /** Count webhooks and their deliveries */
  'webhooks.stats': { input: {  }; data: WebhookStats }
  /** List the events that webhooks can receive, with schema and example */
  'webhooks.catalogue': { input: {  }; data: WebhookEvent[] }
  /** Read a webhook */
  'webhooks.read': { input: { params: { id: string } }; data: Webhook }
  /** Create a webhook; the answer shows its secret */
  'webhooks.create': { input: { body: { name: string; url: string; events: string[]; headers?: { key: string; value?: string }[]; description?: string; filter?: ({ path: string; operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "gt" | "gte" | "lt" | "lte" | "exists" | "is_empty" | "matches_one_of" | "is_true" | "is_false"; value?: string })[]; orderingKey?: string | null; ratePerSecond?: number | null; includesContact?: boolean } }; data: CreatedWebhook }
  /** Change a webhook, or switch it on or off */
  'webhooks.update': { input: { params: { id: string }; body: { name?: string; url?: string; events?: string[]; headers?: { key: string; value?: string }[]; description?: string; filter?: ({ path: string; operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "gt" | "gte" | "lt" | "lte" | "exists" | "is_empty" | "matches_one_of" | "is_true" | "is_false"; value?: string })[]; orderingKey?: string | null; ratePerSecond?: number | null; includesContact?: boolean; isEnabled?: boolean; updatedAt?: string } }; data: Webhook }
  /** Delete a webhook with its deliveries */
  'webhooks.remove': { input: { params: { id: string } }; data: null }
  /** Replace the secret; the old one signs too until its overlap ends */
  'webhooks.rotateSecret': { input: { params: { id: string }; body: { overlapHours?: number } }; data: CreatedWebhook }
  /** Send a sample event to the webhook and return the outcome */
  'webhooks.test': { input: { params: { id: string }; body: { event?: string } }; data: WebhookDelivery }
  /** Replay failed deliveries since a time, or all deliveries of a period, with those that wait for their next attempt; 409 while a replay of the webhook runs */
  'webhooks.replay': { input: { params: { id: string }; body: { from: string; until?: string; status?: "failed" | "all" } }; data: { deliveries: number } }
  /** Send now all deliveries that wait for their next attempt; 409 while a replay of the webhook runs */
  'webhooks.sendWaiting': { input: { params: { id: string } }; data: { deliveries: number } }
  /** List deliveries of a webhook, newest first; a search covers the newest 10,000 */
  'webhooks.deliveries': { input: { params: { id: string }; query?: { q?: string; status?: "pending" | "success" | "failed"; event?: string; limit?: number; cursor?: string } }; data: WebhookDelivery[]; paged: true }
  /** Read a delivery with its attempts, requests and responses */
  'webhooks.readDelivery': { input: { params: { id: string; deliveryId: string } }; data: WebhookDeliveryDetail }
  /** Deliver again now */
  'webhooks.retryDelivery': { input: { params: { id: string; deliveryId: string } }; data: WebhookDelivery }
  /** List the services that can be connected, with their actions and triggers */
  'integrations.list': { input: {  }; data: IntegrationConnector[] }
  /** Count services and connections */
  'integrations.stats': { input: {  }; data: IntegrationStats }
  /** List connections, newest first, without their secrets */
  'integrations.connections': { input: { query?: { q?: string } }; data: IntegrationConnection[] }
  /** List the triggers of connections that start workflows, failing ones first */
  'integrations.triggers': { input: {  }; data: TriggerSubscription[] }
  /** List items that a workflow refused to start with, oldest first */
  'integrations.refused': { input: { params: { workflowId: string } }; data: RefusedTriggerItem[] }
  /** Read a connection */
  'integrations.read': { input: { params: { id: string } }; data: IntegrationConnection }
  /** List the actions of a connection */
  'integrations.actions': { input: { params: { id: string } }; data: IntegrationAction[] }
  /** List what of its document or server cannot be used, or not in full, and why */
  'integrations.leftOut': { input: { params: { id: string } }; data: LeftOutOperation[] }
  /** Connect a service: the connection is tested first */
  'integrations.connect': { input: { body: { connectorId: string; name?: string; auth?: number; fields?: Record<string, string>; roles?: ("OWNER" | "ADMIN" | "MEMBER" | "VIEWER")[]; isForAutomation?: boolean; document?: { text: string } | { url: string } } }; data: IntegrationConnection }
  /** Change a connection; new credentials are tested first */
  'integrations.configure': { input: { params: { id: string }; body: { name?: string; fields?: Record<string, string>; roles?: ("OWNER" | "ADMIN" | "MEMBER" | "VIEWER")[]; isForAutomation?: boolean; document?: { text: string } | { url: string }; updatedAt?: string } }; data: IntegrationConnection }
  /** List what uses a connection */
  'integrations.dependants': { input: { params: { id: string } }; data: IntegrationDependant[] }
  /** Run an action of a connection now */
  'integrations.run': { input: { params: { id: string; action: string }; body: { input?: Record<string, unknown> } }; data: { output: unknown } }
  /** Give a payment back, in part or in full */
  'operator.refund': { input: { params: { id: string }; body: { organizationId: string; amount?: number; reason: string } }; data: null }
  /** Put an organization on a plan at once */
  'operator.setPlan': { input: { params: { id: string }; body: { planType: "FREE" | "CONQUEROR" | "EMPEROR" | "OVERLORD" } }; data: null }
  /** List sales orders */
  'sales-orders.list': { input: { query?: { q?: string; status?: "Pending" | "Confirmed" | "Completed" | "Cancelled"; limit?: number; cursor?: string } }; data: SalesOrder[]; paged: true }
  /** Count sales orders by status */
  'sales-orders.stats': { input: {  }; data: SalesOrderStats }
  /** Create a sales order; it gets the next number of its series */
  'sales-orders.create': { input: { body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; date?: string } }; data: SalesOrderDetail }
  /** Read a sales order */
  'sales-orders.read': { input: { params: { id: string } }; data: SalesOrderDetail }
  /** Replace the contents of a pending sales order */
  'sales-orders.update': { input: { params: { id: string }; body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; date?: string; updatedAt?: string } }; data: SalesOrderDetail }
  /** The order as an HTML document without scripts */
  'sales-orders.document': { input: { params: { id: string } }; data: SalesDocument }
  /** Confirm a pending sales order */
  'sales-orders.confirm': { input: { params: { id: string } }; data: SalesOrderDetail }
  /** Complete a confirmed sales order */
  'sales-orders.complete': { input: { params: { id: string } }; data: SalesOrderDetail }
  /** Cancel a sales order that is not completed */
  'sales-orders.cancel': { input: { params: { id: string } }; data: SalesOrderDetail }
  /** Draft an invoice of a confirmed or completed order: of all that is left, or of some */
  'sales-orders.createInvoice': { input: { params: { id: string }; body?: { lines?: { line: number; quantity: number }[] } }; data: SalesInvoice }
  /** List sales invoices */
  'sales-invoices.list': { input: { query?: { q?: string; status?: "Draft" | "Pending" | "Paid" | "Overdue" | "Credited" | "Void"; limit?: number; cursor?: string } }; data: SalesInvoice[]; paged: true }
  /** Count sales invoices by status */
  'sales-invoices.stats': { input: {  }; data: SalesInvoiceStats }
  /** Keep what the invoice registration portal answered; it is printed on the invoice */
  'sales-invoices.setEInvoice': { input: { params: { id: string }; body: { irn: string; ackNumber: string; ackDate: string; signedQr: string } }; data: SalesInvoiceDetail }
  /** Draft a sales invoice */
  'sales-invoices.create': { input: { body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; dueDate?: string | null; reverseCharge?: boolean; buyerReference?: string; exchangeRate?: number | null } }; data: SalesInvoiceDetail }
  /** Read a sales invoice */
  'sales-invoices.read': { input: { params: { id: string } }; data: SalesInvoiceDetail }
  /** Replace the contents of a draft; an issued invoice answers 409 */
  'sales-invoices.update': { input: { params: { id: string }; body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; dueDate?: string | null; reverseCharge?: boolean; buyerReference?: string; exchangeRate?: number | null; updatedAt?: string } }; data: SalesInvoiceDetail }
  /** Delete a draft; an issued invoice answers 409 */
  'sales-invoices.remove': { input: { params: { id: string } }; data: null }
  /** Issue a draft: it gets its serial and cannot be changed any more */
  'sales-invoices.issue': { input: { params: { id: string } }; data: SalesInvoiceDetail }
  /** Send an issued invoice to its customer by email, or its link by SMS or WhatsApp */
  'sales-invoices.send': { input: { params: { id: string }; query?: { via?: "email" | "sms" | "whatsapp" } }; data: SalesInvoiceDetail }
  /** Record a payment of an issued invoice, in full or in part */
  'sales-invoices.recordPayment': { input: { params: { id: string }; body: { amount: number; withheld?: number; method: "Bank transfer" | "UPI" | "Card" | "Cash" | "Cheque" | "Online" | "Other"; date?: string; reference?: string } }; data: SalesInvoiceDetail }
  /** Revoke the links that were sent or copied so far; there is a new one */
  'sales-invoices.revokeLink': { input: { params: { id: string } }; data: SalesInvoiceDetail }
  /** The invoice as an HTML document without scripts */
  'sales-invoices.document': { input: { params: { id: string } }; data: SalesDocument }
  /** Remind the customer of an open invoice by email, SMS or WhatsApp, with the link to pay */
  'sales-invoices.remind': { input: { params: { id: string }; query?: { via?: "email" | "sms" | "whatsapp" } }; data: SalesInvoiceDetail }
  /** A credit note as an HTML document without scripts */
  'sales-invoices.creditDocument': { input: { params: { id: string; creditNoteId: string } }; data: SalesDocument }
  /** Read currency, tax identity and number series of sales */
  'sales-settings.read': { input: {  }; data: SalesSettings }
  /** List quotations */
  'sales-quotations.list': { input: { query?: { q?: string; status?: "Draft" | "Sent" | "Accepted" | "Declined" | "Expired"; limit?: number; cursor?: string } }; data: SalesQuotation[]; paged: true }
  /** Count quotations by status */
  'sales-quotations.stats': { input: {  }; data: SalesQuotationStats }
  /** Draft a quotation; it gets the next number of its series */
  'sales-quotations.create': { input: { body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; date?: string; validUntil?: string } }; data: SalesQuotationDetail }
  /** Read a quotation */
  'sales-quotations.read': { input: { params: { id: string } }; data: SalesQuotationDetail }
  /** Replace the contents of a draft */
  'sales-quotations.update': { input: { params: { id: string }; body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; date?: string; validUntil?: string; updatedAt?: string } }; data: SalesQuotationDetail }
  /** Delete a draft */
  'sales-quotations.remove': { input: { params: { id: string } }; data: null }
  /** Send a quotation to its customer by email, SMS or WhatsApp, with the page where they accept or decline */
  'sales-quotations.send': { input: { params: { id: string }; query?: { via?: "email" | "sms" | "whatsapp" } }; data: SalesQuotationDetail }
  /** Accept a sent quotation for the customer: it becomes an order */
  'sales-quotations.accept': { input: { params: { id: string } }; data: SalesQuotationDetail }
  /** Decline a sent quotation for the customer */
  'sales-quotations.decline': { input: { params: { id: string }; body: { reason?: string } }; data: SalesQuotationDetail }
  /** Draft a new quotation with the same contents */
  'sales-quotations.copy': { input: { params: { id: string } }; data: SalesQuotationDetail }
  /** Revoke the links that were sent or copied so far; there is a new one */
  'sales-quotations.revokeLink': { input: { params: { id: string } }; data: SalesQuotationDetail }
  /** The quotation as an HTML document without scripts */
  'sales-quotations.document': { input: { params: { id: string } }; data: SalesDocument }
  /** List products by name */
  'sales-products.list': { input: { query?: { q?: string; archived?: "true" | "false"; limit?: number; cursor?: string } }; data: SalesProduct[]; paged: true }
  /** Create a product */
  'sales-products.create': { input: { body: { name: string; sku?: string; code?: string; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; unitPrice: number; prices?: ({ currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; unitPrice: number })[]; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; stock?: number | null } }; data: SalesProduct }
  /** Read a product */
  'sales-products.read': { input: { params: { id: string } }; data: SalesProduct }
  /** Change a product */
  'sales-products.update': { input: { params: { id: string }; body: { name: string; sku?: string; code?: string; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; unitPrice: number; prices?: ({ currency: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; unitPrice: number })[]; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; stock?: number | null; updatedAt?: string } }; data: SalesProduct }
  /** Archive a product: it is not offered any more */
  'sales-products.archive': { input: { params: { id: string } }; data: SalesProduct }
  /** Offer an archived product again */
  'sales-products.restore': { input: { params: { id: string } }; data: SalesProduct }
  /** List recurring invoices */
  'sales-recurring.list': { input: { query?: { q?: string; limit?: number; cursor?: string } }; data: RecurringInvoice[]; paged: true }
  /** Let an invoice be made every week, month or year */
  'sales-recurring.create': { input: { body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; reverseCharge?: boolean; buyerReference?: string; exchangeRate?: number | null; every: "week" | "month" | "year"; interval?: number; startsOn: string; endsOn?: string | null; mode?: "draft" | "send" } }; data: RecurringInvoiceDetail }
  /** Read a recurring invoice */
  'sales-recurring.read': { input: { params: { id: string } }; data: RecurringInvoiceDetail }
  /** Replace a recurring invoice; dates count from the new start */
  'sales-recurring.update': { input: { params: { id: string }; body: { contactId: string; customer?: string; customerEmail?: "" | string; customerAddress?: string; customerTaxId?: string; customerCountry?: string; placeOfSupply?: string | null; supplyType?: "regular" | "export" | "export-lut" | "sez" | "sez-lut" | "deemed-export" | "intra-community"; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; notes?: string; discountBasisPoints?: number; discountAmount?: number; lines: ({ description: string; code?: string; productId?: string | null; quantity: number; unit?: "" | "NOS" | "PCS" | "HUR" | "DAY" | "MON" | "BAG" | "BAL" | "BDL" | "BKL" | "BOU" | "BOX" | "BTL" | "BUN" | "CAN" | "CBM" | "CCM" | "CMS" | "CTN" | "DOZ" | "DRM" | "GGK" | "GMS" | "GRS" | "GYD" | "KGS" | "KLR" | "KME" | "LTR" | "MLT" | "MTR" | "MTS" | "PAC" | "PRS" | "QTL" | "ROL" | "SET" | "SQF" | "SQM" | "SQY" | "TBS" | "TGM" | "THD" | "TON" | "TUB" | "UGS" | "UNT" | "YDS" | "OTH"; unitPrice: number; discountBasisPoints?: number; discountAmount?: number; taxBasisPoints?: number; taxCategory?: "standard" | "nil" | "exempt" | "outside"; orderLine?: number | null })[]; reverseCharge?: boolean; buyerReference?: string; exchangeRate?: number | null; every: "week" | "month" | "year"; interval?: number; startsOn: string; endsOn?: string | null; mode?: "draft" | "send"; updatedAt?: string } }; data: RecurringInvoiceDetail }
  /** Make no invoices until it goes on */
  'sales-recurring.pause': { input: { params: { id: string } }; data: RecurringInvoiceDetail }
  /** Go on with the next day that is due; days that passed are skipped */
  'sales-recurring.resume': { input: { params: { id: string } }; data: RecurringInvoiceDetail }
  /** Delete a recurring invoice; invoices that it made stay */
  'sales-recurring.remove': { input: { params: { id: string } }; data: null }
  /** List entries of bank statements with the invoices that they may pay */
  'sales-bank.list': { input: { query?: { status?: "Open" | "Matched" | "Ignored"; limit?: number; cursor?: string } }; data: SalesBankLine[]; paged: true }
  /** Confirm that an entry pays an invoice; more than is due becomes credit of the customer */
  'sales-bank.match': { input: { params: { id: string }; body: { invoiceId: string } }; data: SalesBankLine }
  /** Set an entry aside that pays no invoice */
  'sales-bank.ignore': { input: { params: { id: string } }; data: SalesBankLine }
  /** Credit balance of a customer: advances, overpayments and credit notes of paid invoices */
  'sales-credits.read': { input: { query: { contactId: string } }; data: CustomerCredit }
  /** Record an advance of a customer; it gets a receipt voucher */
  'sales-credits.advance': { input: { body: { contactId: string; amount: number; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF"; method: "Bank transfer" | "UPI" | "Card" | "Cash" | "Cheque" | "Online" | "Other"; date?: string; reference?: string } }; data: CustomerCredit }
  /** Pay an invoice from the credit balance of its customer */
  'sales-credits.apply': { input: { params: { id: string }; body?: { amount?: number } }; data: SalesInvoiceDetail }
  /** What customers owe by the days since it was due */
  'sales-registers.ageing': { input: {  }; data: SalesAgeing }
  /** List expenses, newest first */
  'sales-expenses.list': { input: { query?: { q?: string; limit?: number; cursor?: string } }; data: SalesExpense[]; paged: true }
  /** Record a draft expense: it is checked and cannot be deleted any more */
  'sales-expenses.record': { input: { params: { id: string } }; data: SalesExpense }
  /** Delete a draft expense */
  'sales-expenses.remove': { input: { params: { id: string } }; data: null }
  /** Statement of a customer’s account: invoices, credit notes and payments with the balance */
  'sales-statements.read': { input: { query: { contactId: string; from: string; to: string; currency?: "INR" | "USD" | "EUR" | "GBP" | "AUD" | "CAD" | "SGD" | "AED" | "CHF" } }; data: SalesStatement }
  /** List entity definitions: system entities, then those of the organization */
  'entities.list': { input: { query?: { q?: string; status?: "draft" | "active" | "deprecated" | "archived"; organizationId?: string; limit?: number; cursor?: string } }; data: EntityDefinition[]; paged: true }
  /** Count entity definitions by status */
  'entities.stats': { input: {  }; data: EntityStats }
  /** Read an entity definition */
  'entities.read': { input: { params: { id: string } }; data: EntityDefinition }
  /** List records of an entity */
  'records.list': { input: { params: { entity: string }; query?: { q?: string; filter?: string; trash?: "true" | "false"; sort?: string; limit?: number; cursor?: string } }; data: EntityRecord[]; paged: true }
  /** Count records of an entity */
  'records.count': { input: { params: { entity: string }; query?: { q?: string; filter?: string; trash?: "true" | "false" } }; data: { count: number } }
  /** Records as CSV: all, or those that the filter finds */
  'records.exportList': { input: { params: { entity: string }; query?: { q?: string; filter?: string; trash?: "true" | "false"; sort?: string } }; data: Blob }
  /** Set values of many records, or move them to the trash: all of them or none */
  'records.bulk': { input: { params: { entity: string }; body: { ids: string[]; action: { kind: "set"; values: Record<string, (string | number | boolean | string[]) | null> } | { kind: "trash" } | { kind: "restore" } } }; data: { changed: number; before: ({ id: string; values: Record<string, (string | number | boolean | string[]) | null> })[] } }
  /** Create a record */
  'records.create': { input: { params: { entity: string }; body: { values: Record<string, (string | number | boolean | string[]) | null> } }; data: EntityRecord }
  /** Read a record */
  'records.read': { input: { params: { entity: string; id: string } }; data: EntityRecord }
  /** Change a record */
  'records.update': { input: { params: { entity: string; id: string }; body: { values: Record<string, (string | number | boolean | string[]) | null>; updatedAt?: string } }; data: EntityRecord }
  /** Move a record to the trash; from the trash, delete it for good */
  'records.remove': { input: { params: { entity: string; id: string } }; data: null }
  /** Take a record out of the trash */
  'records.restore': { input: { params: { entity: string; id: string } }; data: EntityRecord }
  /** Read an organization's hierarchy: the root with nested children; null without nodes */
  'hierarchy.tree': { input: { params: { id: string } }; data: HierarchyNode | null }
}

/** The data of each event that webhooks receive. */
export interface EventData {
  /** A contact was created */
  'contact.created': { contactId: string; source: string; sourceDetail: string }
  /** A contact gave consent */
  'contact.subscribed': { contactId: string; channel: string; purpose: string; source: string; formId: string | null }
  /** A contact unsubscribed */
  'contact.unsubscribed': { contactId: string; channel: string; purpose: string | null; sendId: string | null }
  /** Contacts were imported */
  'contacts.imported': { importId: string; fileName: string; status: "completed" | "failed"; created: number; updated: number; failed: number }
  /** A record was created */
  'record.created': { entity: string; recordId: string; label: string }
  /** A record was changed */
  'record.updated': { entity: string; recordId: string; label: string; fields: string[] }
  /** A record was deleted */
  'record.deleted': { entity: string; recordId: string; label: string }
  /** Message received */
  'message.received': { conversationId: string; messageId: string; kind: "internal" | "contact" | "support"; from: string; senderUser?: string | null; contactId?: string | null; channel?: string; handledByAgent?: boolean }
  /** A message of a campaign was delivered */
  'message.delivered': { contactId: string; channel: string; campaignId: string; sendId: string; name: string }
  /** A campaign message bounced */
  'message.bounced': { contactId: string; channel: string; campaignId: string; sendId: string; name: string; detail: string }
  /** A recipient complained about a campaign message */
  'message.complained': { contactId: string; channel: string; campaignId: string; sendId: string; name: string; detail: string }
  /** A recipient opened a campaign message */
  'campaign.opened': { contactId: string; channel: string; campaignId: string; sendId: string; name: string }
  /** A recipient clicked a link in a campaign message */
  'campaign.clicked': { contactId: string; channel: string; campaignId: string; sendId: string; name: string }
  /** A campaign was launched */
  'campaign.launched': { campaignId: string; name: string; by: string; nextAt: string | null }
  /** A campaign was sent */
  'campaign.sent': { campaignId: string; name: string; campaignName: string; recipientCount: number; triggeredBy: string | null; sendId: string; step: number; total: number; sent: number }
  /** A campaign is completed */
  'campaign.completed': { campaignId: string; name: string }
  /** A campaign was paused automatically */
  'campaign.paused': { campaignId: string; name: string; sendId: string | null; reason: string }
  /** A campaign has too many complaints or bounces */
  'campaign.alarmed': { campaignId: string; name: string; sendId: string; reason: string }
  /** The launch of a campaign waits for approval */
  'campaign.approvalRequested': { campaignId: string; name: string; recipients: number; by: string }
  /** An agent finished a run */
  'agent.run.completed': { runId: string; agentId: string; agentName: string; startedByUser: string | null }
  /** A run of an agent failed */
  'agent.run.failed': { runId: string; agentId: string; agentName: string; startedByUser: string | null; code: string; message: string }
  /** A run of an agent was cancelled */
  'agent.run.cancelled': { runId: string; agentId: string; agentName: string; startedByUser: string | null }
  /** An agent was created */
  'agent.created': { agentId: string; name: string }
  /** An agent was changed */
  'agent.updated': { agentId: string; name: string; version: number }
  /** An agent was deleted */
  'agent.deleted': { agentId: string; name: string }
  /** Another workflow finished a run */
  'workflow.run.completed': { runId: string; workflowId: string; workflowName: string; trigger: string; startedByUser: string | null }
  /** A run of another workflow failed */
  'workflow.run.failed': { runId: string; workflowId: string; workflowName: string; trigger: string; startedByUser: string | null; step: string | null; code: string; message: string }
  /** A workflow asks for an approval */
  'workflow.approvalRequested': { approvalId: string; runId: string; workflowId: string; workflowName: string; title: string; assignees: string[]; mail: boolean }
  /** An account was created */
  'user.created': { userId: string; name: string }
  /** A member joined the organization */
  'user.joined': { userId: string; name: string; role: string; invitedBy: string | null }
  /** Role or status of a member changed */
  'user.updated': { userId: string; name: string; role: string; before: string; status: string }
  /** A member left the organization */
  'user.removed': { userId: string; name: string; how: "removed" | "left" }
  /** An API key was created */
  'api-key.created': { apiKeyId: string; name: string; kind: "organization" | "agent"; createdBy: string; createdByName: string }
  /** A custom domain was verified */
  'domain.verified': { domainId: string; domain: string }
  /** A custom domain could not be verified */
  'domain.failed': { domainId: string; domain: string }
  /** A custom domain was proved for another organization */
  'domain.lost': { domainId: string; domain: string }
  /** A quotation was accepted */
  'quotation.accepted': { quotationId: string; number: string; contactId: string | null; currency: string; amount: number; orderId: string }
  /** A quotation was declined */
  'quotation.declined': { quotationId: string; number: string; contactId: string | null; currency: string; amount: number; reason: string }
  /** An invoice was issued */
  'invoice.issued': { invoiceId: string; number: string; contactId: string | null; currency: string; amount: number; dueDate: string; byWorkflow: boolean }
  /** An invoice was paid */
  'invoice.paid': { invoiceId: string; number: string; contactId: string | null; currency: string; amount: number; dueDate: string; byWorkflow: boolean; paid: number; method: string }
  /** An invoice is overdue */
  'invoice.overdue': { invoiceId: string; number: string; contactId: string | null; currency: string; amount: number; dueDate: string; byWorkflow: boolean; due: number }
  /** A webhook keeps failing */
  'webhook.failing': { webhookId: string; name: string; since: string; disabledAt: string }
  /** A webhook was disabled automatically */
  'webhook.disabled': { webhookId: string; name: string; reason: "gone" | "failing" }
  /** A connection of an integration fails */
  'connection.failing': { connectionId: string; name: string; reason: string }
  /** A connection of an integration needs a new sign-in */
  'connection.ending': { connectionId: string; name: string; endsAt: string }
  /** An AI assistant waits for an approval */
  'mcp.approval.requested': { approvalId: string; userId: string; client: string; operation: string; summary: string }
  /** A metric passed the limit of an alert */
  'metric.alert.fired': { alertId: string; name: string; metric: string; label: string; value: number | null; unit: string; currency: string | null; condition: string; threshold: number | null }
  /** A metric is back within the limit of an alert */
  'metric.alert.resolved': { alertId: string; name: string; metric: string; label: string; value: number | null; unit: string; currency: string | null; condition: string; threshold: number | null }
}

/** How each operation is sent. */
export const operations: { readonly [Id in keyof Operations]: OperationRoute } = {
  'team.members': {"method":"GET","path":"/team/members","paged":true},
  'team.users': {"method":"GET","path":"/users","paged":true},
  'team.stats': {"method":"GET","path":"/team/stats"},
  'team.changeMember': {"method":"PATCH","path":"/team/members/:id"},
  'agents.list': {"method":"GET","path":"/agents","paged":true},
  'agents.stats': {"method":"GET","path":"/agents/stats"},
  'agents.capabilities': {"method":"GET","path":"/agents/capabilities"},
  'agents.create': {"method":"POST","path":"/agents","idempotent":true},
  'agents.propose': {"method":"POST","path":"/agents/propose"},
  'agents.read': {"method":"GET","path":"/agents/:id"},
  'agents.versions': {"method":"GET","path":"/agents/:id/versions"},
  'agents.update': {"method":"PUT","path":"/agents/:id"},
  'agents.setStatus': {"method":"PUT","path":"/agents/:id/status"},
  'agents.bulk': {"method":"POST","path":"/agents/bulk"},
  'agents.clone': {"method":"POST","path":"/agents/:id/clone","idempotent":true},
  'agents.remove': {"method":"DELETE","path":"/agents/:id"},
  'agents.execute': {"method":"POST","path":"/agents/:id/execute","idempotent":true},
  'agents.uploadImage': {"method":"POST","path":"/agents/:id/images"},
  'runs.list': {"method":"GET","path":"/runs","paged":true},
  'runs.listForAgent': {"method":"GET","path":"/agents/:id/runs","paged":true},
  'runs.read': {"method":"GET","path":"/runs/:id"},
  'runs.conversation': {"method":"GET","path":"/runs/:id/conversation"},
  'runs.image': {"method":"GET","path":"/runs/:id/images/:imageId","file":"image/webp"},
  'runs.cancel': {"method":"POST","path":"/runs/:id/cancel"},
  'runs.metrics': {"method":"GET","path":"/agents/:id/metrics"},
  'ai-models.listConfigs': {"method":"GET","path":"/ai-models/configs"},
  'dashboard.stats': {"method":"GET","path":"/dashboard/stats"},
  'dashboard.charts': {"method":"GET","path":"/dashboard/charts"},
  'dashboard.analytics': {"method":"GET","path":"/analytics"},
  'dashboard.work': {"method":"GET","path":"/dashboard/work"},
  'dashboard.activity': {"method":"GET","path":"/dashboard/activity"},
  'dashboard.usage': {"method":"GET","path":"/usage"},
  'usage-analytics.dashboard': {"method":"GET","path":"/usage-analytics/dashboard"},
  'usage-analytics.breakdown': {"method":"GET","path":"/usage-analytics/breakdown"},
  'analytics.metrics': {"method":"GET","path":"/analytics/metrics"},
  'analytics.rows': {"method":"GET","path":"/analytics/rows"},
  'analytics.query': {"method":"GET","path":"/analytics/query"},
  'metric-alerts.list': {"method":"GET","path":"/metric-alerts"},
  'metric-alerts.create': {"method":"POST","path":"/metric-alerts"},
  'metric-alerts.update': {"method":"PATCH","path":"/metric-alerts/:id"},
  'metric-alerts.remove': {"method":"DELETE","path":"/metric-alerts/:id"},
  'metric-goals.list': {"method":"GET","path":"/metric-goals"},
  'metric-goals.create': {"method":"POST","path":"/metric-goals"},
  'metric-goals.remove': {"method":"DELETE","path":"/metric-goals/:id"},
  'metric-views.list': {"method":"GET","path":"/metric-views"},
  'metric-views.create': {"method":"POST","path":"/metric-views"},
  'metric-views.remove': {"method":"DELETE","path":"/metric-views/:id"},
  'ask.read': {"method":"POST","path":"/analytics/ask"},
  'attribution.read': {"method":"GET","path":"/analytics/attribution"},
  'attribution.rows': {"method":"GET","path":"/analytics/attribution/rows"},
  'funnels.read': {"method":"GET","path":"/analytics/funnel"},
  'reports.list': {"method":"GET","path":"/reports"},
  'reports.read': {"method":"GET","path":"/reports/:id"},
  'reports.create': {"method":"POST","path":"/reports"},
  'reports.update': {"method":"PATCH","path":"/reports/:id"},
  'reports.remove': {"method":"DELETE","path":"/reports/:id"},
  'reports.figures': {"method":"GET","path":"/reports/:id/figures"},
  'reports.run': {"method":"POST","path":"/reports/:id/run"},
  'reports.runs': {"method":"GET","path":"/reports/:id/runs"},
  'reports.readRun': {"method":"GET","path":"/report-runs/:id"},
  'knowledge.list': {"method":"GET","path":"/knowledge/articles","paged":true},
  'knowledge.read': {"method":"GET","path":"/knowledge/articles/:id"},
  'knowledge.create': {"method":"POST","path":"/knowledge/articles","idempotent":true},
  'knowledge.update': {"method":"PATCH","path":"/knowledge/articles/:id"},
  'knowledge.remove': {"method":"DELETE","path":"/knowledge/articles/:id"},
  'knowledge.search': {"method":"GET","path":"/knowledge/search"},
  'knowledge.listCollections': {"method":"GET","path":"/knowledge/collections"},
  'knowledge.createCollection': {"method":"POST","path":"/knowledge/collections","idempotent":true},
  'knowledge.updateCollection': {"method":"PATCH","path":"/knowledge/collections/:id"},
  'knowledge.removeCollection': {"method":"DELETE","path":"/knowledge/collections/:id"},
  'knowledge.listDocuments': {"method":"GET","path":"/knowledge/documents","paged":true},
  'knowledge.uploadDocument': {"method":"POST","path":"/knowledge/documents"},
  'knowledge.readDocument': {"method":"GET","path":"/knowledge/documents/:id"},
  'knowledge.updateDocument': {"method":"PATCH","path":"/knowledge/documents/:id"},
  'knowledge.retryDocument': {"method":"POST","path":"/knowledge/documents/:id/retry"},
  'knowledge.removeDocument': {"method":"DELETE","path":"/knowledge/documents/:id"},
  'knowledge-sources.list': {"method":"GET","path":"/knowledge/sources"},
  'knowledge-sources.create': {"method":"POST","path":"/knowledge/sources","idempotent":true},
  'knowledge-sources.update': {"method":"PATCH","path":"/knowledge/sources/:id"},
  'knowledge-sources.sync': {"method":"POST","path":"/knowledge/sources/:id/sync"},
  'knowledge-sources.remove': {"method":"DELETE","path":"/knowledge/sources/:id"},
  'search.find': {"method":"GET","path":"/search"},
  'contacts.list': {"method":"GET","path":"/contacts","paged":true},
  'contacts.stats': {"method":"GET","path":"/contacts/stats"},
  'contacts.tags': {"method":"GET","path":"/contacts/tags"},
  'contacts.duplicates': {"method":"GET","path":"/contacts/duplicates"},
  'contacts.exportList': {"method":"GET","path":"/contacts/export","file":"text/csv"},
  'contacts.fields': {"method":"GET","path":"/contacts/fields"},
  'contacts.createField': {"method":"POST","path":"/contacts/fields","idempotent":true},
  'contacts.updateField': {"method":"PUT","path":"/contacts/fields/:id"},
  'contacts.create': {"method":"POST","path":"/contacts","idempotent":true},
  'contacts.bulk': {"method":"POST","path":"/contacts/bulk"},
  'contacts.read': {"method":"GET","path":"/contacts/:id"},
  'contacts.update': {"method":"PUT","path":"/contacts/:id"},
  'contacts.merge': {"method":"POST","path":"/contacts/:id/merge"},
  'contacts.timeline': {"method":"GET","path":"/contacts/:id/timeline","paged":true},
  'contacts.recordEvent': {"method":"POST","path":"/contacts/:id/events","idempotent":true},
  'contacts.exportOne': {"method":"GET","path":"/contacts/:id/export","file":"application/json"},
  'contact-memories.list': {"method":"GET","path":"/contacts/:id/memories"},
  'contact-memories.remove': {"method":"DELETE","path":"/contacts/:id/memories/:memoryId"},
  'contact-imports.list': {"method":"GET","path":"/contacts/import","paged":true},
  'contact-imports.create': {"method":"POST","path":"/contacts/import","idempotent":true},
  'contact-imports.read': {"method":"GET","path":"/contacts/import/:id"},
  'contact-imports.upload': {"method":"PUT","path":"/contacts/import/:id/pieces"},
  'contact-imports.preview': {"method":"POST","path":"/contacts/import/:id/preview"},
  'contact-imports.start': {"method":"POST","path":"/contacts/import/:id/start"},
  'contact-imports.cancel': {"method":"POST","path":"/contacts/import/:id/cancel"},
  'contact-imports.resume': {"method":"POST","path":"/contacts/import/:id/resume"},
  'contact-imports.removeFile': {"method":"DELETE","path":"/contacts/import/:id/file"},
  'contact-imports.errorRows': {"method":"GET","path":"/contacts/import/:id/error-rows"},
  'contact-imports.correct': {"method":"POST","path":"/contacts/import/:id/error-rows"},
  'contact-imports.errors': {"method":"GET","path":"/contacts/import/:id/errors","file":"text/csv"},
  'consents.listPurposes': {"method":"GET","path":"/consents/purposes"},
  'consents.ofContact': {"method":"GET","path":"/contacts/:id/consents"},
  'consents.history': {"method":"GET","path":"/contacts/:id/consents/history","paged":true},
  'consents.grant': {"method":"POST","path":"/contacts/:id/consents"},
  'consents.remind': {"method":"POST","path":"/contacts/:id/consents/confirmation"},
  'consents.withdraw': {"method":"POST","path":"/contacts/:id/consents/withdraw"},
  'consents.listSuppressions': {"method":"GET","path":"/suppressions","paged":true},
  'consents.addSuppression': {"method":"POST","path":"/suppressions","idempotent":true},
  'consents.addSuppressions': {"method":"POST","path":"/suppressions/import"},
  'sign-up-forms.list': {"method":"GET","path":"/consents/forms"},
  'segments.list': {"method":"GET","path":"/segments","paged":true},
  'segments.choices': {"method":"GET","path":"/segments/choices"},
  'segments.links': {"method":"GET","path":"/segments/choices/campaigns/:id/links"},
  'segments.describe': {"method":"POST","path":"/segments/describe"},
  'segments.read': {"method":"GET","path":"/segments/:id"},
  'segments.create': {"method":"POST","path":"/segments","idempotent":true},
  'segments.update': {"method":"PUT","path":"/segments/:id"},
  'segments.remove': {"method":"DELETE","path":"/segments/:id"},
  'segments.clone': {"method":"POST","path":"/segments/:id/clone","idempotent":true},
  'segments.count': {"method":"POST","path":"/segments/:id/count"},
  'segments.preview': {"method":"POST","path":"/segments/preview"},
  'segments.contacts': {"method":"GET","path":"/segments/:id/contacts","paged":true},
  'channels.listAccounts': {"method":"GET","path":"/channels/accounts"},
  'channels.createAccount': {"method":"POST","path":"/channels/accounts"},
  'channels.updateAccount': {"method":"PUT","path":"/channels/accounts/:id"},
  'channels.listTemplates': {"method":"GET","path":"/channels/whatsapp-templates"},
  'channels.listSenders': {"method":"GET","path":"/channels/senders"},
  'bundles.export': {"method":"GET","path":"/bundle","file":"application/json"},
  'bundles.compare': {"method":"POST","path":"/bundle/compare"},
  'bundles.apply': {"method":"POST","path":"/bundle/apply"},
  'campaigns.list': {"method":"GET","path":"/campaigns","paged":true},
  'campaigns.stats': {"method":"GET","path":"/campaigns/stats"},
  'campaigns.create': {"method":"POST","path":"/campaigns","idempotent":true},
  'campaigns.read': {"method":"GET","path":"/campaigns/:id"},
  'campaigns.update': {"method":"PUT","path":"/campaigns/:id"},
  'campaigns.send': {"method":"POST","path":"/campaigns/:id/send","idempotent":true},
  'campaigns.pause': {"method":"POST","path":"/campaigns/:id/pause"},
  'campaigns.resume': {"method":"POST","path":"/campaigns/:id/resume"},
  'campaigns.clone': {"method":"POST","path":"/campaigns/:id/clone","idempotent":true},
  'campaigns.remove': {"method":"DELETE","path":"/campaigns/:id"},
  'campaigns.versions': {"method":"GET","path":"/campaigns/:id/versions","paged":true},
  'campaigns.preview': {"method":"POST","path":"/campaigns/preview"},
  'campaigns.testSend': {"method":"POST","path":"/campaigns/:id/test"},
  'campaigns.dryRun': {"method":"POST","path":"/campaigns/:id/dry-run","idempotent":true},
  'campaigns.readDryRun': {"method":"GET","path":"/campaigns/:id/dry-run"},
  'campaigns.sends': {"method":"GET","path":"/campaigns/:id/sends","paged":true},
  'campaigns.recipients': {"method":"GET","path":"/campaigns/:id/recipients","paged":true},
  'campaigns.why': {"method":"GET","path":"/campaigns/:id/recipients/:contactId"},
  'campaigns.analytics': {"method":"GET","path":"/campaigns/:id/analytics"},
  'campaigns.chooseWinner': {"method":"POST","path":"/campaigns/:id/winner"},
  'campaigns.decideHeld': {"method":"POST","path":"/campaigns/:id/held","idempotent":true},
  'campaigns.retryFailed': {"method":"POST","path":"/campaigns/:id/retry","idempotent":true},
  'campaigns.checklist': {"method":"GET","path":"/campaigns/:id/checklist"},
  'messages.list': {"method":"GET","path":"/messages","paged":true},
  'messages.stats': {"method":"GET","path":"/messages/stats"},
  'messages.create': {"method":"POST","path":"/messages","idempotent":true},
  'messages.read': {"method":"GET","path":"/messages/:id"},
  'messages.reply': {"method":"POST","path":"/messages/:id/replies","idempotent":true},
  'messages.decide': {"method":"POST","path":"/messages/:id/deliveries/:messageId","idempotent":true},
  'messages.attach': {"method":"POST","path":"/messages/attachments"},
  'messages.attachment': {"method":"GET","path":"/messages/attachments/:id","file":"application/octet-stream"},
  'chat.read': {"method":"GET","path":"/agents/:id/chat"},
  'chat.save': {"method":"PUT","path":"/agents/:id/chat"},
  'chat.takeOver': {"method":"POST","path":"/messages/:id/take-over"},
  'chat.handBack': {"method":"POST","path":"/messages/:id/hand-back"},
  'channel-agents.list': {"method":"GET","path":"/channel-agents"},
  'workflows.list': {"method":"GET","path":"/workflows","paged":true},
  'workflows.stats': {"method":"GET","path":"/workflows/stats"},
  'workflows.stepTypes': {"method":"GET","path":"/workflows/step-types"},
  'workflows.create': {"method":"POST","path":"/workflows","idempotent":true},
  'workflows.read': {"method":"GET","path":"/workflows/:id"},
  'workflows.update': {"method":"PUT","path":"/workflows/:id"},
  'workflows.toggle': {"method":"POST","path":"/workflows/:id/toggle"},
  'workflows.remove': {"method":"DELETE","path":"/workflows/:id"},
  'workflows.duplicate': {"method":"POST","path":"/workflows/:id/duplicate","idempotent":true},
  'workflows.validate': {"method":"POST","path":"/workflows/validate"},
  'workflows.publish': {"method":"POST","path":"/workflows/:id/publish"},
  'workflows.versions': {"method":"GET","path":"/workflows/:id/versions","paged":true},
  'workflows.readVersion': {"method":"GET","path":"/workflows/:id/versions/:version"},
  'workflows.rollBack': {"method":"POST","path":"/workflows/:id/versions/:version/roll-back"},
  'workflows.export': {"method":"GET","path":"/workflows/:id/export","file":"application/json"},
  'workflows.import': {"method":"POST","path":"/workflows/import","idempotent":true},
  'workflow-runs.start': {"method":"POST","path":"/workflows/:id/run","idempotent":true},
  'workflow-runs.list': {"method":"GET","path":"/workflow-runs","paged":true},
  'workflow-runs.read': {"method":"GET","path":"/workflow-runs/:id"},
  'workflow-runs.cancel': {"method":"POST","path":"/workflow-runs/:id/cancel"},
  'workflow-runs.pause': {"method":"POST","path":"/workflow-runs/:id/pause"},
  'workflow-runs.resume': {"method":"POST","path":"/workflow-runs/:id/resume"},
  'workflow-runs.retry': {"method":"POST","path":"/workflow-runs/:id/retry","idempotent":true},
  'workflow-runs.decide': {"method":"POST","path":"/workflow-runs/:id/steps/:seq/decide"},
  'workflow-approvals.list': {"method":"GET","path":"/workflow-approvals","paged":true},
  'workflow-approvals.read': {"method":"GET","path":"/workflow-approvals/:id"},
  'workflow-approvals.decide': {"method":"POST","path":"/workflow-approvals/:id/decide"},
  'workflow-approvals.delegate': {"method":"POST","path":"/workflow-approvals/:id/delegate"},
  'templates.list': {"method":"GET","path":"/templates","paged":true},
  'templates.overview': {"method":"GET","path":"/templates/overview"},
  'templates.read': {"method":"GET","path":"/templates/:key"},
  'templates.use': {"method":"POST","path":"/templates/:key/use","idempotent":true},
  'webhooks.list': {"method":"GET","path":"/webhooks","paged":true},
  'webhooks.stats': {"method":"GET","path":"/webhooks/stats"},
  'webhooks.catalogue': {"method":"GET","path":"/webhooks/events"},
  'webhooks.read': {"method":"GET","path":"/webhooks/:id"},
  'webhooks.create': {"method":"POST","path":"/webhooks"},
  'webhooks.update': {"method":"PATCH","path":"/webhooks/:id"},
  'webhooks.remove': {"method":"DELETE","path":"/webhooks/:id"},
  'webhooks.rotateSecret': {"method":"POST","path":"/webhooks/:id/rotate-secret"},
  'webhooks.test': {"method":"POST","path":"/webhooks/:id/test"},
  'webhooks.replay': {"method":"POST","path":"/webhooks/:id/replay"},
  'webhooks.sendWaiting': {"method":"POST","path":"/webhooks/:id/send-waiting"},
  'webhooks.deliveries': {"method":"GET","path":"/webhooks/:id/deliveries","paged":true},
  'webhooks.readDelivery': {"method":"GET","path":"/webhooks/:id/deliveries/:deliveryId"},
  'webhooks.retryDelivery': {"method":"POST","path":"/webhooks/:id/deliveries/:deliveryId/retry"},
  'integrations.list': {"method":"GET","path":"/integrations"},
  'integrations.stats': {"method":"GET","path":"/integrations/stats"},
  'integrations.connections': {"method":"GET","path":"/integrations/connections"},
  'integrations.triggers': {"method":"GET","path":"/integrations/triggers"},
  'integrations.refused': {"method":"GET","path":"/integrations/triggers/:workflowId/refused"},
  'integrations.read': {"method":"GET","path":"/integrations/connections/:id"},
  'integrations.actions': {"method":"GET","path":"/integrations/connections/:id/actions"},
  'integrations.leftOut': {"method":"GET","path":"/integrations/connections/:id/left-out"},
  'integrations.connect': {"method":"POST","path":"/integrations/connections"},
  'integrations.configure': {"method":"PATCH","path":"/integrations/connections/:id"},
  'integrations.dependants': {"method":"GET","path":"/integrations/connections/:id/dependants"},
  'integrations.run': {"method":"POST","path":"/integrations/connections/:id/actions/:action"},
  'operator.refund': {"method":"POST","path":"/operator/billing/payments/:id/refund"},
  'operator.setPlan': {"method":"POST","path":"/operator/billing/subscriptions/:id/plan"},
  'sales-orders.list': {"method":"GET","path":"/sales-orders","paged":true},
  'sales-orders.stats': {"method":"GET","path":"/sales-orders/stats"},
  'sales-orders.create': {"method":"POST","path":"/sales-orders","idempotent":true},
  'sales-orders.read': {"method":"GET","path":"/sales-orders/:id"},
  'sales-orders.update': {"method":"PATCH","path":"/sales-orders/:id"},
  'sales-orders.document': {"method":"GET","path":"/sales-orders/:id/document"},
  'sales-orders.confirm': {"method":"POST","path":"/sales-orders/:id/confirm"},
  'sales-orders.complete': {"method":"POST","path":"/sales-orders/:id/complete"},
  'sales-orders.cancel': {"method":"POST","path":"/sales-orders/:id/cancel"},
  'sales-orders.createInvoice': {"method":"POST","path":"/sales-orders/:id/invoice"},
  'sales-invoices.list': {"method":"GET","path":"/sales-invoices","paged":true},
  'sales-invoices.stats': {"method":"GET","path":"/sales-invoices/stats"},
  'sales-invoices.setEInvoice': {"method":"PUT","path":"/sales-invoices/:id/e-invoice"},
  'sales-invoices.create': {"method":"POST","path":"/sales-invoices","idempotent":true},
  'sales-invoices.read': {"method":"GET","path":"/sales-invoices/:id"},
  'sales-invoices.update': {"method":"PATCH","path":"/sales-invoices/:id"},
  'sales-invoices.remove': {"method":"DELETE","path":"/sales-invoices/:id"},
  'sales-invoices.issue': {"method":"POST","path":"/sales-invoices/:id/issue"},
  'sales-invoices.send': {"method":"POST","path":"/sales-invoices/:id/send"},
  'sales-invoices.recordPayment': {"method":"POST","path":"/sales-invoices/:id/payments","idempotent":true},
  'sales-invoices.revokeLink': {"method":"POST","path":"/sales-invoices/:id/revoke-link"},
  'sales-invoices.document': {"method":"GET","path":"/sales-invoices/:id/document"},
  'sales-invoices.remind': {"method":"POST","path":"/sales-invoices/:id/remind"},
  'sales-invoices.creditDocument': {"method":"GET","path":"/sales-invoices/:id/credit-notes/:creditNoteId/document"},
  'sales-settings.read': {"method":"GET","path":"/sales-settings"},
  'sales-quotations.list': {"method":"GET","path":"/sales-quotations","paged":true},
  'sales-quotations.stats': {"method":"GET","path":"/sales-quotations/stats"},
  'sales-quotations.create': {"method":"POST","path":"/sales-quotations","idempotent":true},
  'sales-quotations.read': {"method":"GET","path":"/sales-quotations/:id"},
  'sales-quotations.update': {"method":"PATCH","path":"/sales-quotations/:id"},
  'sales-quotations.remove': {"method":"DELETE","path":"/sales-quotations/:id"},
  'sales-quotations.send': {"method":"POST","path":"/sales-quotations/:id/send"},
  'sales-quotations.accept': {"method":"POST","path":"/sales-quotations/:id/accept"},
  'sales-quotations.decline': {"method":"POST","path":"/sales-quotations/:id/decline"},
  'sales-quotations.copy': {"method":"POST","path":"/sales-quotations/:id/copy"},
  'sales-quotations.revokeLink': {"method":"POST","path":"/sales-quotations/:id/revoke-link"},
  'sales-quotations.document': {"method":"GET","path":"/sales-quotations/:id/document"},
  'sales-products.list': {"method":"GET","path":"/sales-products","paged":true},
  'sales-products.create': {"method":"POST","path":"/sales-products"},
  'sales-products.read': {"method":"GET","path":"/sales-products/:id"},
  'sales-products.update': {"method":"PATCH","path":"/sales-products/:id"},
  'sales-products.archive': {"method":"POST","path":"/sales-products/:id/archive"},
  'sales-products.restore': {"method":"POST","path":"/sales-products/:id/restore"},
  'sales-recurring.list': {"method":"GET","path":"/sales-recurring","paged":true},
  'sales-recurring.create': {"method":"POST","path":"/sales-recurring"},
  'sales-recurring.read': {"method":"GET","path":"/sales-recurring/:id"},
  'sales-recurring.update': {"method":"PATCH","path":"/sales-recurring/:id"},
  'sales-recurring.pause': {"method":"POST","path":"/sales-recurring/:id/pause"},
  'sales-recurring.resume': {"method":"POST","path":"/sales-recurring/:id/resume"},
  'sales-recurring.remove': {"method":"DELETE","path":"/sales-recurring/:id"},
  'sales-bank.list': {"method":"GET","path":"/sales-bank/lines","paged":true},
  'sales-bank.match': {"method":"POST","path":"/sales-bank/lines/:id/match"},
  'sales-bank.ignore': {"method":"POST","path":"/sales-bank/lines/:id/ignore"},
  'sales-credits.read': {"method":"GET","path":"/sales-credits"},
  'sales-credits.advance': {"method":"POST","path":"/sales-credits/advances","idempotent":true},
  'sales-credits.apply': {"method":"POST","path":"/sales-invoices/:id/apply-credit","idempotent":true},
  'sales-registers.ageing': {"method":"GET","path":"/sales-registers/ageing"},
  'sales-expenses.list': {"method":"GET","path":"/sales-expenses","paged":true},
  'sales-expenses.record': {"method":"POST","path":"/sales-expenses/:id/record"},
  'sales-expenses.remove': {"method":"DELETE","path":"/sales-expenses/:id"},
  'sales-statements.read': {"method":"GET","path":"/sales-statements"},
  'entities.list': {"method":"GET","path":"/entities","paged":true},
  'entities.stats': {"method":"GET","path":"/entities/stats"},
  'entities.read': {"method":"GET","path":"/entities/:id"},
  'records.list': {"method":"GET","path":"/records/:entity","paged":true},
  'records.count': {"method":"GET","path":"/records/:entity/count"},
  'records.exportList': {"method":"GET","path":"/records/:entity/export","file":"text/csv"},
  'records.bulk': {"method":"POST","path":"/records/:entity/bulk"},
  'records.create': {"method":"POST","path":"/records/:entity","idempotent":true},
  'records.read': {"method":"GET","path":"/records/:entity/:id"},
  'records.update': {"method":"PUT","path":"/records/:entity/:id"},
  'records.remove': {"method":"DELETE","path":"/records/:entity/:id"},
  'records.restore': {"method":"POST","path":"/records/:entity/:id/restore"},
  'hierarchy.tree': {"method":"GET","path":"/organizations/:id/hierarchy"},
}
