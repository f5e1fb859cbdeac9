-- The timeline of a contact reads every source by contact and moment, a page at a time, however long it is. Expressions would not do:
-- under row-level security only comparisons of columns are looked up in an index.

-- Whose history an event belongs to: the contact's own, consent, messages, agents, or what the organization recorded itself.
alter table app.contact_events add column kind text not null generated always as (
  case when type = 'message.agentMail' then 'agent' when type like 'contact.%' then 'contact' when type like 'consent.%' then 'consent'
    when type like 'message.%' then 'message' else 'event' end) stored;
drop index app.contact_events_contact;
create index contact_events_contact on app.contact_events (org_id, contact_id, kind, at desc, id desc);

create index consent_entries_timeline on app.consent_entries (org_id, contact_id, at desc, id desc);

-- By when it was sent instead of by send: the frequency cap counts by it, too. What was not sent is in it by its send.
drop index app.campaign_recipients_contact;
create index campaign_recipients_contact on app.campaign_recipients (org_id, contact_id, sent_at, send_id);
drop index app.campaign_events_contact;
create index campaign_events_contact on app.campaign_events (org_id, contact_id, at, id);
create index campaign_drafts_contact on app.campaign_drafts (org_id, contact_id, run_id) where run_id is not null;
drop index app.campaign_samples_contact;
create index campaign_samples_contact on app.campaign_samples (org_id, contact_id, run_id);

create index messages_timeline on app.messages (org_id, conversation_id, at desc, id desc);

-- Whom a run was started about, and whom a step concerned.
alter table app.workflow_runs add column contact_id uuid;
update app.workflow_runs set contact_id = (input ->> 'contactId')::uuid
  where input ->> 'contactId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
create index workflow_runs_contact on app.workflow_runs (org_id, contact_id, id desc) where contact_id is not null;
alter table app.workflow_steps add column contact_id uuid;
update app.workflow_steps set contact_id = (link ->> 'id')::uuid where link ->> 'kind' = 'contact';
drop index app.workflow_steps_contact;
create index workflow_steps_contact on app.workflow_steps (org_id, contact_id, run_id desc) where contact_id is not null;

-- What became of addresses on the organization's list: put on it, or taken off again. By hash, like the list itself.
create table app.suppression_events (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address_hash bytea not null,
  type text not null check (type in ('added', 'lifted')),
  -- Why it is on the list, or was.
  reason text not null,
  detail text not null default '',
  actor_name text not null default '',
  at timestamptz not null default now(),
  primary key (org_id, id)
);
create index suppression_events_address on app.suppression_events (org_id, address_hash, at desc, id desc);
call app.protect_tenant('app.suppression_events', 'select, insert, delete', 'select, delete');
insert into app.suppression_events (org_id, id, channel, address_hash, type, reason, detail, actor_name, at)
  select org_id, uuidv7(), channel, address_hash, 'added', reason, detail, created_by, at from app.suppressions;
