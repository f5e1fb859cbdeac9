-- More tables for the queries of agents. Columns without secrets, definitions and attachments.
create policy tenant_read on app.contacts for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.segments for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.campaigns for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.campaign_sends for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.campaign_chunks for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.workflows for select to imperium_query using (org_id = app.current_org());
create policy tenant_read on app.workflow_runs for select to imperium_query using (org_id = app.current_org());
-- Conversations between members are private to their participants: no agent reads them, whoever runs it.
create policy tenant_read on app.conversations for select to imperium_query using (org_id = app.current_org() and kind = 'contact');
create policy tenant_read on app.messages for select to imperium_query using (
  org_id = app.current_org()
  and exists (
    select 1 from app.conversations c where c.org_id = messages.org_id and c.id = messages.conversation_id and c.kind = 'contact'
  )
);
grant select (org_id, id, email, email_state, first_name, last_name, phone, locale, time_zone, tags, custom, source, created_at, updated_at) on app.contacts to imperium_query;
grant select (org_id, id, name, description, described_as, count, counted_at, created_by, created_at, updated_at) on app.segments to imperium_query;
grant select (org_id, id, name, description, channel, status, approval, agent_id, steps, created_by, created_at, updated_at, launched_at, completed_at, next_at, deleted_at) on app.campaigns to imperium_query;
grant select (org_id, id, campaign_id) on app.campaign_sends to imperium_query;
grant select (org_id, send_id, total, sent, delivered, opened, clicked, responded, bounced, failed, skipped, unsubscribed, complained, cost_micros) on app.campaign_chunks to imperium_query;
grant select (org_id, id, name, description, status, trigger_type, actions, version, created_by, created_at, updated_at, deleted_at) on app.workflows to imperium_query;
grant select (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by, is_test, contact_id, cost_micros, error, error_step, started_at, ended_at) on app.workflow_runs to imperium_query;
grant select (org_id, id, kind, channel, contact_id, campaign_id, status) on app.conversations to imperium_query;
grant select (org_id, id, conversation_id, direction, body, sender_name, status, at) on app.messages to imperium_query;

-- With the rights and the rows of the reader: the role sees through them what it sees without them.
create view app.queried_campaigns with (security_invoker = true) as
  select c.org_id, c.id, c.name, c.description, c.channel, c.status, c.approval, c.agent_id, c.steps, c.created_by, c.created_at, c.updated_at,
    c.launched_at, c.completed_at, c.next_at, coalesce(r.recipients, 0) as recipients, coalesce(r.sent, 0) as sent,
    coalesce(r.delivered, 0) as delivered, coalesce(r.opened, 0) as opened, coalesce(r.clicked, 0) as clicked, coalesce(r.replied, 0) as replied,
    coalesce(r.bounced, 0) as bounced, coalesce(r.failed, 0) as failed, coalesce(r.skipped, 0) as skipped,
    coalesce(r.unsubscribed, 0) as unsubscribed
  from app.campaigns c left join lateral (
    select sum(k.total) as recipients, sum(k.sent) as sent, sum(k.delivered) as delivered, sum(k.opened) as opened, sum(k.clicked) as clicked,
      sum(k.responded) as replied, sum(k.bounced) as bounced, sum(k.failed) as failed, sum(k.skipped) as skipped,
      sum(k.unsubscribed) as unsubscribed
    from app.campaign_sends s join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
    where s.org_id = c.org_id and s.campaign_id = c.id
  ) r on true
  where c.deleted_at is null;
create view app.queried_messages with (security_invoker = true) as
  select m.org_id, m.id, m.conversation_id, c.contact_id, c.campaign_id, c.channel, m.direction, m.status, c.status as conversation_status,
    m.sender_name, m.at, left(m.body, 2000) as body
  from app.messages m join app.conversations c on c.org_id = m.org_id and c.id = m.conversation_id
  where c.kind = 'contact';
grant select on app.queried_campaigns, app.queried_messages to imperium_query;
