-- How it goes with what providers report by the address of an account, so that whoever sets it up sees whether it works.
create table app.channel_hooks (
  org_id uuid not null,
  account_id uuid not null,
  received_at timestamptz,
  received bigint not null default 0,
  -- About no message of ours.
  unmatched bigint not null default 0,
  refused_at timestamptz,
  refused bigint not null default 0,
  refusal text check (refusal in ('unset', 'signature', 'stale', 'replayed', 'topic', 'unreadable')),
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references app.channel_accounts on delete cascade
);
call app.protect_tenant('app.channel_hooks', 'select, insert, update', 'select, delete');

-- One-time words of providers that sign nothing else (Mailgun): a word goes with one body.
create table app.channel_hook_words (
  org_id uuid not null,
  account_id uuid not null,
  -- SHA-256 of the word and of the body.
  word bytea not null,
  body bytea not null,
  at timestamptz not null default now(),
  primary key (org_id, account_id, word),
  foreign key (org_id, account_id) references app.channel_accounts on delete cascade
);
create index channel_hook_words_at on app.channel_hook_words (at);
call app.protect_tenant('app.channel_hook_words', 'select, insert', 'select, delete');
