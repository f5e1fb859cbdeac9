-- Ways to reach people: accounts with providers, senders, sending domains, WhatsApp templates, what comes in, and the sandbox's own.

create table app.channel_accounts (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'webhook', 'whatsapp')),
  name text not null,
  -- smtp, twilio, whatsapp-cloud, webhook, or sandbox (made with the organization, labelled as such).
  provider text not null check (provider in ('platform-smtp', 'smtp', 'twilio', 'whatsapp-cloud', 'webhook', 'sandbox')),
  -- Not secret: host, port, user, from number, phone number id, url, base url.
  settings jsonb not null default '{}',
  -- Sealed JSON: password, auth token, access token, signing secret. Write-only.
  secret text,
  secret_hint text not null default '',
  -- Sealed: what signs the provider's calls to us, and the path part under which it calls.
  hook_token_hash bytea unique,
  hook_token_sealed text,
  is_default boolean not null default false,
  is_active boolean not null default true,
  -- Token buckets: messages a second to this provider, and to one recipient domain; null: no bound of ours.
  rate_per_second double precision check (rate_per_second > 0),
  domain_rate_per_second double precision check (domain_rate_per_second > 0),
  -- What to do where a crash hid whether a message went out (decision of the organization): send again under the same identity, or hold.
  unknown_policy text not null check (unknown_policy in ('repeat', 'hold')),
  -- The provider's acceptance counts as delivery, until it says otherwise.
  acceptance_delivers boolean not null default true,
  -- Circuit breaker: shared by all workers.
  failures int not null default 0,
  open_until timestamptz,
  last_error text not null default '',
  -- Reading of bounces and replies from a mailbox.
  inbound jsonb,
  inbound_secret text,
  inbound_state jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index channel_accounts_default on app.channel_accounts (org_id, channel) where is_default;
call app.protect_tenant('app.channel_accounts', 'select, insert, update, delete', 'select, update, delete');
-- A provider's call is found by its token alone, before there is a tenant.
create function app.find_channel_hook(token_hash bytea) returns table (org_id uuid, account_id uuid)
  language sql stable security definer set search_path = pg_catalog, app
  as $$ select a.org_id, a.id from app.channel_accounts a where a.hook_token_hash = token_hash $$;
create policy definer on app.channel_accounts to current_user using (true);
revoke all on function app.find_channel_hook(bytea) from public;
grant execute on function app.find_channel_hook(bytea) to imperium_system;

create table app.sending_domains (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  domain text not null check (domain = lower(domain)),
  selector text not null,
  -- DKIM: the public half stands in DNS, the private one sealed here.
  dkim_public text not null,
  dkim_sealed text not null,
  -- null: not looked at yet.
  spf_ok boolean,
  dkim_ok boolean,
  dmarc_ok boolean,
  checks jsonb not null default '{}',
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, domain)
);
call app.protect_tenant('app.sending_domains', 'select, insert, update, delete', 'select, update, delete');

create table app.senders (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  email text not null check (email = lower(email)),
  reply_to text,
  -- Verified by its domain, or by the link in a letter to the address itself.
  verified_at timestamptz,
  verify_token_hash bytea unique,
  verify_sent_at timestamptz,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, email)
);
create unique index senders_default on app.senders (org_id) where is_default;
call app.protect_tenant('app.senders', 'select, insert, update, delete', 'select, delete');

create table app.email_settings (
  org_id uuid primary key references auth.organizations on delete cascade,
  -- Liquid, below every campaign mail; the postal address comes from the organization's profile.
  footer_text text not null default '',
  track_opens boolean not null default true,
  track_clicks boolean not null default true,
  -- Recipients that a MEMBER may reach at once; above it a manager approves.
  launch_limit int not null default 1000 check (launch_limit between 0 and 10000000),
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.email_settings', 'select, insert, update', 'select, delete');

create table app.whatsapp_templates (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  account_id uuid not null,
  name text not null,
  language text not null,
  category text not null default 'MARKETING',
  body text not null,
  variables int not null default 0,
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED')),
  provider_id text,
  detail text not null default '',
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, account_id, name, language),
  foreign key (org_id, account_id) references app.channel_accounts on delete cascade
);
call app.protect_tenant('app.whatsapp_templates', 'select, insert, update, delete', 'select, delete');

-- What came in: replies, bounces, complaints, reports of providers. Once each, by what its source calls it.
create table app.inbound_items (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  account_id uuid,
  channel text not null,
  kind text not null check (kind in ('message', 'status', 'bounce', 'complaint', 'other')),
  -- The provider's id of the item; the same one again is the same item.
  external_id text not null,
  sender text not null default '',
  recipient text not null default '',
  subject text not null default '',
  body_text text not null default '',
  -- contract-free detail: status, smtp code, attachments' file ids, matched send.
  data jsonb not null default '{}',
  at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (org_id, id),
  unique (org_id, channel, external_id)
);
create index inbound_items_recent on app.inbound_items (org_id, at desc);
call app.protect_tenant('app.inbound_items', 'select, insert, update', 'select, delete');

-- What the sandbox adapters of SMS, WhatsApp and webhooks took instead of sending.
create table app.sandbox_messages (
  org_id uuid not null references auth.organizations on delete cascade,
  identity text not null,
  channel text not null,
  recipient text not null,
  body text not null,
  at timestamptz not null default now(),
  -- Above 1 only after a crash (counted, never hidden).
  copies int not null default 1,
  -- What the development mailbox knows it by.
  id uuid not null default gen_random_uuid(),
  primary key (org_id, channel, identity)
);
create index sandbox_messages_recent on app.sandbox_messages (at desc, id desc);
create unique index sandbox_messages_id on app.sandbox_messages (id);
call app.protect_tenant('app.sandbox_messages', 'select, insert, update, delete', 'select, delete');

-- Token buckets that all workers draw from. Losing them in a crash costs one burst.
create unlogged table app.send_buckets (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
alter table app.send_buckets enable row level security;
alter table app.send_buckets force row level security;
create policy definer on app.send_buckets to current_user using (true) with check (true);
create policy sweep on app.send_buckets to imperium_system using (true);
grant select, delete on app.send_buckets to imperium_system;
-- Takes up to `want` tokens of a bucket that fills at `rate` a second up to `burst`; answers how many, and in how many milliseconds
-- the next one is there. A clock that jumped back refills nothing; one that jumped ahead fills the bucket once.
create function app.take_tokens(bucket text, want int, rate double precision, burst double precision)
  returns table (taken int, wait_ms int) language plpgsql security definer set search_path = pg_catalog, app as $$
declare has double precision; moment timestamptz := clock_timestamp();
begin
  insert into app.send_buckets as b values (bucket, burst, moment)
    on conflict (key) do update set
      tokens = least(burst, b.tokens + greatest(0, extract(epoch from moment - b.refilled_at)) * rate), refilled_at = moment
    returning b.tokens into has;
  taken := least(want, floor(has)::int);
  update app.send_buckets set tokens = has - taken where key = bucket;
  wait_ms := case when taken > 0 then 0 else ceil(1000 * (1 - has) / rate)::int end;
  return next;
end $$;
revoke all on function app.take_tokens(text, int, double precision, double precision) from public;
grant execute on function app.take_tokens(text, int, double precision, double precision) to imperium_app;

-- Organizations that were there before: the same accounts that a new one gets (modules/channels/seed-organization.ts).
insert into app.channel_accounts (org_id, id, channel, name, provider, is_default, unknown_policy)
  select o.id, gen_random_uuid(), s.channel, s.name, s.provider, true, s.policy
  from auth.organizations o cross join (values
    ('email', 'Mail server of this installation', 'platform-smtp', 'repeat'),
    ('sms', 'Sandbox SMS', 'sandbox', 'hold'),
    ('webhook', 'Sandbox webhook', 'sandbox', 'hold'),
    ('whatsapp', 'Sandbox WhatsApp', 'sandbox', 'hold')) s (channel, name, provider, policy);
