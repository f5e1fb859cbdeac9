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
