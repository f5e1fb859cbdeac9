-- Triggers that had no cursor get one at their next turn, which starts nothing.
update app.integration_subscriptions s set is_primed = false, seen = '{}'
  from app.integration_connections c
  where c.org_id = s.org_id and c.id = s.connection_id and c.connector in ('google_sheets', 'jira', 'pipedrive')
    and s.cursor is null and s.due_at is not null;

-- Times of this service had no zone and are read as UTC now; what comes again is known by its id.
update app.integration_subscriptions s set cursor = to_char(s.cursor::timestamp - interval '14 hours', 'YYYY-MM-DD"T"HH24:MI:SS')
  from app.integration_connections c
  where c.org_id = s.org_id and c.id = s.connection_id and c.connector = 'woocommerce' and s.cursor ~ '^\d{4}-\d\d-\d\dT[\d:]+$';
