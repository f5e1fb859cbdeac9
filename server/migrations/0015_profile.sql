-- Profile, photo, export and deletion of a person; what a person is told of by mail and in the browser.

create table auth.profiles (
  user_id uuid primary key references auth.users on delete cascade,
  phone text not null default '',
  updated_at timestamptz not null default now()
);
-- Re-encoded by us: 400 x 400 WebP. The version is the digest of the bytes.
create table auth.avatars (
  user_id uuid primary key references auth.users on delete cascade,
  version text not null,
  content bytea not null,
  updated_at timestamptz not null default now()
);
-- Everything stored about a person, as gzipped JSON; gone after a week.
create table auth.person_exports (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'ready', 'failed')),
  content bytea,
  size_bytes bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index person_exports_user on auth.person_exports (user_id, created_at desc);
create index person_exports_expiry on auth.person_exports (expires_at);

-- Only of who changed something or gets mail that can be ended by a link; the defaults are the product's.
create table auth.notification_preferences (
  user_id uuid primary key references auth.users on delete cascade,
  email_notifications boolean not null default true,
  push_notifications boolean not null default false,
  weekly_digest boolean not null default true,
  product_updates boolean not null default true,
  security_alerts boolean not null default true,
  mentions_only boolean not null default false,
  -- Stands in the unsubscribe link of the digest and is good for nothing else (RFC 8058).
  digest_key text not null unique,
  updated_at timestamptz not null default now()
);
create table auth.push_subscriptions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- One browser, one account: whoever signs in there later takes it over.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index push_subscriptions_user on auth.push_subscriptions (user_id);
grant select, insert, update, delete on auth.profiles, auth.avatars, auth.person_exports, auth.notification_preferences, auth.push_subscriptions to imperium_auth;
grant select, delete on auth.person_exports to imperium_system;
create index users_deletion on auth.users (deletes_at) where deletes_at is not null;

-- Clearing notifications removes them.
grant delete on app.notifications to imperium_app;
alter table app.notifications add column mailed_at timestamptz;

-- Which person had the digest of which week (its Monday) of which organization: written with the mail, so none goes twice.
create table app.weekly_digests (
  org_id uuid not null,
  user_id uuid not null,
  week date not null,
  sent_at timestamptz not null default now(),
  primary key (org_id, user_id, week)
);
call app.protect_tenant('app.weekly_digests', 'select, insert', 'select, delete');
