-- Triggers that had no cursor get one at their next turn, which starts nothing.
update app.integration_subscriptions s set is_primed = false, seen = '{}'
  from app.integration_connections c
  where c.org_id = s.org_id and c.id = s.connection_id and c.connector in ('google_sheets', 'jira', 'pipedrive')
    and s.cursor is null and s.due_at is not null;
